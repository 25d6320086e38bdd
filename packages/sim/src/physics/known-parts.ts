import { convexParts, type ConvexParts } from "../solids/convex-decomposition.ts";

/** The triangles of a solid; equal solids have the same key. */
interface Triangles {
  readonly key: string;
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
}

/** Parts, by the largest allowed number of parts. */
type Known = Map<number, ConvexParts>;

/**
 * Shared by all worlds of this process, because a solid always has the same parts. They live as long as a solid that
 * uses them.
 */
const bySolid = new WeakMap<Triangles, Known>();
/** For an equal solid that is read again, such as a model that is inserted twice. */
const byKey = new Map<string, WeakRef<Known>>();
const forgotten = new FinalizationRegistry((key: string) => {
  if (byKey.get(key)?.deref() === undefined) byKey.delete(key);
});

/** Returns the convex parts of a solid, computed on first use, which may take half a second. */
export function partsOf(solid: Triangles, most: number): ConvexParts {
  const known = knownOf(solid);
  let parts = known.get(most);
  if (parts === undefined) known.set(most, (parts = convexParts(solid.vertices, solid.indices, most)));
  return parts;
}

/** Returns whether `partsOf` answers at once. */
export function hasParts(solid: Triangles, most: number): boolean {
  return knownOf(solid).has(most);
}

function knownOf(solid: Triangles): Known {
  const own = bySolid.get(solid);
  if (own !== undefined) return own;
  let known = byKey.get(solid.key)?.deref();
  if (known === undefined) {
    known = new Map<number, ConvexParts>();
    byKey.set(solid.key, new WeakRef(known));
    forgotten.register(known, solid.key);
  }
  bySolid.set(solid, known);
  return known;
}
