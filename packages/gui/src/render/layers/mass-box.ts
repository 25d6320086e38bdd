import type { Quat, ValueOf, Vec3 } from "@orrery/sim";
import { quat } from "@orrery/sim";
import type { Inertial } from "@orrery/sim/components";

type InertialData = ValueOf<typeof Inertial>;

export interface MassBox {
  /** In metres. */
  readonly size: Vec3;
  /** Rotation from the axes of the inertia's pose to those of the box. */
  readonly rotation: Quat;
}

/**
 * Returns the solid box with the same mass and inertia; flat if no solid has such an inertia. Undefined for a mass of
 * zero.
 */
export function massBox(inertial: InertialData): MassBox | undefined {
  const { mass } = inertial;
  if (!(mass > 0)) return undefined;
  const { moments, rotation } = principalAxes(inertial);
  const side = (a: number, b: number, c: number): number => Math.sqrt(Math.max(0, (6 * (b + c - a)) / mass));
  const [x, y, z] = moments;
  return { size: { x: side(x, y, z), y: side(y, z, x), z: side(z, x, y) }, rotation };
}

/** Returns the radius in metres of a lead ball with this mass. */
export function massBallRadius(mass: number): number {
  const LEAD = 11_340;
  return Math.cbrt((3 * mass) / (4 * Math.PI * LEAD));
}

/** Returns the principal moments of inertia and their axes, by Jacobi's method. */
export function principalAxes({
  ixx,
  iyy,
  izz,
  ixy,
  ixz,
  iyz,
}: Pick<InertialData, "ixx" | "iyy" | "izz" | "ixy" | "ixz" | "iyz">): {
  readonly moments: readonly [number, number, number];
  readonly rotation: Quat;
} {
  const a = [
    [ixx, ixy, ixz],
    [ixy, iyy, iyz],
    [ixz, iyz, izz],
  ];
  let rotation = quat.noRotation;
  const smallest = 1e-12 * (Math.abs(ixx) + Math.abs(iyy) + Math.abs(izz));
  for (let round = 0; round < 50; round++) {
    const [p, q] = largestProduct(a);
    if (Math.abs(a[p]![q]!) <= smallest) break;
    const angle = 0.5 * Math.atan2(2 * a[p]![q]!, a[q]![q]! - a[p]![p]!);
    rotate(a, p, q, angle);
    rotation = quat.multiply(rotation, aboutThird(p, q, angle));
  }
  return { moments: [a[0]![0]!, a[1]![1]!, a[2]![2]!], rotation };
}

function largestProduct(a: readonly number[][]): [number, number] {
  const pairs: [number, number][] = [
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  return pairs.reduce((best, pair) =>
    Math.abs(a[pair[0]]![pair[1]]!) > Math.abs(a[best[0]]![best[1]]!) ? pair : best,
  );
}

/** Computes Jᵀ a J, where J is the rotation by `angle` in the plane of two axes. */
function rotate(a: number[][], p: number, q: number, angle: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (let k = 0; k < 3; k++) {
    const [kp, kq] = [a[k]![p]!, a[k]![q]!];
    a[k]![p] = c * kp - s * kq;
    a[k]![q] = s * kp + c * kq;
  }
  for (let k = 0; k < 3; k++) {
    const [pk, qk] = [a[p]![k]!, a[q]![k]!];
    a[p]![k] = c * pk - s * qk;
    a[q]![k] = s * pk + c * qk;
  }
}

/** Returns the rotation by −angle from p to q: the matrix above has the columns (cos, −sin) and (sin, cos). */
function aboutThird(p: number, q: number, angle: number): Quat {
  const axis = 3 - p - q;
  // From x to z is against the direction of rotation about y.
  const sign = axis === 1 ? 1 : -1;
  const s = sign * Math.sin(angle / 2);
  return { x: axis === 0 ? s : 0, y: axis === 1 ? s : 0, z: axis === 2 ? s : 0, w: Math.cos(angle / 2) };
}
