import type { SourcePlace } from "../../scene/scene.ts";
import { placeOf, type XmlElement } from "../xml.ts";

/** Kept outside the scene, because the same world in a different folder must give the same scene. */
const places = new WeakMap<object, SourcePlace>();

/** Records where a part of a scene was written, for messages about files and parts that it names. Returns the part. */
export function notePlace<T extends object>(part: T, element: XmlElement): T {
  places.set(part, placeOf(element));
  return part;
}

/** Gives a copy of a part the original's place. */
export function keepPlace<T extends object>(copy: T, part: object): T {
  const place = places.get(part);
  if (place !== undefined) places.set(copy, place);
  const uri = uris.get(part);
  if (uri !== undefined) uris.set(copy, uri);
  return copy;
}

/** URIs as written in the file, where the scene has equivalent ones. */
const uris = new WeakMap<object, string>();

/** Records how the URI of a part was written, for messages about it. */
export function noteUri(part: object, uri: string): void {
  uris.set(part, uri);
}

/**
 * Returns the URI of a part as written in its file: a robot may have `package://arm/a.stl`, which is
 * `model://arm/a.stl` in the scene.
 */
export function uriAsWritten(part: object, uri: string): string {
  return uris.get(part) ?? uri;
}

/** Returns where a geometry, joint, material, skin or animation was written; unknown for a copy. */
export function placeOfPart(part: object): SourcePlace | undefined {
  return places.get(part);
}
