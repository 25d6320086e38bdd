/** A concave polygon with more corners than this is cut as a fan, because finding ears takes quadratic time. */
const MAX_EAR_CORNERS = 5_000;

export interface Point2 {
  readonly x: number;
  readonly y: number;
}

/**
 * Cuts a polygon in space (x y z x y z …, roughly flat) into triangles of three corner numbers each, in the same
 * orientation.
 */
export function triangulatePolygon(points: readonly number[]): number[] {
  const count = points.length / 3;
  if (count === 3) return [0, 1, 2];
  const flat = flatten(points);
  if (isConvex(flat) || count > MAX_EAR_CORNERS) return fan(count);
  return clipEars(flat, Array.from(flat.keys()));
}

/** Cuts an outline (counter-clockwise) with holes (clockwise) into triangles; numbers are those of `points`. */
export function triangulateRings(
  points: readonly Point2[],
  outline: readonly number[],
  holes: readonly number[][],
): number[] {
  const rightmost = (ring: readonly number[]): number => Math.max(...ring.map((i) => points[i]!.x));
  const byReach = holes.toSorted((a, b) => rightmost(b) - rightmost(a));
  let loop = [...outline];
  for (const hole of byReach) loop = bridge(points, loop, hole);
  return clipEars(points, loop);
}

/** Returns twice the signed area: above zero for a counter-clockwise ring. */
export function doubleArea(ring: readonly Point2[]): number {
  let sum = 0;
  for (let i = 0, last = ring.length - 1; i < ring.length; last = i++) {
    sum += ring[last]!.x * ring[i]!.y - ring[i]!.x * ring[last]!.y;
  }
  return sum;
}

/** Projects along the axis that the polygon faces most, such that the result is counter-clockwise. */
function flatten(points: readonly number[]): Point2[] {
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let i = 0, last = points.length - 3; i < points.length; last = i, i += 3) {
    const [ax, ay, az] = [points[last]!, points[last + 1]!, points[last + 2]!];
    const [bx, by, bz] = [points[i]!, points[i + 1]!, points[i + 2]!];
    nx += (ay - by) * (az + bz);
    ny += (az - bz) * (ax + bx);
    nz += (ax - bx) * (ay + by);
  }
  const along =
    Math.abs(nx) > Math.abs(ny) ? (Math.abs(nx) > Math.abs(nz) ? 0 : 2) : Math.abs(ny) > Math.abs(nz) ? 1 : 2;
  const isFront = [nx, ny, nz][along]! >= 0;
  const [u, v] = isFront ? [(along + 1) % 3, (along + 2) % 3] : [(along + 2) % 3, (along + 1) % 3];
  return Array.from({ length: points.length / 3 }, (_, i) => ({ x: points[3 * i + u]!, y: points[3 * i + v]! }));
}

function isConvex(ring: readonly Point2[]): boolean {
  const count = ring.length;
  let turns = 0;
  for (let i = 0; i < count; i++) {
    const a = ring[i]!;
    const b = ring[(i + 1) % count]!;
    const c = ring[(i + 2) % count]!;
    if (turn(a, b, c) < 0) return false;
    // Counts changes from leftwards to rightwards: a star that winds twice also has only left turns.
    if (b.x < a.x !== c.x < b.x) turns++;
  }
  return turns <= 2;
}

function fan(count: number): number[] {
  return Array.from({ length: count - 2 }, (_, i) => [0, i + 1, i + 2]).flat();
}

/** Returns a number above zero if the path from a through b to c turns left. */
function turn(a: Point2, b: Point2, c: Point2): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/**
 * Cuts off ears. `loop` is counter-clockwise and may contain a corner twice. Always terminates, and covers all of a
 * simple polygon.
 */
