import type { Vec3 } from "@orrery/sim";

/**
 * Stretches a shape's matrix along the axes of its owner, whose pose is given. Places move away from the owner's
 * origin, and sizes grow along the shape's own axes as much as a line along them would.
 */
export function stretchMatrix(
  matrix: Float32Array | number[],
  to: number,
  pose: Float64Array,
  at: number,
  factors: Vec3,
): void {
  const [ox, oy, oz] = [pose[at]!, pose[at + 1]!, pose[at + 2]!];
  const [qx, qy, qz, qw] = [pose[at + 3]!, pose[at + 4]!, pose[at + 5]!, pose[at + 6]!];
  for (let column = 0; column < 3; column++) {
    const i = to + column * 4;
    const [x, y, z] = turnedBack(qx, qy, qz, qw, matrix[i]!, matrix[i + 1]!, matrix[i + 2]!);
    const before = Math.hypot(x, y, z);
    if (before === 0) continue;
    const factor = Math.hypot(x * factors.x, y * factors.y, z * factors.z) / before;
    for (let k = 0; k < 3; k++) matrix[i + k] = matrix[i + k]! * factor;
  }
  const i = to + 12;
  const [x, y, z] = turnedBack(qx, qy, qz, qw, matrix[i]! - ox, matrix[i + 1]! - oy, matrix[i + 2]! - oz);
  const [px, py, pz] = turnedBack(-qx, -qy, -qz, qw, x * factors.x, y * factors.y, z * factors.z);
  matrix[i] = ox + px;
  matrix[i + 1] = oy + py;
  matrix[i + 2] = oz + pz;
}

/** Rotates a vector by the inverse of a rotation. */
function turnedBack(
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  x: number,
  y: number,
  z: number,
): readonly [number, number, number] {
  const tx = 2 * (qz * y - qy * z);
  const ty = 2 * (qx * z - qz * x);
  const tz = 2 * (qy * x - qx * y);
  return [x + qw * tx + qz * ty - qy * tz, y + qw * ty + qx * tz - qz * tx, z + qw * tz + qy * tx - qx * ty];
}
