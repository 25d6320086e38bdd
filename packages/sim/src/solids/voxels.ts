/** A solid divided into cubes. */
export interface Voxels {
  /** Number of cells along x, y and z; the outermost layer is empty. */
  readonly counts: readonly [number, number, number];
  /** EMPTY, SURFACE or INSIDE; x varies fastest. */
  readonly cells: Uint8Array;
  /** Coordinates of the corner of cell 0 0 0. */
  readonly origin: readonly [number, number, number];
  /** Length of an edge, in metres. */
  readonly size: number;
}

export const EMPTY = 0;
const SURFACE = 1;
export const INSIDE = 2;

/**
 * Marks the cells that a surface goes through, then those that cannot be reached from outside without crossing it. Gaps
 * smaller than a cell are harmless; of an open sheet, only the surface becomes solid.
 */
export function voxelsOf(vertices: ArrayLike<number>, indices: ArrayLike<number>, resolution: number): Voxels {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i++) {
    min[i % 3] = Math.min(min[i % 3]!, vertices[i]!);
    max[i % 3] = Math.max(max[i % 3]!, vertices[i]!);
  }
  // Half a cell of margin: a face exactly between two cells would mark the wrong one on one side.
  const size = Math.max(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!) / (resolution - 0.5);
  const extent = (axis: number): number => Math.ceil((max[axis]! - min[axis]!) / size + 0.5) + 2;
  const counts = [extent(0), extent(1), extent(2)] as const;
  // Centres the solid in its cells, so that a symmetric one stays symmetric.
  const start = (axis: number): number => (min[axis]! + max[axis]!) / 2 - (counts[axis]! * size) / 2;
  const origin = [start(0), start(1), start(2)] as const;
  const cells = new Uint8Array(counts[0] * counts[1] * counts[2]);
  const triangle = new Float64Array(9);
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 9; k++) {
      triangle[k] = (vertices[3 * indices[i + Math.floor(k / 3)]! + (k % 3)]! - origin[k % 3]!) / size;
    }
    markTriangle(cells, counts, triangle);
  }
  fillInside(cells, counts);
  return { counts, cells, origin, size };
}

/**
 * Marks the cells of a triangle, along the axis that it faces most, because few of its cells are behind each other
 * there.
 */
function markTriangle(cells: Uint8Array, counts: readonly number[], t: Float64Array): void {
  const [ux, uy, uz] = [t[3]! - t[0]!, t[4]! - t[1]!, t[5]! - t[2]!];
  const [vx, vy, vz] = [t[6]! - t[0]!, t[7]! - t[1]!, t[8]! - t[2]!];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const steep = normal.map(Math.abs);
  const depth = steep[0]! > steep[1]! ? (steep[0]! > steep[2]! ? 0 : 2) : steep[1]! > steep[2]! ? 1 : 2;
  const [p, q] = [(depth + 1) % 3, (depth + 2) % 3];
  const cellOf = (value: number, axis: number): number => Math.min(counts[axis]! - 1, Math.max(0, Math.floor(value)));
  const range = (axis: number): [number, number] => [
    Math.min(t[axis]!, t[3 + axis]!, t[6 + axis]!),
    Math.max(t[axis]!, t[3 + axis]!, t[6 + axis]!),
  ];
  const [pMin, pMax] = range(p);
  const [qMin, qMax] = range(q);
  const [nearest, farthest] = range(depth);
  const strides = [1, counts[0]!, counts[0]! * counts[1]!];
  const n = normal[depth]!;
  const turn = n >= 0 ? 1 : -1;
  for (let i = cellOf(pMin, p); i <= cellOf(pMax, p); i++) {
    for (let j = cellOf(qMin, q); j <= cellOf(qMax, q); j++) {
      if (!overlaps(t, p, q, turn, i, j)) continue;
      // Depth of the plane over the cell's square, limited to that of the triangle.
      let [low, high] = [nearest, farthest];
      if (n !== 0) {
        const middle = t[depth]! - (normal[p]! * (i + 0.5 - t[p]!) + normal[q]! * (j + 0.5 - t[q]!)) / n;
        const spread = (Math.abs(normal[p]!) + Math.abs(normal[q]!)) / (2 * Math.abs(n));
        low = Math.max(low, middle - spread);
        high = Math.min(high, middle + spread);
      }
      for (let k = cellOf(low, depth); k <= cellOf(high, depth); k++) {
        cells[i * strides[p]! + j * strides[q]! + k * strides[depth]!] = SURFACE;
      }
    }
  }
}

/**
 * Returns whether the triangle, seen along one axis, overlaps the square of cell i j: no edge has the whole square on
 * its outer side.
 */
function overlaps(t: Float64Array, p: number, q: number, turn: number, i: number, j: number): boolean {
  for (let edge = 0; edge < 3; edge++) {
    const a = 3 * edge;
    const b = 3 * ((edge + 1) % 3);
    const ep = (t[b + p]! - t[a + p]!) * turn;
    const eq = (t[b + q]! - t[a + q]!) * turn;
    // The corner of the square that is farthest inward.
    const x = i + (eq < 0 ? 1 : 0);
    const y = j + (ep > 0 ? 1 : 0);
    if (ep * (y - t[a + q]!) - eq * (x - t[a + p]!) < 0) return false;
  }
  return true;
}

/** Marks the cells that a flood from cell 0 does not reach. */
function fillInside(cells: Uint8Array, [nx, ny, nz]: readonly [number, number, number]): void {
  const REACHED = 3;
  const stack = [0];
  cells[0] = REACHED;
  const visit = (cell: number): void => {
    if (cells[cell] !== EMPTY) return;
    cells[cell] = REACHED;
    stack.push(cell);
  };
  for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
    const x = cell % nx;
    const y = Math.floor(cell / nx) % ny;
    const z = Math.floor(cell / (nx * ny));
    if (x > 0) visit(cell - 1);
    if (x < nx - 1) visit(cell + 1);
    if (y > 0) visit(cell - nx);
    if (y < ny - 1) visit(cell + nx);
    if (z > 0) visit(cell - nx * ny);
    if (z < nz - 1) visit(cell + nx * ny);
  }
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === REACHED) cells[cell] = EMPTY;
    else if (cells[cell] === EMPTY) cells[cell] = INSIDE;
  }
}
