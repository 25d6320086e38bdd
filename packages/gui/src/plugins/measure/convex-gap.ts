import { vec3, type Vec3 } from "@orrery/sim";

/** A convex body, given by its farthest point in any direction. */
export interface Convex {
  farthest(direction: Vec3): Vec3;
}

/** The shortest distance from one thing to another; 0 when they touch or overlap. */
export interface Gap {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly distance: number;
}

/** Returns the shortest distance between two convex things, by the algorithm of Gilbert, Johnson and Keerthi. */
export function convexGap(a: Convex, b: Convex): Gap {
  const pointAlong = (direction: Vec3): Difference => {
    const from = a.farthest(direction);
    const to = b.farthest(vec3.scale(direction, -1));
    return { from, to, value: vec3.subtract(from, to) };
  };
  let simplex = nearest([pointAlong({ x: 1, y: 0, z: 0 })]);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const size = vec3.dot(simplex.value, simplex.value);
    if (size === 0) break;
    const next = pointAlong(vec3.scale(simplex.value, -1));
    // No point is significantly nearer to the origin.
    if (size - vec3.dot(simplex.value, next.value) <= EXACT * size) break;
    const better = nearest([...simplex.points, next]);
    if (vec3.dot(better.value, better.value) >= size) break;
    simplex = better;
    const scale = Math.max(...simplex.points.map(({ value }) => vec3.dot(value, value)));
    if (simplex.points.length === 4 || vec3.dot(simplex.value, simplex.value) <= TOUCHING * scale) {
      return { from: simplex.from, to: simplex.from, distance: 0 };
    }
  }
  const { from, to, value } = simplex;
  return { from, to, distance: vec3.length(value) };
}

/** A point of one body minus a point of the other; the bodies overlap if the origin is among these. */
interface Difference {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly value: Vec3;
}

/** The point of a simplex nearest to the origin, and the corners that it lies between. */
interface Nearest extends Difference {
  readonly points: readonly Difference[];
}

/** Tries every corner, edge, side and the interior: fifteen cases at most. */
function nearest(points: readonly Difference[]): Nearest {
  let best: Nearest | undefined;
  let least = Infinity;
  for (let chosen = 1; chosen < 1 << points.length; chosen++) {
    const some = points.filter((_, i) => (chosen >> i) & 1);
    const weights = weightsOf(some.map(({ value }) => value));
    if (weights === undefined || weights.some((weight) => weight < 0)) continue;
    const value = mixed(some, weights, "value");
    const size = vec3.dot(value, value);
    if (size >= least) continue;
    least = size;
    best = { points: some, value, from: mixed(some, weights, "from"), to: mixed(some, weights, "to") };
  }
  return best!;
}

function mixed(points: readonly Difference[], weights: readonly number[], part: keyof Difference): Vec3 {
  return points.map((point, i) => vec3.scale(point[part], weights[i]!)).reduce(vec3.add);
}

/**
 * Returns the weights of points for the point of their line, plane or space nearest to the origin; undefined if they
 * are nearly degenerate.
 */
function weightsOf([first, ...others]: readonly Vec3[]): readonly number[] | undefined {
  const ways = others.map((point) => vec3.subtract(point, first!));
  const right = ways.map((way) => -vec3.dot(way, first!));
  const solved = solve(
    ways.map((a) => ways.map((b) => vec3.dot(a, b))),
    right,
  );
  return solved && [1 - solved.reduce((sum, share) => sum + share, 0), ...solved];
}

/** Solves a linear system by Cramer's rule, for at most three unknowns. */
function solve(rows: readonly (readonly number[])[], right: readonly number[]): readonly number[] | undefined {
  const scale = rows.reduce((product, row, i) => product * row[i]!, 1);
  const whole = determinant(rows);
  if (!(Math.abs(whole) > 1e-14 * scale)) return undefined;
  return right.map((_, k) => determinant(rows.map((row, i) => row.with(k, right[i]!))) / whole);
}

function determinant(rows: readonly (readonly number[])[]): number {
  if (rows.length === 0) return 1;
  const [first, ...others] = rows;
  return first!.reduce((sum, value, k) => {
    const minor = determinant(others.map((row) => row.toSpliced(k, 1)));
    return sum + (k % 2 === 0 ? value : -value) * minor;
  }, 0);
}

const MAX_ROUNDS = 60;
const EXACT = 1e-7;
/** Compared with squared distances: a gap of a millionth of the size counts as contact. */
const TOUCHING = 1e-12;
