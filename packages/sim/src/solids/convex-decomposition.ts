import { cellConcavity, solidCells, type CellBox } from "./cell-concavity.ts";
import { convexHull, MAX_HULL_CORNERS, volumeWithin } from "./convex-hull.ts";
import { soupOf, splitSoup, type TriangleSoup } from "./triangle-soup.ts";
import { INSIDE, voxelsOf, type Voxels } from "./voxels.ts";

/** Convex parts that together approximate a solid. */
export interface ConvexParts {
  /** x y z x y z … for each part. */
  readonly parts: readonly Float32Array[];
  /** Whether they represent the solid exactly, because it is convex. */
  readonly isConvex: boolean;
}

/** Gazebo's default. */
export const DEFAULT_PARTS = 16;
const PART_CORNERS = 64;
const RESOLUTION = 30;
/** A part that fills this fraction of its hull is not cut. */
const FULL_ENOUGH = 0.97;
/** With more triangles, the search for cuts would take too long, and a single hull is used. */
const MAX_TRIANGLES = 300_000;

/**
 * Cuts a solid by planes perpendicular to the axes, each time through the part that fills its hull least, at the plane
 * where the two halves fill theirs best. A coarse grid of cells finds the plane; the faces near it determine its exact
 * position, so that a solid made of boxes is cut into those boxes. Uses whole numbers and fixed orders throughout, so
 * that all machines get the same parts.
 */
export function convexParts(vertices: Float32Array, indices: Uint32Array, maxParts = DEFAULT_PARTS): ConvexParts {
  const whole = hullPoints(vertices, MAX_HULL_CORNERS);
  if (whole === undefined) return { parts: thickened(vertices, thicknessOf(vertices)), isConvex: false };
  const volume = volumeWithin(vertices, indices);
  const filled = Math.abs(volume) / whole.volume;
  // A fraction above one means that there is a surface within a surface.
  if (filled > 0.98 && filled < 1.02) return { parts: [whole.points], isConvex: true };
  if (maxParts < 2 || indices.length / 3 > MAX_TRIANGLES) return { parts: [whole.points], isConvex: false };
  // A triangle in the plane of a cut belongs to the side behind it, which would be wrong for a surface that is inside
  // out.
  const outward = volume < 0 ? indices.toReversed() : indices;
  const voxels = voxelsOf(vertices, outward, RESOLUTION);
  const first = partOf(voxels, {
    cells: { low: [0, 0, 0], high: [...voxels.counts] },
    low: [-Infinity, -Infinity, -Infinity],
    high: [Infinity, Infinity, Infinity],
    soup: soupOf(vertices, outward),
  });
  if (first.solid >= FULL_ENOUGH * (first.solid + first.concavity)) return { parts: [whole.points], isConvex: true };
  const parts = [first];
  while (parts.length < maxParts) {
    const at = worstOf(parts);
    if (at < 0) break;
    const halves = cut(voxels, parts[at]!);
    if (halves === undefined) parts[at] = { ...parts[at]!, concavity: 0 };
    else parts.splice(at, 1, ...halves);
  }
  const thickness = thicknessOf(vertices);
  return { parts: merged(parts.flatMap((part) => hullsOf(voxels, part, thickness))), isConvex: false };
}

interface Region {
  readonly cells: CellBox;
  /** In metres; infinite on sides without a cut. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** The surface within the part. */
  readonly soup: TriangleSoup;
}

interface Part extends Region {
  /** Number of its solid cells, and of the empty cells in its hull. */
  readonly solid: number;
  readonly concavity: number;
}

function partOf(voxels: Voxels, region: Region): Part {
  return { ...region, solid: solidCells(voxels, region.cells), concavity: cellConcavity(voxels, region.cells) };
}

/** Returns the part with the most empty cells in its hull; -1 if all are full enough. */
function worstOf(parts: readonly Part[]): number {
  let worst = -1;
  parts.forEach(({ solid, concavity }, i) => {
    if (solid >= FULL_ENOUGH * (solid + concavity)) return;
    if (worst < 0 || concavity > parts[worst]!.concavity) worst = i;
  });
  return worst;
}

