import type { BodyId } from "./engine.ts";

/** The shapes that a batch of rays may hit, and the reach of the rays. */
export interface RayOptions {
  /** In metres; Infinity for no limit. */
  readonly maxDistance: number;
  /** Rays hit only shapes whose category has one of these 16 bits; if undefined, all shapes. */
  readonly mask?: number | undefined;
  /** Rays pass through this body, such as the one that carries the sensor. An unknown id is ignored. */
  readonly ignoredBody?: BodyId | undefined;
}

/** The hits of rays, in arrays that the caller owns and reuses, with room for every ray. */
export interface RayHits {
  /** In metres; Infinity for a ray that hits nothing. */
  readonly distances: Float64Array;
  /** Ids of the shapes; 0 for a ray that hits nothing. */
  readonly shapes: Uint32Array;
  /**
   * Unit vectors perpendicular to the surface, towards the origin of the ray; zeros for a ray that hits nothing. Left
   * out, they are not computed.
   */
  readonly normals?: Float64Array | undefined;
}

/** Returns the number of rays. Throws if the sizes of the arrays do not agree. */
export function countRays(origins: Float64Array, directions: Float64Array, hits: RayHits): number {
  const count = directions.length / 3;
  if (!Number.isInteger(count))
    throw new Error(`${directions.length} numbers cannot be directions, which have three each`);
  if (origins.length !== 3 && origins.length !== directions.length)
    throw new Error(
      `${origins.length} numbers cannot be the origins of ${count} rays: there is one for all, or one each`,
    );
  const room = Math.min(hits.distances.length, hits.shapes.length, (hits.normals?.length ?? 3 * count) / 3);
  if (room < count) throw new Error(`${count} rays need more room than for ${Math.floor(room)} hits`);
  return count;
}

/** Records that the `i`-th ray hits nothing. */
export function setMiss(hits: RayHits, i: number): void {
  hits.distances[i] = Infinity;
  hits.shapes[i] = 0;
  hits.normals?.fill(0, 3 * i, 3 * i + 3);
}
