/** The convex hull of points, or an approximation with a limited number of corners. */
export interface ConvexHull {
  /** Indices of the points that are its corners, ascending. */
  readonly corners: Uint32Array;
  /** Indices of points, three per triangle, counter-clockwise as seen from outside. */
  readonly triangles: Uint32Array;
  /** Distance of the farthest point outside it, in the unit of the points; 0 if it contains all of them. */
  readonly gap: number;
}

/** Largest number of corners of a colliding hull: engines examine all of them for every contact. */
export const MAX_HULL_CORNERS = 256;

/**
 * Computes a hull of points x y z x y z … by Quickhull, always adding the point farthest outside, so that a hull of few
 * corners is as good as possible. The side on which a point lies is decided exactly, on a grid of a millionth of the
 * size: without tolerances, hulls are always convex and have the same corners on every machine. Returns `undefined` if
 * the points lie in one plane.
 */
export function convexHull(points: ArrayLike<number>, maxCorners = MAX_HULL_CORNERS): ConvexHull | undefined {
  const grid = onGrid(points);
  if (grid === undefined) return undefined;
  const hull = new HullBuilder(grid.coordinates);
  if (!hull.begin(Array.from({ length: points.length / 3 }, (_, i) => i))) return undefined;
  while (hull.cornerCount < maxCorners && hull.grow());
  return { corners: hull.corners(), triangles: hull.triangles(), gap: hull.gap * grid.cell };
}

/** Returns the volume of the solid within triangles that face outward; `triangles` has indices into `points`. */
export function volumeWithin(points: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let sum = 0;
  // Relative to a corner, because precision would be lost far from the origin.
  const [ox, oy, oz] = triangles.length === 0 ? [0, 0, 0] : [0, 1, 2].map((k) => points[3 * triangles[0]! + k]!);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!];
    const [ax, ay, az] = [points[a]! - ox!, points[a + 1]! - oy!, points[a + 2]! - oz!];
    const [bx, by, bz] = [points[b]! - ox!, points[b + 1]! - oy!, points[b + 2]! - oz!];
    const [cx, cy, cz] = [points[c]! - ox!, points[c + 1]! - oy!, points[c + 2]! - oz!];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}

/** Cells along the longest side. With more, the products below would no longer be exact. */
const CELLS = 1 << 20;

interface Grid {
  /** Whole numbers from 0 to CELLS, three per point. */
  readonly coordinates: Int32Array;
  /** The size of a cell in the unit of the points. */
  readonly cell: number;
}

function onGrid(points: ArrayLike<number>): Grid | undefined {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    const value = points[i]!;
    if (value < min[i % 3]!) min[i % 3] = value;
    if (value > max[i % 3]!) max[i % 3] = value;
  }
  const size = Math.max(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!);
  if (!(size > 0 && size < Infinity)) return undefined;
  const cell = size / CELLS;
  const coordinates = new Int32Array(points.length);
  for (let i = 0; i < points.length; i++) coordinates[i] = Math.round((points[i]! - min[i % 3]!) / cell);
  return { coordinates, cell };
}

interface Face {
  /** Indices of points, counter-clockwise as seen from outside. */
  readonly corners: readonly [number, number, number];
  /** Its neighbours across the edges from each corner to the next. */
  readonly neighbours: [Face, Face, Face];
  /** Its outward normal; whole numbers below 2⁴³. */
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly length: number;
  /** Points outside this face; each point is listed with one face only. */
  outside: number[];
  farthest: number;
  /** Distance of the farthest of them from the plane, in cells. */
  reach: number;
  gone: boolean;
}

class HullBuilder {
  readonly #at: Int32Array;
  #faces: Face[] = [];
  #corners = new Set<number>();

  constructor(coordinates: Int32Array) {
    this.#at = coordinates;
  }

  get cornerCount(): number {
    return this.#corners.size;
  }

  get gap(): number {
    return this.#faces.reduce((most, { reach }) => Math.max(most, reach), 0);
  }

