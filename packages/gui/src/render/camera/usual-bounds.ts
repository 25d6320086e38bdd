import { topModelOf, type Entity, type Vec3, type World } from "@orrery/sim";
import { Box3, Matrix4 } from "three";
import type { Batches } from "../batches.ts";
import type { Box } from "./camera-rig.ts";

/** A model is left out of the view if it reaches this many times farther out than usual. */
const FAR_OUT = 5;
/** Largest share of all models that may count as exceptions. */
const MOST = 0.35;

/** In a small group beyond a gap, models are left out if they reach this many times farther out than usual. */
const OUT = 2.5;
/**
 * A gap is where the next model reaches at least this many times as far as the one before; the picture would get wider
 * by that factor.
 */
const GAP = 1.5;
/**
 * The largest share of all models that a gap may cut off: of two or three models that are far apart, all should be
 * shown.
 */
const FEW = 0.15;

/** Depth below endless ground beyond which a fallen thing is ignored, in metres and as a multiple of its own size. */
const DEEP = 20;
const DEEP_SIZES = 5;

/**
 * Returns bounds around the models of a world as they are drawn, without the few that have rolled away and without
 * ground that dwarfs them. If all of them have fallen far through the ground, returns bounds around the origin on the
 * ground.
 */
export function usualBoundsOf(world: World, batches: Batches): Box | undefined {
  const byModel = new Map<Entity, Box3>();
  let groundZ = Infinity;
  for (const { shapes, mesh, look } of batches.list) {
    if (look.geometry.boundingBox === null) look.geometry.computeBoundingBox();
    for (let i = 0; i < shapes.length; i++) {
      const { entity, isEndless } = shapes[i]!;
      mesh.getMatrixAt(i, MATRIX);
      if (isEndless === true) {
        groundZ = Math.min(groundZ, MATRIX.elements[14]);
        continue;
      }
      const model = topModelOf(world, entity);
      let around = byModel.get(model);
      if (around === undefined) byModel.set(model, (around = new Box3()));
      around.union(BOX.copy(look.geometry.boundingBox!).applyMatrix4(MATRIX));
    }
  }
  const usual = boxAround(withoutOutliers([...byModel.values()].map(({ min, max }) => ({ low: min, high: max }))));
  return usual !== undefined && hasFallenThrough(usual, groundZ) ? originOn(groundZ) : usual;
}

/** Returns whether all of a box is far below the lowest endless ground; `groundZ` is infinite if there is none. */
export function hasFallenThrough({ low, high }: Box, groundZ: number): boolean {
  const depth = groundZ - high.z;
  return Number.isFinite(depth) && depth > DEEP && depth > DEEP_SIZES * apart(low, high);
}

function originOn(z: number): Box {
  return { low: { x: -2, y: -2, z }, high: { x: 2, y: 2, z: z + 1 } };
}

/**
 * Returns the boxes that reach no farther from their common middle than usual, or all if too many would be left out.
 */
export function withoutOutliers(boxes: readonly Box[]): readonly Box[] {
  const centres = boxes.map(({ low, high }) => ({
    x: (low.x + high.x) / 2,
    y: (low.y + high.y) / 2,
    z: (low.z + high.z) / 2,
  }));
  const middle = {
    x: median(centres.map(({ x }) => x)),
    y: median(centres.map(({ y }) => y)),
    z: median(centres.map(({ z }) => z)),
  };
  const reaches = boxes.map(({ low, high }, i) => apart(centres[i]!, middle) + apart(low, high) / 2);
  const sorted = reaches.toSorted((a, b) => a - b);
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const limit = Math.min(FAR_OUT * usual, reachBeforeGap(sorted, OUT * usual));
  const isUsual = (_: Box, i: number): boolean => reaches[i]! <= limit;
  const kept = boxes.filter(isUsual);
  return boxes.length - kept.length <= Math.ceil(MOST * boxes.length) ? kept : boxes;
}

/** Returns the reach of the last model before a gap that cuts off a few; Infinity if there is no such gap. */
function reachBeforeGap(sorted: readonly number[], least: number): number {
  const few = Math.floor(FEW * sorted.length);
  for (let i = sorted.length - few; i < sorted.length; i++) {
    const [before, reach] = [sorted[i - 1]!, sorted[i]!];
    if (reach > least && reach > GAP * before) return before;
  }
  return Infinity;
}

function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first, ...others] = boxes;
  if (first === undefined) return undefined;
  let { low, high } = first;
  for (const box of others) {
    low = { x: Math.min(low.x, box.low.x), y: Math.min(low.y, box.low.y), z: Math.min(low.z, box.low.z) };
    high = { x: Math.max(high.x, box.high.x), y: Math.max(high.y, box.high.y), z: Math.max(high.z, box.high.z) };
  }
  return { low, high };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

function apart(a: Vec3, b: Vec3): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

const MATRIX = new Matrix4();
const BOX = new Box3();
