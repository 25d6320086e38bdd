import type { SourcePlace } from "../../scene/scene.ts";
import { placeOf, type XmlElement } from "../xml.ts";

/** Beside the scene: the same world from another folder must be the same scene. */
const places = new WeakMap<object, SourcePlace>();

/** Remembers where a part of a scene was written, for messages about what it names. Returns the part. */
export function notePlace<T extends object>(part: T, element: XmlElement): T {
  places.set(part, placeOf(element));
  return part;
}

/** Where a geometry, joint or material was written; unknown of a copy. */
export function placeOfPart(part: object): SourcePlace | undefined {
  return places.get(part);
}