  corners(): Uint32Array {
    return Uint32Array.from(new Set(this.#faces.flatMap(({ corners }) => corners))).sort();
  }

  triangles(): Uint32Array {
    return Uint32Array.from(this.#faces.flatMap(({ corners }) => corners));
  }

  /** Begins with a tetrahedron of points far apart. Returns false if there is none. */
  begin(points: readonly number[]): boolean {
    const at = this.#at;
    const farthest = (distance: (point: number) => number): number => {
      let best = points[0]!;
      let most = -1;
      for (const point of points) {
        const own = distance(point);
        if (own > most) {
          most = own;
          best = point;
        }
      }
      return best;
    };
    const a = farthest((point) => CELLS - at[3 * point]!);
    const b = farthest((point) => squared(this.#between(a, point)));
    const ab = this.#between(a, b);
    const c = farthest((point) => squared(crossed(ab, this.#between(a, point))));
    const [nx, ny, nz] = crossed(ab, this.#between(a, c));
    if (nx === 0 && ny === 0 && nz === 0) return false;
    const plane = this.#face(a, b, c);
    const d = farthest((point) => Math.abs(this.#side(plane, point)));
    const side = this.#side(plane, d);
    if (side === 0) return false;
    const [p, q, r] = side > 0 ? [a, c, b] : [a, b, c];
    const faces = [this.#face(p, q, r), this.#face(p, d, q), this.#face(q, d, r), this.#face(r, d, p)] as const;
    const [base, one, two, three] = faces;
    base.neighbours.splice(0, 3, one, two, three);
    one.neighbours.splice(0, 3, three, two, base);
    two.neighbours.splice(0, 3, one, three, base);
    three.neighbours.splice(0, 3, two, one, base);
    this.#faces = [...faces];
    this.#corners = new Set([a, b, c, d]);
    this.#share(points, this.#faces);
    return true;
  }

  /** Adds the point farthest outside. Returns false if no point is outside. */
  grow(): boolean {
    let start: Face | undefined;
    for (const face of this.#faces) if (face.reach > (start?.reach ?? 0)) start = face;
    if (start === undefined) return false;
    const apex = start.farthest;
    this.#corners.add(apex);
    const seen: Face[] = [start];
    const rim: { from: number; to: number; beyond: Face }[] = [];
    start.gone = true;
    for (let i = 0; i < seen.length; i++) {
      const face = seen[i]!;
      for (let edge = 0; edge < 3; edge++) {
        const beyond = face.neighbours[edge]!;
        if (beyond.gone) continue;
        if (this.#side(beyond, apex) > 0) {
          beyond.gone = true;
          seen.push(beyond);
        }
      }
    }
    for (const face of seen) {
      for (let edge = 0; edge < 3; edge++) {
        const beyond = face.neighbours[edge]!;
        if (!beyond.gone) rim.push({ from: face.corners[edge]!, to: face.corners[(edge + 1) % 3]!, beyond });
      }
    }
    const added = rim.map(({ from, to }) => this.#face(from, to, apex));
    const byStart = new Map(rim.map(({ from }, i) => [from, added[i]!]));
    const byEnd = new Map(rim.map(({ to }, i) => [to, added[i]!]));
    rim.forEach(({ from, to, beyond }, i) => {
      const face = added[i]!;
      face.neighbours.splice(0, 3, beyond, byStart.get(to)!, byEnd.get(from)!);
      beyond.neighbours[beyond.corners.indexOf(to)] = face;
    });
    this.#faces = this.#faces.filter(({ gone }) => !gone).concat(added);
    this.#share(
      seen.flatMap(({ outside }) => outside),
      added,
    );
    return true;
  }

  /** Assigns each point to the first face that it is outside of. */
  #share(points: readonly number[], faces: readonly Face[]): void {
    for (const point of points) {
      for (const face of faces) {
        const side = this.#side(face, point);
        if (side <= 0) continue;
        face.outside.push(point);
        const reach = side / face.length;
        if (reach > face.reach) {
          face.reach = reach;
          face.farthest = point;
        }
        break;
      }
    }
  }

  #face(a: number, b: number, c: number): Face {
    const [nx, ny, nz] = crossed(this.#between(a, b), this.#between(a, c));
    const face: Face = {
      corners: [a, b, c],
      neighbours: [] as unknown as Face["neighbours"],
      nx,
      ny,
      nz,
      length: Math.sqrt(nx * nx + ny * ny + nz * nz),
      outside: [],
      farthest: -1,
      reach: 0,
      gone: false,
    };
    return face;
  }

  #between(from: number, to: number): readonly [number, number, number] {
    const at = this.#at;
    return [at[3 * to]! - at[3 * from]!, at[3 * to + 1]! - at[3 * from + 1]!, at[3 * to + 2]! - at[3 * from + 2]!];
  }

  /** Returns a number above zero outside, zero in the plane; its sign is exact. */
  #side({ corners, nx, ny, nz }: Face, point: number): number {
    const at = this.#at;
    const first = 3 * corners[0];
    const dx = at[3 * point]! - at[first]!;
    const dy = at[3 * point + 1]! - at[first + 1]!;
    const dz = at[3 * point + 2]! - at[first + 2]!;
    const sum = nx * dx + ny * dy + nz * dz;
    // Each product has up to 64 bits, 11 more than a number can hold.
    return Math.abs(sum) > 16384 ? sum : exactSum(nx, ny, nz, dx, dy, dz);
  }
}

const HALF = 1 << 22;

/**
 * Sums exactly, with normals in two halves of 22 bits, so that every product and sum is a whole number that a double
 * can hold.
 */
function exactSum(nx: number, ny: number, nz: number, dx: number, dy: number, dz: number): number {
  const [hx, hy, hz] = [Math.floor(nx / HALF), Math.floor(ny / HALF), Math.floor(nz / HALF)];
  const high = hx * dx + hy * dy + hz * dz;
  const low = (nx - hx * HALF) * dx + (ny - hy * HALF) * dy + (nz - hz * HALF) * dz;
  const carry = Math.floor(low / HALF);
  return (high + carry) * HALF + (low - carry * HALF);
}

function crossed(
  [ax, ay, az]: readonly [number, number, number],
  [bx, by, bz]: readonly [number, number, number],
): readonly [number, number, number] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function squared([x, y, z]: readonly [number, number, number]): number {
  return x * x + y * y + z * z;
}