function cut(voxels: Voxels, part: Part): [Part, Part] | undefined {
  const rough = roughCut(voxels, part.cells);
  if (rough === undefined) return undefined;
  const { axis, plane } = rough;
  const at = exactPlane(part, axis, voxels.origin[axis]! + plane * voxels.size, voxels.size);
  const [below, above] = splitSoup(part.soup, axis, at);
  return [
    partOf(voxels, {
      cells: { low: part.cells.low, high: replaced(part.cells.high, axis, plane) },
      low: part.low,
      high: replaced(part.high, axis, at),
      soup: below,
    }),
    partOf(voxels, {
      cells: { low: replaced(part.cells.low, axis, plane), high: part.cells.high },
      low: replaced(part.low, axis, at),
      high: part.high,
      soup: above,
    }),
  ];
}

/**
 * A difference in size of this many cells is as bad as one empty cell; without this rule, slices would be cut off the
 * ends one by one.
 */
const UNEVEN = 20;

/** Finds the layers of cells between which the two halves fill their hulls best. */
function roughCut(voxels: Voxels, { low, high }: CellBox): { axis: number; plane: number } | undefined {
  let best: { axis: number; plane: number; cost: number } | undefined;
  const solid = solidCells(voxels, { low, high });
  const longest = Math.max(...low.map((value, axis) => high[axis]! - value));
  for (let axis = 0; axis < 3; axis++) {
    // If no cut helps at once, one across the longest side makes progress.
    const across = solid * (1 - (high[axis]! - low[axis]!) / longest);
    for (let plane = low[axis]! + 1; plane < high[axis]!; plane++) {
      const below = { low, high: replaced(high, axis, plane) };
      const above = { low: replaced(low, axis, plane), high };
      const [left, right] = [solidCells(voxels, below), solidCells(voxels, above)];
      if (left === 0 || right === 0) continue;
      const uneven = (Math.abs(left - right) + across) / UNEVEN;
      if (uneven >= (best?.cost ?? Infinity)) continue;
      const cost = cellConcavity(voxels, below) + cellConcavity(voxels, above) + uneven;
      if (cost < (best?.cost ?? Infinity)) best = { axis, plane, cost };
    }
  }
  return best;
}

/** Number of faces perpendicular to the axis to try, the largest first. */
const CANDIDATES = 6;

/** With more triangles than this a part counts as round: shapes with faces to cut along have few. */
const MAX_FACETED = 20_000;

/** Returns the plane of a face near `rough`, or `rough` itself, whichever gives the smallest hulls. */
function exactPlane({ soup }: Part, axis: number, rough: number, size: number): number {
  if (soup.length / 9 > MAX_FACETED) return rough;
  const areas = new Map<number, number>();
  for (let i = 0; i < soup.length; i += 9) {
    const level = soup[i + axis]!;
    if (soup[i + 3 + axis] !== level || soup[i + 6 + axis] !== level || Math.abs(level - rough) > 1.6 * size) continue;
    areas.set(level, (areas.get(level) ?? 0) + areaOf(soup, i));
  }
  const levels = [...areas].sort(([a, one], [b, other]) => other - one || a - b).slice(0, CANDIDATES);
  let best = rough;
  let least = Infinity;
  for (const level of [...levels.map(([value]) => value), rough]) {
    const [below, above] = splitSoup(soup, axis, level);
    const volume = (hullPoints(below, PART_CORNERS)?.volume ?? 0) + (hullPoints(above, PART_CORNERS)?.volume ?? 0);
    if (volume < least * (1 - 1e-6)) {
      least = volume;
      best = level;
    }
  }
  return best;
}

