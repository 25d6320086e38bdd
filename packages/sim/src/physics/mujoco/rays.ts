import { countRays, setMiss, type RayHits, type RayOptions } from "../rays.ts";
import { geomAround, MESH } from "./geom-around.ts";
import type { MujocoModel } from "./model/model.ts";
import type { Mujoco } from "./model/module.ts";
import type { MujocoWorld } from "./world.ts";

/** Casts rays at the present shapes. Rays with the same origin are one call of MuJoCo. */
export function castMujocoRays(
  world: MujocoWorld,
  origins: Float64Array,
  directions: Float64Array,
  hits: RayHits,
  options: RayOptions,
): void {
  const count = countRays(origins, directions, hits);
  const model = world.current();
  const types = model.model.geom_type.slice();
  const batch: Batch = { model, types, hits, most: options.maxDistance, hidden: hide(world, options) };
  const units = unitsOf(directions, count);
  const isShared = origins.length === 3;
  for (let first = 0, end = 0; first < count; first = end) {
    end = isShared ? count : endOfRun(origins, first, count);
    castFrom(batch, isShared ? origins : origins.subarray(3 * first, 3 * first + 3), units, first, end);
  }
  for (let i = 0; i < count; i++) if (lengthOf(directions, i) === 0) setMiss(hits, i);
}

interface Batch {
  readonly model: MujocoModel;
  /** MuJoCo's numbers for the types of geoms. */
  readonly types: Int32Array;
  readonly hits: RayHits;
  /** In metres. */
  readonly most: number;
  /** 1 for each geom that rays pass through; undefined if there is none. */
  readonly hidden: Int32Array | undefined;
}

/** Buffers in MuJoCo's memory that all engines share, for exactly `count` rays; MuJoCo refuses larger buffers. */
export interface RayOutputs {
  readonly count: number;
  readonly geoms: InstanceType<Mujoco["IntBuffer"]>;
  readonly distances: InstanceType<Mujoco["DoubleBuffer"]>;
  readonly normals: InstanceType<Mujoco["DoubleBuffer"]>;
}

let outputs: RayOutputs | undefined;

export function rayOutputs(mujoco: Mujoco, count: number): RayOutputs {
  if (outputs?.count === count) return outputs;
  for (const buffer of [outputs?.geoms, outputs?.distances, outputs?.normals]) buffer?.delete();
  outputs = {
    count,
    geoms: new mujoco.IntBuffer(count),
    distances: new mujoco.DoubleBuffer(count),
    normals: new mujoco.DoubleBuffer(3 * count),
  };
  return outputs;
}

/** Casts the rays from `first` up to `end`, which share an origin. */
function castFrom(batch: Batch, origin: Float64Array, units: Float64Array, first: number, end: number): void {
  const { model, hits, most, hidden } = batch;
  const from = [origin[0]!, origin[1]!, origin[2]!];
  if (!(most > 0 && Number.isFinite(from[0]! + from[1]! + from[2]!))) {
    for (let i = first; i < end; i++) setMiss(hits, i);
    return;
  }
  const inside = geomAround(model, from, hidden);
  if (inside >= 0) {
    for (let i = first; i < end; i++) setInside(batch, i, inside, units);
    return;
  }
  const found = castAlong(batch, from, units.subarray(3 * first, 3 * end));
  let behind = 0;
  for (let i = first, k = 0; i < end; i++, k++) {
    if (isBehind(batch, found, k, units, i)) {
      hits.distances[i] = BEHIND;
      behind++;
    } else setHit(batch, found, k, i);
  }
  // Casting again may move the memory that `found` refers to.
  for (let i = first; behind > 0 && i < end; i++) {
    if (hits.distances[i] !== BEHIND) continue;
    behind--;
    castBeside(batch, from, units, i);
  }
}

/** Marks a ray that hit a mesh from behind: it started inside, or slipped through between two faces. */
const BEHIND = -1;
/** Shifts the direction of a ray slightly, by 0.1 mm at a distance of 1 km. */
const ASIDE = [1e-7, 0.7e-7, -0.4e-7] as const;

