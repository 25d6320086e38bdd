/** Adds a × b to three numbers of `out`. The inputs must not overlap them. */
export function addCross(
  out: Float64Array,
  at: number,
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
): void {
  const ax = a[aAt]!;
  const ay = a[aAt + 1]!;
  const az = a[aAt + 2]!;
  const bx = b[bAt]!;
  const by = b[bAt + 1]!;
  const bz = b[bAt + 2]!;
  out[at]! += ay * bz - az * by;
  out[at + 1]! += az * bx - ax * bz;
  out[at + 2]! += ax * by - ay * bx;
}

/** Adds a vector, rotated by a quaternion, to three numbers. */
export function addRotated(
  out: Float64Array,
  at: number,
  q: Float64Array,
  qAt: number,
  x: number,
  y: number,
  z: number,
): void {
  const qx = q[qAt]!;
  const qy = q[qAt + 1]!;
  const qz = q[qAt + 2]!;
  const qw = q[qAt + 3]!;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[at]! += x + qw * tx + qy * tz - qz * ty;
  out[at + 1]! += y + qw * ty + qz * tx - qx * tz;
  out[at + 2]! += z + qw * tz + qx * ty - qy * tx;
}

/** Writes the product of two quaternions; `out` is neither of them. */
export function multiplyQuats(out: Float64Array, a: Float64Array, at: number, b: Float64Array): void {
  const ax = a[at]!;
  const ay = a[at + 1]!;
  const az = a[at + 2]!;
  const aw = a[at + 3]!;
  const bx = b[0]!;
  const by = b[1]!;
  const bz = b[2]!;
  const bw = b[3]!;
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by - ax * bz + ay * bw + az * bx;
  out[2] = aw * bz + ax * by - ay * bx + az * bw;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}
