import { multiply, normalizeQuat, type Quat } from "./quat.ts";
import type { Vec3 } from "./vec3.ts";

/** A symmetric matrix, in kg·m². */
export interface Inertia {
  readonly ixx: number;
  readonly iyy: number;
  readonly izz: number;
  readonly ixy: number;
  readonly ixz: number;
  readonly iyz: number;
}

/** Principal moments of an inertia, and the rotation from its principal axes. */
export interface PrincipalInertia {
  readonly moments: Vec3;
  readonly rotation: Quat;
}

/** Diagonalises a symmetric matrix by Jacobi's method. Uses only square roots, so every host gets the same bits. */
export function principalInertia(inertia: Inertia): PrincipalInertia {
  const m = [
    inertia.ixx,
    inertia.ixy,
    inertia.ixz,
    inertia.ixy,
    inertia.iyy,
    inertia.iyz,
    inertia.ixz,
    inertia.iyz,
    inertia.izz,
  ];
  let rotation: Quat = { x: 0, y: 0, z: 0, w: 1 };
  // Converges quadratically: eight sweeps diagonalise any 3 × 3 matrix to within rounding.
  for (let sweep = 0; sweep < 8; sweep++) {
    const off = Math.abs(m[1]!) + Math.abs(m[2]!) + Math.abs(m[5]!);
    if (off <= 1e-17 * (Math.abs(m[0]!) + Math.abs(m[4]!) + Math.abs(m[8]!))) break;
    rotation = turn(m, 0, 1, rotation);
    rotation = turn(m, 0, 2, rotation);
    rotation = turn(m, 1, 2, rotation);
  }
  return { moments: { x: m[0]!, y: m[4]!, z: m[8]! }, rotation: normalizeQuat(rotation) };
}

/** Rotates the axes p and q so that m[p][q] becomes zero. */
function turn(m: number[], p: number, q: number, rotation: Quat): Quat {
  const apq = m[3 * p + q]!;
  if (apq === 0) return rotation;
  const theta = (m[3 * q + q]! - m[3 * p + p]!) / (2 * apq);
  // The smaller root of t² + 2θt − 1 = 0, the tangent of the angle.
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const kp = m[3 * k + p]!;
    const kq = m[3 * k + q]!;
    m[3 * k + p] = c * kp - s * kq;
    m[3 * k + q] = s * kp + c * kq;
  }
  for (let k = 0; k < 3; k++) {
    const pk = m[3 * p + k]!;
    const qk = m[3 * q + k]!;
    m[3 * p + k] = c * pk - s * qk;
    m[3 * q + k] = s * pk + c * qk;
  }
  m[3 * p + q] = 0;
  m[3 * q + p] = 0;
  // Half the angle, whose cosine is above √½, so that no bits cancel.
  const halfCosine = Math.sqrt((1 + c) / 2);
  const halfSine = s / (2 * halfCosine);
  // In the plane (0, 2) the third axis points the other way.
  if (p === 0 && q === 1) return multiply(rotation, { x: 0, y: 0, z: -halfSine, w: halfCosine });
  if (p === 0) return multiply(rotation, { x: 0, y: halfSine, z: 0, w: halfCosine });
  return multiply(rotation, { x: -halfSine, y: 0, z: 0, w: halfCosine });
}
