import type * as rapier from "@dimforge/rapier3d-simd-compat";
import type { ShapeGeometry } from "../shape-geometry.ts";

/** Shapes to keep per engine. Of more, the least recently used one is dropped, and recreated when it is next needed. */
const MOST = 64;

/**
 * The shapes of an engine that take long to create: hulls, parts and surfaces. Rapier counts references to a shape, so
 * each is created once, however many bodies use it: the hull of an ellipsoid takes half a millisecond and 50 kB.
 */
export class SharedShapes {
  readonly #shapes = new Map<unknown, Shared>();

  /** Returns the shape of a geometry; calls `make` for the first geometry of its kind. */
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
 * Wraps a shape for sharing. Callers of `intoRaw` own and free its result; this version returns a shared one. Created
 * at the first call, which may fail.
 */
function share(shape: rapier.Shape): Shared {
  const make = shape.intoRaw.bind(shape);
  let raw: ReturnType<typeof make> | undefined;
  let free = (): void => {};
  shape.intoRaw = () => {
    if (raw !== undefined) return raw;
    const made = make();
    // Undefined if Rapier finds no hull, although its types do not say so; the caller then fails.
    if ((made as unknown) === undefined) return made;
    free = made.free.bind(made);
    made.free = () => {};
    return (raw = made);
  };
  return { shape, free: () => free() };
}

/**
 * Returns a key, the same for geometries that lead to the same shape; undefined for shapes that cost next to nothing.
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