function clipEars(points: readonly Point2[], loop: readonly number[]): number[] {
  const triangles: number[] = [];
  const count = loop.length;
  const next = Int32Array.from(loop, (_, i) => (i + 1) % count);
  const previous = Int32Array.from(loop, (_, i) => (i + count - 1) % count);
  const at = (i: number): Point2 => points[loop[i]!]!;
  const corner = (i: number): number => turn(at(previous[i]!), at(i), at(next[i]!));
  let left = count;
  let misses = 0;
  for (let i = 0; left > 2;) {
    const before = previous[i]!;
    const after = next[i]!;
    // A whole round without an ear means that the outline crosses itself; something must be cut anyway.
    const isForced = misses > left;
    const size = corner(i);
    if (isForced || (size > 0 && !holdsOther(i))) {
      if (size > 0) triangles.push(loop[before]!, loop[i]!, loop[after]!);
      next[before] = after;
      previous[after] = before;
      left--;
      misses = 0;
      // Skips a corner: cutting neighbours one after another would give long slivers.
      i = next[after]!;
    } else {
      misses++;
      i = after;
    }
  }
  return triangles;

  function holdsOther(i: number): boolean {
    const a = at(previous[i]!);
    const b = at(i);
    const c = at(next[i]!);
    for (let other = next[next[i]!]!; other !== previous[i]; other = next[other]!) {
      const p = at(other);
      if (isSame(p, a)) {
        if (leadsInto(other, b, c)) return true;
      } else if (isSame(p, b)) {
        if (leadsInto(other, c, a)) return true;
      } else if (isSame(p, c)) {
        if (leadsInto(other, a, b)) return true;
      } else if (corner(other) <= 0 && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the outline contains the ear's corner a second time, on a path between the ear's two sides. */
  function leadsInto(other: number, right: Point2, left: Point2): boolean {
    const p = at(other);
    return [at(next[other]!), at(previous[other]!)].some((q) => turn(p, right, q) > 0 && turn(p, q, left) > 0);
  }
}

function isSame(a: Point2, b: Point2): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Returns the outline with a cut to the hole, around it and back. */
function bridge(points: readonly Point2[], loop: readonly number[], hole: readonly number[]): number[] {
  const at = (i: number): Point2 => points[i]!;
  let start = 0;
  for (let i = 1; i < hole.length; i++) if (at(hole[i]!).x > at(hole[start]!).x) start = i;
  const from = at(hole[start]!);
  const target = visibleCorner(points, loop, from);
  const around = [...hole.slice(start), ...hole.slice(0, start + 1)];
  return [...loop.slice(0, target + 1), ...around, ...loop.slice(target)];
}

/** Returns the place in `loop` of a corner that is visible from a point inside it. */
function visibleCorner(points: readonly Point2[], loop: readonly number[], from: Point2): number {
  const at = (i: number): Point2 => points[loop[i]!]!;
  let nearest = Infinity;
  let best = 0;
  // Finds the edge that a ray to the right meets first, and takes its right end.
  for (let i = 0; i < loop.length; i++) {
    const a = at(i);
    const j = (i + 1) % loop.length;
    const b = at(j);
    if (a.y > from.y === b.y > from.y && a.y !== from.y) continue;
    if (a.y === b.y) continue;
    const x = a.x + ((from.y - a.y) / (b.y - a.y)) * (b.x - a.x);
    if (from.y < Math.min(a.y, b.y) || from.y > Math.max(a.y, b.y) || x < from.x || x >= nearest) continue;
    nearest = x;
    best = a.x > b.x ? i : j;
  }
  if (nearest === Infinity) return 0;
  const hit = { x: nearest, y: from.y };
  const far = at(best);
  // A corner within the triangle to that end hides it. Of such corners, the one at the smallest angle to the ray is
  // visible; among equals, the nearest. If the outline contains it more than once, the occurrence that is open towards
  // the point counts.
  let slope = Infinity;
  let distance = Infinity;
  const [a, b, c] = far.y >= from.y ? [from, hit, far] : [from, far, hit];
  for (let i = 0; i < loop.length; i++) {
    const p = at(i);
    if (p.x <= from.x || turn(a, b, p) < 0 || turn(b, c, p) < 0 || turn(c, a, p) < 0) continue;
    if (!opensTo(at((i + loop.length - 1) % loop.length), p, at((i + 1) % loop.length), from)) continue;
    const own = Math.abs(p.y - from.y) / (p.x - from.x);
    if (own > slope || (own === slope && p.x - from.x >= distance)) continue;
    slope = own;
    distance = p.x - from.x;
    best = i;
  }
  return best;
}

/** Returns whether the inside of the outline at a corner is on the side of a point. */
function opensTo(before: Point2, corner: Point2, after: Point2, point: Point2): boolean {
  if (turn(before, corner, after) > 0) return turn(corner, after, point) >= 0 && turn(corner, point, before) >= 0;
  return !(turn(corner, before, point) > 0 && turn(corner, point, after) > 0);
}
