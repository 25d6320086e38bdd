import { rotationOf } from "../../../base/pose.ts";
import { multiply, normalizeQuat, type Quat } from "../../../base/quat.ts";
import type { Vec3 } from "../../../base/vec3.ts";
import { checkPose } from "../../check-pose.ts";
import type { BodyDesc, BodyId, MassProperties } from "../../engine.ts";
import { principalInertia } from "../../../base/principal-inertia.ts";
import { checkBound } from "../../../base/value-bounds.ts";

/** A mass in MuJoCo's form: principal moments and their rotation. */
export interface PrincipalMass {
  readonly mass: number;
  readonly centre: Vec3;
  readonly moments: Vec3;
  readonly rotation: Quat;
}

/** Throws if the description is not a valid mass. */
export function principalMass(id: BodyId, { mass, pose, inertia }: MassProperties): PrincipalMass {
  if (!(mass > 0) || !Number.isFinite(mass)) {
    throw new Error(`body ${id}: its mass must be above zero, not ${mass} kg`);
  }
  checkBound("body", id, "mass", "mass", mass);
  const { moments, rotation } = principalInertia(inertia);
  if (!(moments.x > 0 && moments.y > 0 && moments.z > 0)) {
    throw new Error(
      `body ${id}: its moments of inertia must be above zero, not ${moments.x} ${moments.y} ${moments.z} kg·m²`,
    );
  }
  checkPose(`body ${id}: the centre of mass`, pose);
  const turn = normalizeQuat(multiply(rotationOf(pose), rotation));
  return { mass, centre: { x: pose.x, y: pose.y, z: pose.z }, moments, rotation: turn };
}

/** Returns the mass of a body that needs none now but may become dynamic; ignores an invalid mass. */
export function spareMass(desc: BodyDesc): PrincipalMass | undefined {
  try {
    return desc.mass && principalMass(desc.id, desc.mass);
  } catch {
    return undefined;
  }
}
