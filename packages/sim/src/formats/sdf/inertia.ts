import { assertNever } from "../../base/assert-never.ts";
import { acos, cos } from "../../base/math/math.ts";
import { rotationOf, transformPoint, type Pose } from "../../base/pose.ts";
import { rotate } from "../../base/quat.ts";
import { subtract, type Vec3 } from "../../base/vec3.ts";
import { convexHull } from "../../solids/convex-hull.ts";
import type { Geometry } from "../../scene/geometry.ts";
import type { CollisionScene } from "../../scene/scene.ts";
import type { Solid } from "../../scene/solid.ts";
import { massWithin } from "../mesh/mass-properties.ts";

/** In kg·m², symmetric. */
export interface Inertia {
  readonly ixx: number;
  readonly iyy: number;
  readonly izz: number;
  readonly ixy: number;
  readonly ixz: number;
  readonly iyz: number;
}

export interface SolidMass {
  /** In kg. */
  readonly mass: number;
  /** In the frame of the shapes. */
  readonly center: Vec3;
  /** About the centre, in the axes of that frame. */
  readonly inertia: Inertia;
}

/**
 * Returns the mass of a body made of solid shapes; `undefined` if none of them has a volume. Overlapping volumes count
 * twice.
 */
export function massOfShapes(shapes: readonly CollisionScene[]): SolidMass | undefined {
  const solids = shapes.flatMap((shape) => {
    const solid = unitDensity(shape.geometry);
    return solid === undefined ? [] : [place(solid, shape.pose, shape.density)];
  });
  const mass = solids.reduce((sum, solid) => sum + solid.mass, 0);
  if (!(mass > 0)) return undefined;
  let center: Vec3 = { x: 0, y: 0, z: 0 };
  for (const solid of solids) {
    const share = solid.mass / mass;
    center = {
      x: center.x + solid.center.x * share,
      y: center.y + solid.center.y * share,
      z: center.z + solid.center.z * share,
    };
  }
  const inertia = solids
    .map((solid) => movedInertia(solid.inertia, solid.mass, subtract(solid.center, center)))
    .reduce(sumOfInertias);
  return { mass, center, inertia };
}

/** Returns the inertia about a point at this offset from the centre of mass, by Steiner's theorem. */
export function movedInertia(inertia: Inertia, mass: number, { x, y, z }: Vec3): Inertia {
  return {
    ixx: inertia.ixx + mass * (y * y + z * z),
    iyy: inertia.iyy + mass * (x * x + z * z),
    izz: inertia.izz + mass * (x * x + y * y),
    ixy: inertia.ixy - mass * x * y,
    ixz: inertia.ixz - mass * x * z,
    iyz: inertia.iyz - mass * y * z,
  };
}

export function sumOfInertias(a: Inertia, b: Inertia): Inertia {
  return {
    ixx: a.ixx + b.ixx,
    iyy: a.iyy + b.iyy,
    izz: a.izz + b.izz,
    ixy: a.ixy + b.ixy,
    ixz: a.ixz + b.ixz,
    iyz: a.iyz + b.iyz,
  };
}

/** Returns whether all principal moments are positive, as they are for any body that is not a line. */
export function isPositiveDefinite(inertia: Inertia): boolean {
  const { ixx, iyy, ixy } = inertia;
  return ixx > 0 && ixx * iyy - ixy * ixy > 0 && determinant(inertia) > 0;
}

/**
 * Returns whether a body can have this inertia: no principal moment is below zero or above the sum of the other two. A
 * point, a rod and a disc are at the limit, which may be exceeded only by rounding, as in the reference.
 */
export function isPossibleInertia(inertia: Inertia): boolean {
  const { ixx, iyy, ixy } = inertia;
  const [a, b, c] = principalMoments(inertia);
  const slack = 5 * Number.EPSILON * Math.abs(a + b + c);
  const isSemidefinite = ixx >= -slack && ixx * iyy - ixy * ixy >= -slack && determinant(inertia) >= -slack;
  const isPositive = Math.min(a, b, c) >= -slack;
  return isSemidefinite && isPositive && 2 * Math.max(a, b, c) <= a + b + c + slack;
}

/**
 * Returns the principal moments in no particular order. Products of inertia below a millionth of the largest moment
 * count as zero.
 */
function principalMoments(inertia: Inertia): readonly [number, number, number] {
  const { ixx, iyy, izz, ixy, ixz, iyz } = inertia;
  const small = 1e-6 * Math.max(ixx, iyy, izz);
  if (Math.max(Math.abs(ixy), Math.abs(ixz), Math.abs(iyz)) <= small) return [ixx, iyy, izz];
  // The roots of the characteristic polynomial, by trigonometry: the mean plus or minus a spread.
  const mean = (ixx + iyy + izz) / 3;
  const [x, y, z] = [ixx - mean, iyy - mean, izz - mean];
  const spread = Math.sqrt((x * x + y * y + z * z + 2 * (ixy * ixy + ixz * ixz + iyz * iyz)) / 6);
  const half = determinant({ ixx: x, iyy: y, izz: z, ixy, ixz, iyz }) / (2 * spread * spread * spread);
  const angle = acos(Math.min(Math.max(half, -1), 1)) / 3;
  const third = (2 * Math.PI) / 3;
  return [angle, angle + third, angle - third].map((one) => mean + 2 * spread * cos(one)) as [number, number, number];
}

