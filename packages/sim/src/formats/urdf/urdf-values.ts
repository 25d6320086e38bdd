import { identityPose, pose, type Pose } from "../../base/pose.ts";
import { fromRollPitchYaw } from "../../base/rotation.ts";
import type { Vec3 } from "../../base/vec3.ts";
import type { Problems } from "../../scene/problem.ts";
import type { SourcePlace } from "../../scene/scene.ts";
import { shorten } from "../sdf/schema/value-syntax.ts";
import { parseNumbers } from "../sdf/values.ts";
import { attributeOf, childOf, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";

/** An error in one part of a URDF file. The caller decides whether the robot can do without that part. */
export class UrdfError extends Error {
  readonly where: SourcePlace;
  readonly hint: string;

  constructor(message: string, where: SourcePlace, hint = "") {
    super(message);
    this.name = "UrdfError";
    this.where = where;
    this.hint = hint;
  }
}

/** Returns the result of `read`, or the fallback after a UrdfError, which becomes an error of the file. */
export function attempt<T>(problems: Problems, fallback: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UrdfError)) throw error;
    problems.error("bad-urdf", error.message, error.where, error.hint);
    return fallback;
  }
}

/**
 * Returns a number in an attribute, which is required unless there is a fallback. Throws a UrdfError, like everything
 * below.
 */
export function numberAttribute(element: XmlElement, name: string, fallback?: number): number {
  const [value] = numbersAttribute(element, name, 1, fallback === undefined ? undefined : [fallback]);
  return value!;
}

export function vectorAttribute(element: XmlElement, name: string, fallback?: Vec3): Vec3 {
  const [x, y, z] = numbersAttribute(element, name, 3, fallback && [fallback.x, fallback.y, fallback.z]);
  return { x: x!, y: y!, z: z! };
}

export function numbersAttribute(
  element: XmlElement,
  name: string,
  count: number,
  fallback?: readonly number[],
): readonly number[] {
  const text = attributeOf(element, name);
  if (text === undefined) {
    if (fallback !== undefined) return fallback;
    throw new UrdfError(`<${element.name}> has no ${name}`, placeOf(element), `write ${name}="…"`);
  }
  const numbers = parseNumbers(text);
  if (numbers?.length === count && numbers.every(Number.isFinite)) return numbers;
  const wanted = count === 1 ? "a number" : `${count} numbers`;
  throw new UrdfError(
    `${name}="${shorten(text)}" of <${element.name}> is not ${wanted}`,
    placeOfAttribute(element, name),
    text.includes("${") ? "run xacro first, and load what it writes" : "",
  );
}

/** Reads `<origin xyz rpy>` of a joint, shape or inertial; without it there is no offset. */
export function originOf(element: XmlElement): Pose {
  const origin = childOf(element, "origin");
  if (origin === undefined) return identityPose;
  const rpy = vectorAttribute(origin, "rpy", { x: 0, y: 0, z: 0 });
  return pose(vectorAttribute(origin, "xyz", { x: 0, y: 0, z: 0 }), fromRollPitchYaw(rpy.x, rpy.y, rpy.z));
}
