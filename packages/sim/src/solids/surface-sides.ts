/**
 * Returns whether the triangles of a surface certainly face its outside: true for closed solids that face outward, and
 * floors that face up. Anything else (a solid turned inside out, a room, a single wall, inconsistent triangles) must be
 * solid from both sides, because an engine that relied on the direction would push things through.
 */
export function facesOutward(vertices: ArrayLike<number>, indices: ArrayLike<number>): boolean {
  const { isConsistent, isOpen } = edgesOf(indices);
  if (!isConsistent) return false;
  const bodyOf = connected(vertices.length / 3, indices);
  /** Per body: six times its volume; twice its area; twice the area that faces up. */
  const volume = new Float64Array(vertices.length / 3);
  const area = new Float64Array(vertices.length / 3);
  const upward = new Float64Array(vertices.length / 3);
  for (let i = 0; i < indices.length; i += 3) {
    const body = bodyOf(indices[i]!);
    // Relative to a corner of the body, because the sum would lose precision far from the origin.
    const at = (k: number, axis: number): number => vertices[3 * indices[i + k]! + axis]! - vertices[3 * body + axis]!;
    const [ax, ay, az] = [at(0, 0), at(0, 1), at(0, 2)];
    const [ux, uy, uz] = [at(1, 0) - ax, at(1, 1) - ay, at(1, 2) - az];
    const [vx, vy, vz] = [at(2, 0) - ax, at(2, 1) - ay, at(2, 2) - az];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    volume[body]! += ax * nx + ay * ny + az * nz;
    area[body]! += Math.sqrt(nx * nx + ny * ny + nz * nz);
    upward[body]! += nz;
  }
  const openBodies = new Set(isOpen.map(bodyOf));
  for (let body = 0; body < area.length; body++) {
    if (area[body] === 0) continue;
    const isSound = openBodies.has(body) ? upward[body]! > 0.5 * area[body]! : volume[body]! > 0;
    if (!isSound) return false;
  }
  return true;
}

/**
 * Checks edges. `isConsistent`: no edge is used twice in the same direction. `isOpen`: a vertex of each edge that only
 * one triangle has.
 */
function edgesOf(indices: ArrayLike<number>): { isConsistent: boolean; isOpen: number[] } {
  const uses = new Map<number, number>();
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [from, to] = [indices[i + k]!, indices[i + ((k + 1) % 3)]!];
      const key = Math.min(from, to) * VERTICES + Math.max(from, to);
      const use = from < to ? FORWARD : BACKWARD;
      const before = uses.get(key) ?? 0;
      if ((before & use) !== 0) return { isConsistent: false, isOpen: [] };
      uses.set(key, before | use);
    }
  }
  const isOpen: number[] = [];
  for (const [key, use] of uses) if (use !== (FORWARD | BACKWARD)) isOpen.push(Math.floor(key / VERTICES));
  return { isConsistent: true, isOpen };
}

const FORWARD = 1;
const BACKWARD = 2;
/** More than any mesh has. */
const VERTICES = 0x4000000;

/** Returns a function that finds the smallest vertex connected to a vertex by triangles. */
function connected(count: number, indices: ArrayLike<number>): (vertex: number) => number {
  const parent = Uint32Array.from({ length: count }, (_, i) => i);
  const root = (vertex: number): number => {
    let at = vertex;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  for (let i = 0; i < indices.length; i++) {
    const [a, b] = [root(indices[i]!), root(indices[i - (i % 3)]!)];
    if (a !== b) parent[Math.max(a, b)] = Math.min(a, b);
  }
  return root;
}
