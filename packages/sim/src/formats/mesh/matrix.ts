import { cos, sin } from "../../base/math/math.ts";
import type { Vec3 } from "../../base/vec3.ts";

/** Sixteen numbers, row by row, for column vectors. */
export type Matrix = readonly number[];

export const identityMatrix: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Multiplies two matrices: `b` is applied first, then `a`. */
export function multiplyMatrices(a: Matrix, b: Matrix): Matrix {
  const product: number[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = 0;
      for (let i = 0; i < 4; i++) sum += a[4 * row + i]! * b[4 * i + column]!;
      product.push(sum);
    }
  }
  return product;
}

export function translation({ x, y, z }: Vec3): Matrix {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1];
}

export function scaling({ x, y, z }: Vec3): Matrix {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
}

/** Returns the rotation about an axis of any length, in radians; no rotation if the axis is zero. */
export function rotationAbout(axis: Vec3, angle: number): Matrix {
  const size = Math.sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
  if (!(size > 0)) return identityMatrix;
  const half = sin(angle / 2) / size;
  return rotationOfQuaternion(axis.x * half, axis.y * half, axis.z * half, cos(angle / 2));
}

/** Returns the rotation of a quaternion of any length above zero. */
export function rotationOfQuaternion(x: number, y: number, z: number, w: number): Matrix {
  const size = x * x + y * y + z * z + w * w;
  if (!(size > 0)) return identityMatrix;
  const s = 2 / size;
  return [
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    0,
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    0,
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
    0,
    0,
    0,
    0,
    1,
  ];
}

export function transform(m: Matrix, { x, y, z }: Vec3): Vec3 {
  return {
    x: m[0]! * x + m[1]! * y + m[2]! * z + m[3]!,
    y: m[4]! * x + m[5]! * y + m[6]! * z + m[7]!,
    z: m[8]! * x + m[9]! * y + m[10]! * z + m[11]!,
  };
}

/**
 * Returns the matrix for normals: the cofactors keep them perpendicular to surfaces under any scale, and pointing
 * outward under a reflection.
 */
export function normalMatrix(m: Matrix): Matrix {
  const c = (a: number, b: number, d: number, e: number): number => m[a]! * m[b]! - m[d]! * m[e]!;
  const sign = isReflection(m) ? -1 : 1;
  return [
    sign * c(5, 10, 6, 9),
    sign * c(6, 8, 4, 10),
    sign * c(4, 9, 5, 8),
    0,
    sign * c(2, 9, 1, 10),
    sign * c(0, 10, 2, 8),
    sign * c(1, 8, 0, 9),
    0,
    sign * c(1, 6, 2, 5),
    sign * c(2, 4, 0, 6),
    sign * c(0, 5, 1, 4),
    0,
    0,
    0,
    0,
    1,
  ];
}

/** Returns whether the matrix contains a reflection: triangles must then be reversed to face outward. */
export function isReflection(m: Matrix): boolean {
  const determinant =
    m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
    m[1]! * (m[4]! * m[10]! - m[6]! * m[8]!) +
    m[2]! * (m[4]! * m[9]! - m[5]! * m[8]!);
  return determinant < 0;
}
