import type { SourcePlace } from "../../scene/scene.ts";
import { placeOf, type XmlElement } from "../xml.ts";

/** Beside the scene: the same world from another folder must be the same scene. */
const places = new WeakMap<object, SourcePlace>();

/** Remembers where a part of a scene was written, for messages about what it names. Returns the part. */
export function notePlace<T extends object>(part: T, element: XmlElement): T {
  places.set(part, placeOf(element));
  return part;
}

/** For a copy of a part: it was written where the part was. */
export function keepPlace<T extends object>(copy: T, part: object): T {
  const place = places.get(part);
  if (place !== undefined) places.set(copy, place);
  const uri = uris.get(part);
  if (uri !== undefined) uris.set(copy, uri);
  return copy;
}

/** URIs as the file has them, where the scene has an equivalent one. */
const uris = new WeakMap<object, string>();

/** Remembers how the URI of a part was written, for messages about it. */
export function noteUri(part: object, uri: string): void {
  uris.set(part, uri);
}

/**
 * Returns the URI of a part as its file has it: of a robot `package://arm/a.stl`, which is `model://arm/a.stl` to all
 * others.
 */
export function uriAsWritten(part: object, uri: string): string {
  return uris.get(part) ?? uri;
}

/** Returns where a geometry, joint, material, skin or animation was written; unknown of a copy. */
export function placeOfPart(part: object): SourcePlace | undefined {
  return places.get(part);
}
