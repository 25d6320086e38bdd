import { countRays, setMiss, type RayHits, type RayOptions } from "../rays.ts";
import type { RapierScene } from "./scene.ts";
import { SlowRays } from "./slow-rays.ts";
import type { CastOptions } from "./wasm/ray-caster.ts";

/** Casts rays at the present shapes, including those that changed since the last step. */
export function castRapierRays(
  scene: RapierScene,
  origins: Float64Array,
  directions: Float64Array,
  hits: RayHits,
  options: RayOptions,
): void {
  const { world, bodies, memory } = scene;
  const count = countRays(origins, directions, hits);
  const perRay = origins.length === 3 ? 0 : 3;
  const { ignoredBody: id } = options;
  const cast: CastOptions = {
    reach: Math.min(options.maxDistance, LARGEST),
    withNormals: hits.normals !== undefined,
    ignored: id !== undefined && bodies.slots.has(id) ? bodies.slots.handle(bodies.slots.slot(id)) : undefined,
  };
  // Rapier's fast ray queries support neither masks nor changes since the last step.
  const slow =
    scene.stale.count > 0 || options.mask !== undefined ? new SlowRays(scene, options.mask, cast) : undefined;
  memory.rays.begin(world, cast);
  let isPlaced = false;
  for (let i = 0; i < count; i++) {
    const [ox, oy, oz] = [origins[perRay * i]!, origins[perRay * i + 1]!, origins[perRay * i + 2]!];
    const [x, y, z] = [directions[3 * i]!, directions[3 * i + 1]!, directions[3 * i + 2]!];
    const size = Math.sqrt(x * x + y * y + z * z);
    if (!(size > 0 && options.maxDistance > 0 && Number.isFinite(size + ox + oy + oz))) setMiss(hits, i);
    else if (slow !== undefined) slow.cast(hits, i, { x: ox, y: oy, z: oz }, { x: x / size, y: y / size, z: z / size });
    else {
      if (perRay > 0 || !isPlaced) memory.rays.from(ox, oy, oz);
      isPlaced = true;
      castRay(scene, hits, i, x / size, y / size, z / size);
    }
  }
}

/** Near Rapier's largest number. */
const LARGEST = 3e38;

function castRay({ memory, shapes }: RapierScene, hits: RayHits, i: number, x: number, y: number, z: number): void {
  const { rays } = memory;
  if (!rays.cast(x, y, z)) return setMiss(hits, i);
  hits.distances[i] = rays.distance;
  hits.shapes[i] = shapes.slots.ids[rays.slot]!;
  if (hits.normals === undefined) return;
  // A ray that starts inside a shape hits no surface that could give a normal.
  const isInside = rays.distance === 0;
  hits.normals[3 * i] = isInside ? -x : rays.nx;
  hits.normals[3 * i + 1] = isInside ? -y : rays.ny;
  hits.normals[3 * i + 2] = isInside ? -z : rays.nz;
}
