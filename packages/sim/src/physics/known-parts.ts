import { convexParts, type ConvexParts } from "./convex-decomposition.ts";

/** The triangles of a solid. */
interface Triangles {
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
}

/** Shared by all worlds of this process: the same solid always has the same parts. */
const known = new WeakMap<Triangles, Map<number, ConvexParts>>();

/** The convex parts of a solid, worked out when they are first asked for, which may take half a second. */
export function partsOf(solid: Triangles, most: number): ConvexParts {
  let byNumber = known.get(solid);
  if (byNumber === undefined) known.set(solid, (byNumber = new Map<number, ConvexParts>()));
  let parts = byNumber.get(most);
  if (parts === undefined) byNumber.set(most, (parts = convexParts(solid.vertices, solid.indices, most)));
  return parts;
}

/** Whether `partsOf` answers at once. */
export function hasParts(solid: Triangles, most: number): boolean {
  return known.get(solid)?.has(most) === true;
}
