import type { SolidMass } from "../sdf/inertia.ts";

/**
 * Computes volume (as mass at 1 kg/m³), centre and inertia of the inside of a triangle mesh. The result is exact for
 * any closed surface: each triangle forms a tetrahedron with one point, and where these overlap outside, they cancel
 * out. Undefined if the surface has a hole or encloses nothing. A surface turned inside out gives the same solid.
 */
export function massWithin(vertices: ArrayLike<number>, indices: ArrayLike<number>): SolidMass | undefined {
  if (indices.length === 0 || !isClosed(indices)) return undefined;
  // Relative to a corner, because differences would lose precision around a distant origin.
  const [ox, oy, oz] = [0, 1, 2].map((axis) => vertices[3 * indices[0]! + axis]!) as [number, number, number];
  let volume = 0;
  const first = [0, 0, 0];
  /** Order: xx yy zz xy xz yz. */
  const second = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = 3 * indices[i + k]!;
      return [vertices[at]! - ox, vertices[at + 1]! - oy, vertices[at + 2]! - oz];
    }) as [number[], number[], number[]];
    const six =
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
      a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
    volume += six / 6;
    for (let k = 0; k < 3; k++) first[k]! += (six / 24) * (a[k]! + b[k]! + c[k]!);
    PAIRS.forEach(([m, n], k) => {
      const own = a[m]! * a[n]! + b[m]! * b[n]! + c[m]! * c[n]!;
      second[k]! += (six / 120) * (own + (a[m]! + b[m]! + c[m]!) * (a[n]! + b[n]! + c[n]!));
    });
  }
  const sign = volume < 0 ? -1 : 1;
  const mass = sign * volume;
  if (!(mass > 0)) return undefined;
  const [x, y, z] = first.map((value) => (sign * value) / mass) as [number, number, number];
  const [xx, yy, zz, xy, xz, yz] = second.map((value, k) => {
    const [m, n] = PAIRS[k]!;
    return sign * value - mass * [x, y, z][m]! * [x, y, z][n]!;
  }) as [number, number, number, number, number, number];
  return {
    mass,
    center: { x: x + ox, y: y + oy, z: z + oz },
    inertia: { ixx: yy + zz, iyy: xx + zz, izz: xx + yy, ixy: -xy, ixz: -xz, iyz: -yz },
  };
}

const PAIRS: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
];

/** Returns whether every edge is used equally often in both directions. */
function isClosed(indices: ArrayLike<number>): boolean {
  const edges = new Map<number, number>();
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [from, to] = [indices[i + k]!, indices[i + ((k + 1) % 3)]!];
      const key = Math.min(from, to) * 0x4000000 + Math.max(from, to);
      edges.set(key, (edges.get(key) ?? 0) + (from < to ? 1 : -1));
    }
  }
  return edges.values().every((count) => count === 0);
}