function castBeside(batch: Batch, from: readonly number[], units: Float64Array, i: number): void {
  const along = Float64Array.from(ASIDE, (aside, axis) => units[3 * i + axis]! + aside);
  const found = castAlong(batch, from, along);
  if (isBehind(batch, found, 0, along, 0)) setInside(batch, i, found.geoms[0]!, units);
  else setHit(batch, found, 0, i);
}

/** Views of MuJoCo's memory, valid until the next call: the geoms that were hit or −1, distances, normals. */
interface Found {
  readonly geoms: ArrayLike<number>;
  readonly distances: ArrayLike<number>;
  readonly normals: ArrayLike<number>;
}

function castAlong({ model, most, hidden }: Batch, from: readonly number[], along: Float64Array): Found {
  const { mujoco, data } = model;
  const count = along.length / 3;
  const { geoms, distances, normals } = rayOutputs(mujoco, count);
  const reach = Math.min(most, FARTHEST);
  const groups = hidden === undefined ? null : SEEN;
  mujoco.mj_multiRay(model.model, data, from, along, groups, true, -1, geoms, distances, normals, count, reach);
  return { geoms: geoms.GetView(), distances: distances.GetView(), normals: normals.GetView() };
}

/** Which of MuJoCo's six groups rays can hit. */
const SEEN = [1, 0, 0, 0, 0, 0];
/** The largest distance that MuJoCo supports, in metres. */
const FARTHEST = 1e10;

function isBehind({ types }: Batch, { geoms, normals }: Found, k: number, units: Float64Array, i: number): boolean {
  const geom = geoms[k]!;
  if (geom < 0 || types[geom] !== MESH) return false;
  let along = 0;
  for (let axis = 0; axis < 3; axis++) along += normals[3 * k + axis]! * units[3 * i + axis]!;
  return along > 0;
}

function setHit({ model, hits, most }: Batch, { geoms, distances, normals }: Found, k: number, i: number): void {
  const geom = geoms[k]!;
  if (geom < 0 || !(distances[k]! <= most)) return setMiss(hits, i);
  hits.distances[i] = distances[k]!;
  hits.shapes[i] = model.text.shapes[geom]!;
  if (hits.normals === undefined) return;
  for (let axis = 0; axis < 3; axis++) hits.normals[3 * i + axis] = normals[3 * k + axis]!;
}

function setInside({ model, hits }: Batch, i: number, geom: number, units: Float64Array): void {
  hits.distances[i] = 0;
  hits.shapes[i] = model.text.shapes[geom]!;
  if (hits.normals === undefined) return;
  for (let axis = 3 * i; axis < 3 * i + 3; axis++) hits.normals[axis] = -units[axis]!;
}

/** Marks for MuJoCo the geoms that rays pass through. */
function hide(world: MujocoWorld, { mask, ignoredBody }: RayOptions): Int32Array | undefined {
  if (mask === undefined && ignoredBody === undefined) return undefined;
  const { model, text } = world.current();
  const hidden = Int32Array.from(text.shapes, (id) => {
    const { body, filter } = world.scene.shape(id);
    return body === ignoredBody || (mask !== undefined && (filter.category & mask) === 0) ? 1 : 0;
  });
  model.geom_group.set(hidden);
  return hidden;
}

let scratch = new Float64Array(0);

/** Returns unit directions; an arbitrary one for a direction of length zero. */
function unitsOf(directions: Float64Array, count: number): Float64Array {
  if (scratch.length < 3 * count) scratch = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const size = lengthOf(directions, i);
    for (let at = 3 * i; at < 3 * i + 3; at++) scratch[at] = size > 0 ? directions[at]! / size : 1;
  }
  return scratch;
}

/** Returns the length of the `i`-th vector; 0 if it is not finite. */
function lengthOf(vectors: Float64Array, i: number): number {
  const [x, y, z] = [vectors[3 * i]!, vectors[3 * i + 1]!, vectors[3 * i + 2]!];
  const size = Math.sqrt(x * x + y * y + z * z);
  return Number.isFinite(size) ? size : 0;
}

function endOfRun(origins: Float64Array, first: number, count: number): number {
  const at = 3 * first;
  let end = first + 1;
  while (
    end < count &&
    origins[3 * end] === origins[at] &&
    origins[3 * end + 1] === origins[at + 1] &&
    origins[3 * end + 2] === origins[at + 2]
  )
    end++;
  return end;
}