function determinant({ ixx, iyy, izz, ixy, ixz, iyz }: Inertia): number {
  return ixx * (iyy * izz - iyz * iyz) - ixy * (ixy * izz - iyz * ixz) + ixz * (ixy * iyz - iyy * ixz);
}

/** Computes volume (as mass at 1 kg/m³), centre and inertia of a shape in its own frame. */
function unitDensity(geometry: Geometry): SolidMass | undefined {
  switch (geometry.type) {
    case "box": {
      const { x, y, z } = geometry.size;
      const m = x * y * z;
      return solid(m, (m / 12) * (y * y + z * z), (m / 12) * (x * x + z * z), (m / 12) * (x * x + y * y));
    }
    case "sphere": {
      const r = geometry.radius;
      const m = (4 / 3) * Math.PI * r * r * r;
      const i = 0.4 * m * r * r;
      return solid(m, i, i, i);
    }
    case "ellipsoid": {
      const { x, y, z } = geometry.radii;
      const m = (4 / 3) * Math.PI * x * y * z;
      return solid(m, (m / 5) * (y * y + z * z), (m / 5) * (x * x + z * z), (m / 5) * (x * x + y * y));
    }
    case "cylinder": {
      const { radius: r, length: l } = geometry;
      const m = Math.PI * r * r * l;
      const across = (m / 12) * (3 * r * r + l * l);
      return solid(m, across, across, (m / 2) * r * r);
    }
    case "capsule": {
      const { radius: r, length: l } = geometry;
      const tube = Math.PI * r * r * l;
      const ball = (4 / 3) * Math.PI * r * r * r;
      // Each half ball has its centre 3r/8 beyond the end of the tube.
      const across = (tube / 12) * (3 * r * r + l * l) + ball * (0.4 * r * r + (l * l) / 4 + (3 / 8) * r * l);
      return solid(tube + ball, across, across, (tube / 2) * r * r + 0.4 * ball * r * r);
    }
    case "cone": {
      const { radius: r, length: l } = geometry;
      const m = (Math.PI / 3) * r * r * l;
      const across = (3 / 80) * m * (4 * r * r + l * l);
      // The centre is a quarter of the height above the base, which is at −l/2.
      return { ...solid(m, across, across, 0.3 * m * r * r), center: { x: 0, y: 0, z: -l / 4 } };
    }
    case "mesh":
    case "polyline":
      return geometry.solid?.type === "mesh" ? massOfMesh(geometry.solid) : undefined;
    case "empty":
    case "plane":
    case "heightmap":
      return undefined;
    default:
      return assertNever(geometry);
  }
}

function solid(mass: number, ixx: number, iyy: number, izz: number): SolidMass {
  return { mass, center: { x: 0, y: 0, z: 0 }, inertia: { ixx, iyy, izz, ixy: 0, ixz: 0, iyz: 0 } };
}

/** Computes the mass of a mesh. A surface with holes has no inside, so its hull is used instead. */
function massOfMesh({ vertices, indices }: Solid & { type: "mesh" }): SolidMass | undefined {
  const own = massWithin(vertices, indices);
  if (own !== undefined) return own;
  const hull = convexHull(vertices);
  return hull && massWithin(vertices, hull.triangles);
}

/** Returns a shape's mass, moved and rotated to the shape's place in the body. */
function place({ mass, center, inertia }: SolidMass, pose: Pose, density: number): SolidMass {
  const q = rotationOf(pose);
  const axes = [
    rotate(q, { x: 1, y: 0, z: 0 }),
    rotate(q, { x: 0, y: 1, z: 0 }),
    rotate(q, { x: 0, y: 0, z: 1 }),
  ] as const;
  const { ixx, iyy, izz, ixy, ixz, iyz } = inertia;
  const rows = [
    [ixx, ixy, ixz],
    [ixy, iyy, iyz],
    [ixz, iyz, izz],
  ];
  // R · I · Rᵀ, with the rotated axes as the columns of R
  const turned = (a: "x" | "y" | "z", b: "x" | "y" | "z"): number => {
    let sum = 0;
    for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) sum += axes[i]![a] * rows[i]![k]! * axes[k]![b];
    return density * sum;
  };
  return {
    mass: mass * density,
    center: transformPoint(pose, center),
    inertia: {
      ixx: turned("x", "x"),
      iyy: turned("y", "y"),
      izz: turned("z", "z"),
      ixy: turned("x", "y"),
      ixz: turned("x", "z"),
      iyz: turned("y", "z"),
    },
  };
}
