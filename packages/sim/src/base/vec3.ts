/** In metres, unless the name of the value says otherwise. */
export interface Vec3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const zero: Vec3 = { x: 0, y: 0, z: 0 };

export function vec3(x: number, y: number, z: number): Vec3 {
  return { x, y, z };
}

export function add(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

export function scale(a: Vec3, factor: number): Vec3 {
  return { x: a.x * factor, y: a.y * factor, z: a.z * factor };
}

export function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

export function length(a: Vec3): number {
  return Math.sqrt(dot(a, a));
}

/** Returns the vector of length 1 in the same direction; zero stays zero. */
export function normalize(a: Vec3): Vec3 {
  const size = length(a);
  return size === 0 ? a : scale(a, 1 / size);
}

export function isFiniteVec3(a: Vec3): boolean {
  return Number.isFinite(a.x) && Number.isFinite(a.y) && Number.isFinite(a.z);
}

/** Copies a vector between lists of numbers. */
export function copyVector(to: Float64Array, toAt: number, from: Float64Array, fromAt: number): void {
  to[toAt] = from[fromAt]!;
  to[toAt + 1] = from[fromAt + 1]!;
  to[toAt + 2] = from[fromAt + 2]!;
}