function areaOf(soup: TriangleSoup, i: number): number {
  const [ux, uy, uz] = [soup[i + 3]! - soup[i]!, soup[i + 4]! - soup[i + 1]!, soup[i + 5]! - soup[i + 2]!];
  const [vx, vy, vz] = [soup[i + 6]! - soup[i]!, soup[i + 7]! - soup[i + 1]!, soup[i + 8]! - soup[i + 2]!];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

/**
 * Returns the hull of the surface in a part and of those of its corners that lie within the solid: one hull or none.
 */
function hullsOf(voxels: Voxels, { soup, cells, low, high }: Part, thickness: number): Float32Array[] {
  const points = Array.from(soup);
  for (let corner = 0; corner < 8; corner++) {
    const bits = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const place = bits.map((bit, axis) => (bit === 0 ? low[axis]! : high[axis]!));
    const [x, y, z] = bits.map((bit, axis) => (bit === 0 ? cells.low[axis]! : cells.high[axis]! - 1));
    const [nx, ny] = voxels.counts;
    const isInside = voxels.cells[x! + nx * (y! + ny * z!)] === INSIDE;
    if (isInside && place.every(Number.isFinite)) points.push(...place);
  }
  const hull = hullPoints(points, PART_CORNERS);
  return hull === undefined ? thickened(points, thickness) : [hull.points];
}

/**
 * Joins parts whose union is as convex as they are separately, because cuts made for other parts go through them too.
 */
function merged(parts: readonly Float32Array[]): Float32Array[] {
  const volumeOf = (points: Float32Array): number => hullPoints(points, MAX_HULL_CORNERS)?.volume ?? 0;
  const list = parts.map((points) => ({ points, volume: volumeOf(points) }));
  for (let i = 0; i < list.length; i++) {
    for (let k = i + 1; k < list.length; k++) {
      const [one, other] = [list[i]!, list[k]!];
      const both = Float32Array.of(...one.points, ...other.points);
      const hull = hullPoints(both, PART_CORNERS);
      if (hull === undefined || hull.volume > 1.005 * (one.volume + other.volume)) continue;
      list[i] = hull;
      list.splice(k, 1);
      // The larger part may now absorb those it was compared with before.
      k = i;
    }
  }
  return list.map(({ points }) => points);
}

/** Thickness given to a sheet, as a fraction of its size: nothing can collide with a shape of zero thickness. */
const SHEET = 0.005;

function thicknessOf(vertices: ArrayLike<number>): number {
  let size = 0;
  for (let i = 3; i < vertices.length; i++) size = Math.max(size, Math.abs(vertices[i]! - vertices[i % 3]!));
  return SHEET * size;
}

/**
 * Turns flat points into a plate, by moving them both ways along the first axis that gives it depth. Returns none for
 * points on a line.
 */
function thickened(points: ArrayLike<number>, thickness: number): Float32Array[] {
  for (const axis of [2, 1, 0]) {
    const both = [-0.5, 0.5].flatMap((side) =>
      Array.from(points, (value, i) => (i % 3 === axis ? value + side * thickness : value)),
    );
    const plate = hullPoints(both, PART_CORNERS);
    if (plate !== undefined) return [plate.points];
  }
  return [];
}

/** Returns undefined for points in one plane, or so close to one that an engine cannot use their hull. */
function hullPoints(
  points: ArrayLike<number>,
  maxCorners: number,
): { points: Float32Array; volume: number } | undefined {
  const hull = convexHull(points, maxCorners);
  if (hull === undefined) return undefined;
  const corners = Float32Array.from(
    Array.from(hull.corners).flatMap((i) => [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!]),
  );
  const volume = volumeWithin(points, hull.triangles);
  const soup = soupOf(points, hull.triangles);
  let area = 0;
  for (let i = 0; i < soup.length; i += 9) area += areaOf(soup, i);
  // Compares the thickness of a plate of this volume and area with its width.
  return (2 * volume) / area < FLAT * Math.sqrt(area / 2) ? undefined : { points: corners, volume };
}

const FLAT = 1e-4;

function replaced(values: readonly number[], axis: number, value: number): number[] {
  return values.map((old, i) => (i === axis ? value : old));
}
