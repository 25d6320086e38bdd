import type * as rapier from "@dimforge/rapier3d-simd-compat";
import type { ShapeGeometry } from "../shape-geometry.ts";

/**
 * Shapes kept per engine. Beyond that, the least recently used one is dropped, and recreated when it is next needed.
 */
const MOST = 64;

/**
 * The shapes of an engine that take long to create: hulls, parts and surfaces. Rapier counts references to a shape, so
 * each is created once, however many bodies have it: the hull of an ellipsoid takes half a millisecond and 50 kB.
 */
export class SharedShapes {
  readonly #shapes = new Map<unknown, Shared>();

  /** Returns the shape of a geometry: `make` is called for the first of its kind. */
  of(geometry: ShapeGeometry, make: () => rapier.Shape): rapier.Shape {
    const key = keyOf(geometry);
    if (key === undefined) return make();
    const shared = this.#shapes.get(key) ?? share(make());
    // Moved to the end of the map, as the most recently used.
    this.#shapes.delete(key);
    this.#shapes.set(key, shared);
    if (this.#shapes.size > MOST) this.#forget(...this.#shapes.entries().next().value!);
    return shared.shape;
  }

  /** Frees the shapes. Colliders keep those that they use. */
  free(): void {
    for (const [key, shared] of this.#shapes) this.#forget(key, shared);
  }

  #forget(key: unknown, { free }: Shared): void {
    this.#shapes.delete(key);
    free();
  }
}

interface Shared {
  readonly shape: rapier.Shape;
  readonly free: () => void;
}

/**
 * Wraps a shape for sharing. Callers of `intoRaw` own and free what it returns; this one returns ours. Created at the
 * first call, which may fail.
 */
function share(shape: rapier.Shape): Shared {
  const make = shape.intoRaw.bind(shape);
  let raw: ReturnType<typeof make> | undefined;
  let free = (): void => {};
  shape.intoRaw = () => {
    if (raw !== undefined) return raw;
    const made = make();
    // Undefined where Rapier finds no hull, whatever the types say: the caller then fails.
    if ((made as unknown) === undefined) return made;
    free = made.free.bind(made);
    made.free = () => {};
    return (raw = made);
  };
  return { shape, free: () => free() };
}

/**
 * Returns a key that geometries share when they make the same shape; undefined for shapes that cost next to nothing.
 */
function keyOf(geometry: ShapeGeometry): unknown {
  switch (geometry.type) {
    case "ellipsoid":
      return `${geometry.radii.x} ${geometry.radii.y} ${geometry.radii.z}`;
    case "convex":
      return geometry.points;
    case "compound":
      return geometry.hulls;
    case "mesh":
    case "heightmap":
      return geometry;
    default:
      return undefined;
  }
}
