/**
 * Returns the reference for scenes without a closed form: the Runge-Kutta method of fourth order, with steps small
 * enough to be exact here.
 */
export function rk4(state: readonly number[], rate: (state: readonly number[]) => number[], seconds: number): number[] {
  const steps = Math.ceil(seconds / 1e-4 - 1e-9);
  const h = seconds / steps;
  let now = [...state];
  const ahead = (k: readonly number[], share: number): number[] => now.map((value, i) => value + share * h * k[i]!);
  for (let step = 0; step < steps; step++) {
    const a = rate(now);
    const b = rate(ahead(a, 0.5));
    const c = rate(ahead(b, 0.5));
    const d = rate(ahead(c, 1));
    now = now.map((value, i) => value + (h / 6) * (a[i]! + 2 * b[i]! + 2 * c[i]! + d[i]!));
  }
  return now;
}

/**
 * Returns the derivative of a free body's state by Euler's equations: quaternion x y z w, then angular velocity in its
 * principal axes.
 */
export function freeRotation(moments: readonly [number, number, number]): (state: readonly number[]) => number[] {
  const [ia, ib, ic] = moments;
  return ([x = 0, y = 0, z = 0, w = 0, a = 0, b = 0, c = 0]) => [
    0.5 * (w * a + y * c - z * b),
    0.5 * (w * b + z * a - x * c),
    0.5 * (w * c + x * b - y * a),
    0.5 * (-x * a - y * b - z * c),
    ((ib - ic) / ia) * b * c,
    ((ic - ia) / ib) * c * a,
    ((ia - ib) / ic) * a * b,
  ];
}

/** Returns the angle between two rotations (x y z w), in rad. */
export function angleBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let size = 0;
  for (let i = 0; i < 4; i++) {
    dot += a[i]! * b[i]!;
    size += b[i]! * b[i]!;
  }
  return 2 * Math.acos(Math.min(1, Math.abs(dot) / Math.sqrt(size)));
}

/** Returns a vector in the axes of a body with this rotation (x y z w). */
export function intoBody(q: ArrayLike<number>, v: readonly [number, number, number]): [number, number, number] {
  const [x, y, z, w] = [-q[0]!, -q[1]!, -q[2]!, q[3]!];
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

/** Returns a vector of the body's axes in world axes. */
export function outOfBody(q: ArrayLike<number>, v: readonly [number, number, number]): [number, number, number] {
  return intoBody([-q[0]!, -q[1]!, -q[2]!, q[3]!], v);
}
