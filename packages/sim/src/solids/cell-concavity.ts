import { convexHull } from "./convex-hull.ts";
import { EMPTY, type Voxels } from "./voxels.ts";

/** Cells from `low` to below `high`. */
export interface CellBox {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export function solidCells(voxels: Voxels, box: CellBox): number {
  let count = 0;
  eachRow(voxels, box, (_y, _z, start) => {
    for (let x = box.low[0]!; x < box.high[0]!; x++) if (voxels.cells[start + x] !== EMPTY) count++;
  });
  return count;
}

/**
 * Returns how many empty cells lie in the hull of the solid ones, judged by their middles: none for a convex solid,
 * however coarse its cells.
 */
export function cellConcavity(voxels: Voxels, box: CellBox): number {
  const ends: number[] = [];
  let solid = 0;
  eachRow(voxels, box, (y, z, start) => {
    let first = -1;
    let last = -1;
    for (let x = box.low[0]!; x < box.high[0]!; x++) {
      if (voxels.cells[start + x] === EMPTY) continue;
      if (first < 0) first = x;
      last = x;
      solid++;
    }
    if (first >= 0) ends.push(first, y, z, last, y, z);
  });
  const hull = convexHull(ends, HULL_CORNERS);
  // A layer one cell thick, whose outline is measured as if it had depth.
  if (hull === undefined) return flatConcavity(ends, solid);
  return cellsWithin(ends, hull.triangles) - solid;
}

/** Number of corners of a hull that is only an estimate. */
const HULL_CORNERS = 60;

function eachRow(voxels: Voxels, { low, high }: CellBox, act: (y: number, z: number, start: number) => void): void {
  const [nx, ny] = voxels.counts;
  for (let z = low[2]!; z < high[2]!; z++) {
    for (let y = low[1]!; y < high[1]!; y++) act(y, z, nx * (y + ny * z));
  }
}

/**
 * Measures a flat layer: puts three copies of it behind each other, along each axis in turn, until they form a body.
 */
function flatConcavity(ends: readonly number[], solid: number): number {
  for (let axis = 0; axis < 3; axis++) {
    const thick = [-1, 0, 1].flatMap((shift) => ends.map((value, i) => (i % 3 === axis ? value + shift : value)));
    const hull = convexHull(thick, HULL_CORNERS);
    if (hull !== undefined) return Math.max(0, Math.round(cellsWithin(thick, hull.triangles) / 3) - solid);
  }
  return 0;
}

/** Counts grid points in a hull, including its faces. */
function cellsWithin(points: readonly number[], triangles: Uint32Array): number {
  const planes: { nx: number; ny: number; nz: number; d: number }[] = [];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, points[i]!);
    high[i % 3] = Math.max(high[i % 3]!, points[i]!);
  }
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!];
    const [ux, uy, uz] = [points[b]! - points[a]!, points[b + 1]! - points[a + 1]!, points[b + 2]! - points[a + 2]!];
    const [vx, vy, vz] = [points[c]! - points[a]!, points[c + 1]! - points[a + 1]!, points[c + 2]! - points[a + 2]!];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    planes.push({ nx, ny, nz, d: nx * points[a]! + ny * points[a + 1]! + nz * points[a + 2]! });
  }
  let count = 0;
  for (let z = low[2]!; z <= high[2]!; z++) {
    for (let y = low[1]!; y <= high[1]!; y++) {
      let [first, last] = [low[0]!, high[0]!];
      for (const { nx, ny, nz, d } of planes) {
        const rest = d - ny * y - nz * z;
        if (nx > 0) last = Math.min(last, Math.floor(rest / nx));
        else if (nx < 0) first = Math.max(first, Math.ceil(rest / nx));
        else if (rest < 0) last = -Infinity;
      }
      if (last >= first) count += last - first + 1;
    }
  }
  return count;
}
