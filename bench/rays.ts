import * as rapier from "@dimforge/rapier3d-simd-compat";
import type { TestSim } from "@orrery/sim/testing";
import type { PhysicsEngine } from "../packages/sim/src/physics/engine.ts";
import { createMujocoEngine } from "../packages/sim/src/physics/mujoco/load-mujoco.ts";
import { createRapierEngine } from "../packages/sim/src/physics/rapier/load-rapier.ts";
import type { Bench } from "./harness.ts";
import { MujocoTwin } from "./scenes/mujoco-twin.ts";
import { Twin } from "./scenes/twin.ts";
import { boxes, worldOf } from "./scenes/world.ts";

export const name = "rays";

const ROWS = 16;
const COLUMNS = 360;
const RAYS = ROWS * COLUMNS;
/** In metres. */
const REACH = 30;
const BUDGET = 1.2;
const gravity = { x: 0, y: 0, z: -9.8 };

/** Measures one turn of a lidar of 16 × 360 rays among boxes, against the same rays in the bare engine. */
export async function run(bench: Bench): Promise<void> {
  const directions = scan();
  const hits = {
    distances: new Float64Array(RAYS),
    shapes: new Uint32Array(RAYS),
    normals: new Float64Array(3 * RAYS),
  };
  const { distances, shapes } = hits;
  const origin = Float64Array.of(15.5, 15.5, 1);
  {
    using twin = await Twin.load(worldOf("rapier", boxes(1000)), { settle: 250, systems: [], steer: undefined });
    using engine = await engineOf(twin.sim, createRapierEngine);
    const cast = (): void => engine.castRays(origin, directions, { distances, shapes }, { maxDistance: REACH });
    const castWithNormals = (): void => engine.castRays(origin, directions, hits, { maxDistance: REACH });
    cast();
    compareHits(distances, castBare(twin.bare, origin, directions));
    await bench.compare({
      name: "rays/rapier-boxes-1000",
      ours: cast,
      reference: () => void castBare(twin.bare, origin, directions),
      budget: BUDGET,
    });
    await bench.compare({
      name: "rays/rapier-boxes-1000-normals",
      ours: castWithNormals,
      reference: () => castBareWithNormals(twin.bare, origin, directions),
      budget: BUDGET,
    });
  }
  using twin = await MujocoTwin.load(worldOf("mujoco", boxes(100)), { settle: 250, systems: [] });
  using engine = await engineOf(twin.sim, createMujocoEngine);
  origin.set([4.5, 4.5, 1]);
  const cast = (): void => engine.castRays(origin, directions, hits, { maxDistance: REACH });
  cast();
  compareHits(distances, twin.castBare(origin, directions));
  await bench.compare({
    name: "rays/mujoco-boxes-100",
    ours: cast,
    reference: () => void twin.castBare(origin, directions),
    budget: BUDGET,
  });
}

/** Returns an engine in the same state as the simulator's. */
async function engineOf(
  sim: TestSim,
  make: (options: { readonly gravity: typeof gravity }) => Promise<PhysicsEngine>,
): Promise<PhysicsEngine> {
  const engine = await make({ gravity });
  engine.restore([...sim.runner.systems.save().values()][0]!);
  return engine;
}

function scan(): Float64Array {
  const directions = new Float64Array(3 * RAYS);
  for (let i = 0; i < RAYS; i++) {
    const up = (Math.floor(i / COLUMNS) - ROWS / 2) * 0.035;
    const angle = (2 * Math.PI * (i % COLUMNS)) / COLUMNS;
    directions.set([Math.cos(up) * Math.cos(angle), Math.cos(up) * Math.sin(angle), Math.sin(up)], 3 * i);
  }
  return directions;
}

/** Throws unless both found the same hits; −1 and Infinity mean no hit. */
function compareHits(ours: Float64Array, bare: ArrayLike<number>): void {
  let count = 0;
  for (const [i, distance] of ours.entries()) {
    const other = bare[i]! < 0 || bare[i]! > REACH ? Infinity : bare[i]!;
    const isSame = distance === other || Math.abs(distance - other) < 1e-9;
    if (!isSame) throw new Error(`ray ${i} goes ${distance} m, and ${other} m in the bare engine`);
    if (distance < REACH) count++;
  }
  if (count < RAYS / 4) throw new Error(`only ${count} rays hit anything`);
}

const found = new Float64Array(RAYS);

function castBare(world: rapier.World, [x, y, z]: Float64Array, directions: Float64Array): Float64Array {
  const ray = new rapier.Ray({ x: x!, y: y!, z: z! }, { x: 0, y: 0, z: 0 });
  for (let i = 0; i < RAYS; i++) {
    aim(ray, directions, i);
    found[i] = world.castRay(ray, REACH, true)?.timeOfImpact ?? Infinity;
  }
  return found;
}

function castBareWithNormals(world: rapier.World, [x, y, z]: Float64Array, directions: Float64Array): void {
  const ray = new rapier.Ray({ x: x!, y: y!, z: z! }, { x: 0, y: 0, z: 0 });
  for (let i = 0; i < RAYS; i++) {
    aim(ray, directions, i);
    found[i] = world.castRayAndGetNormal(ray, REACH, true)?.timeOfImpact ?? Infinity;
  }
}

function aim(ray: rapier.Ray, directions: Float64Array, i: number): void {
  ray.dir.x = directions[3 * i]!;
  ray.dir.y = directions[3 * i + 1]!;
  ray.dir.z = directions[3 * i + 2]!;
}
