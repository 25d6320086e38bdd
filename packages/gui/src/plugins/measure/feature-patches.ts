import { vec3, type Vec3 } from "@orrery/sim";
import { chainsOf, type Segment } from "./feature-chains.ts";
import type { Features, Patch } from "./geometry-features.ts";
import type { WeldedMesh } from "./welded-mesh.ts";

/** Cuts a surface along its creases, where it bends by more than a round surface does between two triangles. */
export function patchesOf(mesh: WeldedMesh): Features {
  const normals = normalsOf(mesh);
  const { creases, joins } = edgesOf(mesh, normals);
  const patchOf = groupsOf(normals, joins);
  const count = patchOf.reduce((most, patch) => Math.max(most, patch), -1) + 1;
  const members = Array.from({ length: count }, (): number[] => []);
  patchOf.forEach((patch, triangle) => members[patch]?.push(triangle));
  const borders = Array.from({ length: count }, (): Segment[] => []);
  for (const { segment, triangles } of creases) {
    for (const patch of new Set(triangles.map((triangle) => patchOf[triangle]!))) borders[patch]?.push(segment);
  }
  const tips = tipsOf(mesh, normals, creases);
  const patches = members.map((triangles, i): Patch => ({
    centre: isFlat(triangles, normals) ? centreOf(mesh, triangles) : undefined,
    curves: chainsOf(mesh.vertices, borders[i]!),
    tips: [...new Set(triangles.flatMap((triangle) => cornersOf(mesh, triangle)))].flatMap((vertex) =>
      tips.has(vertex) ? [mesh.vertices[vertex]!] : [],
    ),
  }));
  return { patchOf, patches };
}

interface Crease {
  readonly segment: Segment;
  readonly triangles: readonly number[];
}

/** Returns the normals of triangles; zero for those without an area. */
function normalsOf(mesh: WeldedMesh): readonly Vec3[] {
  return Array.from({ length: mesh.triangles.length / 3 }, (_, triangle) => {
    const across = acrossOf(mesh, triangle);
    const size = vec3.length(across);
    return size > 0 ? vec3.scale(across, 1 / size) : across;
  });
}

/** Returns a vector along the normal, of twice the triangle's area. */
function acrossOf(mesh: WeldedMesh, triangle: number): Vec3 {
  const [a, b, c] = cornersOf(mesh, triangle).map((vertex) => mesh.vertices[vertex]!);
  return vec3.cross(vec3.subtract(b!, a!), vec3.subtract(c!, a!));
}

function cornersOf({ triangles }: WeldedMesh, triangle: number): [number, number, number] {
  return [triangles[triangle * 3]!, triangles[triangle * 3 + 1]!, triangles[triangle * 3 + 2]!];
}

function edgesOf(mesh: WeldedMesh, normals: readonly Vec3[]): { creases: Crease[]; joins: [number, number][] } {
  const sides = new Map<number, number[]>();
  const span = mesh.vertices.length;
  for (let triangle = 0; triangle < normals.length; triangle++) {
    if (isEmpty(normals[triangle]!)) continue;
    const corners = cornersOf(mesh, triangle);
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % 3]!;
      const key = Math.min(from, to) * span + Math.max(from, to);
      const known = sides.get(key);
      if (known === undefined) sides.set(key, [triangle]);
      else known.push(triangle);
    });
  }
  const creases: Crease[] = [];
  const joins: [number, number][] = [];
  for (const [key, triangles] of sides) {
    const [a, b] = triangles;
    const isSmooth = triangles.length === 2 && vec3.dot(normals[a!]!, normals[b!]!) > SMOOTH;
    if (isSmooth) joins.push([a!, b!]);
    else creases.push({ segment: [Math.floor(key / span), key % span], triangles });
  }
  return { creases, joins };
}

/** Numbers the groups of connected triangles. */
function groupsOf(normals: readonly Vec3[], joins: readonly [number, number][]): Int32Array {
  const above = Int32Array.from(normals, (_, i) => i);
  const rootOf = (triangle: number): number => {
    let at = triangle;
    while (above[at] !== at) at = above[at] = above[above[at]!]!;
    return at;
  };
  for (const [a, b] of joins) above[rootOf(a)] = rootOf(b);
  const numbers = new Map<number, number>();
  return Int32Array.from(normals, (normal, triangle) => {
    if (isEmpty(normal)) return -1;
    const root = rootOf(triangle);
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    return numbers.get(root)!;
  });
}

function isFlat(triangles: readonly number[], normals: readonly Vec3[]): boolean {
  const first = normals[triangles[0]!]!;
  return triangles.every((triangle) => vec3.dot(first, normals[triangle]!) > FLAT);
}

function centreOf(mesh: WeldedMesh, triangles: readonly number[]): Vec3 {
  let [sum, area] = [vec3.vec3(0, 0, 0), 0];
  for (const triangle of triangles) {
    const size = vec3.length(acrossOf(mesh, triangle));
    for (const vertex of cornersOf(mesh, triangle)) sum = vec3.add(sum, vec3.scale(mesh.vertices[vertex]!, size / 3));
    area += size;
  }
  return vec3.scale(sum, 1 / area);
}

/** Returns vertices where the surface is pointed although no edge leads there. */
function tipsOf(mesh: WeldedMesh, normals: readonly Vec3[], creases: readonly Crease[]): ReadonlySet<number> {
  const sums = mesh.vertices.map(() => ({ x: 0, y: 0, z: 0, count: 0 }));
  normals.forEach(({ x, y, z }, triangle) => {
    for (const vertex of cornersOf(mesh, triangle)) {
      const sum = sums[vertex]!;
      sum.x += x;
      sum.y += y;
      sum.z += z;
      sum.count++;
    }
  });
  const creased = new Set(creases.flatMap(({ segment }) => segment));
  const isTip = (vertex: number): boolean => {
    const { count, ...sum } = sums[vertex]!;
    return count > 2 && !creased.has(vertex) && vec3.length(sum) < POINTED * count;
  };
  return new Set(mesh.vertices.flatMap((_, vertex) => (isTip(vertex) ? [vertex] : [])));
}

function isEmpty({ x, y, z }: Vec3): boolean {
  return x === 0 && y === 0 && z === 0;
}

/** Cosines of the largest bends: within a smooth surface, 25°, and within a flat side, 0.6°. */
const SMOOTH = 0.906;
const FLAT = 0.99995;
/** The mean of the normals around a tip is at most this long. */
const POINTED = 0.8;
