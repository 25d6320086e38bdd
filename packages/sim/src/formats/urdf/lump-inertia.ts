import { compose, identityPose, pose, rotationOf, type Pose } from "../../base/pose.ts";
import { conjugate, rotate, type Quat } from "../../base/quat.ts";
import { subtract, type Vec3 } from "../../base/vec3.ts";
import { movedInertia, sumOfInertias, type Inertia } from "../sdf/inertia.ts";
import type { UrdfInertial } from "./robot.ts";
import { urdfPose, urdfRotation } from "./urdf-rotation.ts";

const nothing: UrdfInertial = { mass: 0, origin: identityPose, ixx: 0, iyy: 0, izz: 0, ixy: 0, ixz: 0, iyz: 0 };

/** Adds the inertial of a link at `at` to that of another link, whose axes are kept. */
export function lumpedInertial(
  own: UrdfInertial | undefined,
  added: UrdfInertial | undefined,
  at: Pose,
): UrdfInertial | undefined {
  if (added === undefined) return own;
  const first = own ?? nothing;
  const second: UrdfInertial = { ...added, origin: compose(urdfPose(at), urdfPose(added.origin)) };
  const mass = first.mass + second.mass;
  const share = mass === 0 ? 0 : second.mass / mass;
  const center: Vec3 = {
    x: first.origin.x + (second.origin.x - first.origin.x) * share,
    y: first.origin.y + (second.origin.y - first.origin.y) * share,
    z: first.origin.z + (second.origin.z - first.origin.z) * share,
  };
  const axes = urdfRotation(rotationOf(first.origin));
  const both = sumOfInertias(about(center, { ...first, origin: pose(first.origin, axes) }), about(center, second));
  return { ...rotated(both, conjugate(axes)), mass, origin: pose(center, rotationOf(first.origin)) };
}

/** Returns the inertia about a different point, in the axes of the link. */
function about(point: Vec3, { mass, origin, ...inertia }: UrdfInertial): Inertia {
  return movedInertia(rotated(inertia, rotationOf(origin)), mass, subtract(origin, point));
}

/** Computes R · I · Rᵀ: column by column, then row by row. */
function rotated({ ixx, iyy, izz, ixy, ixz, iyz }: Inertia, q: Quat): Inertia {
  const a = rotate(q, { x: ixx, y: ixy, z: ixz });
  const b = rotate(q, { x: ixy, y: iyy, z: iyz });
  const c = rotate(q, { x: ixz, y: iyz, z: izz });
  const x = rotate(q, { x: a.x, y: b.x, z: c.x });
  const y = rotate(q, { x: a.y, y: b.y, z: c.y });
  const z = rotate(q, { x: a.z, y: b.z, z: c.z });
  return { ixx: x.x, iyy: y.y, izz: z.z, ixy: x.y, ixz: x.z, iyz: y.z };
}
