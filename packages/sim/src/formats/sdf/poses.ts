import { identityPose, pose, type Pose } from "../../base/pose.ts";
import { normalizeQuat } from "../../base/quat.ts";
import { fromRollPitchYaw } from "../../base/rotation.ts";
import type { SourcePlace } from "../../scene/scene.ts";
import { attributeOf, childOf, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import { versionOf, type SdfContext } from "./context.ts";
import { numbersOf, readBoolAttribute } from "./values.ts";

/** A pose as written: in the frame `relativeTo`, which is empty where the file names none. */
export interface RawPose {
  readonly pose: Pose;
  readonly relativeTo: string;
  readonly where: SourcePlace;
}

/** The `<pose>` of an element; no `<pose>` is no offset. */
export function readPose(parent: XmlElement, context: SdfContext): RawPose {
  const element = childOf(parent, "pose");
  if (element === undefined) return { pose: identityPose, relativeTo: "", where: placeOf(parent) };
  return {
    pose: poseOf(element, context) ?? identityPose,
    relativeTo: relativeToOf(element, context),
    where: placeOf(element),
  };
}

const DEGREE = 0.017453292519943295;

function poseOf(element: XmlElement, context: SdfContext): Pose | undefined {
  const { problems } = context;
  const degrees = readBoolAttribute(element, "degrees", false, problems);
  const format = attributeOf(element, "rotation_format") ?? "euler_rpy";
  if (format === "quat_xyzw") {
    if (degrees) {
      const where = placeOfAttribute(element, "degrees");
      problems.error("bad-value", 'degrees="true" has no meaning for a quaternion', where, "remove it");
    }
    const numbers = numbersOf(element, 7, problems);
    if (numbers === undefined) return undefined;
    const [x, y, z, qx, qy, qz, qw] = numbers as [number, number, number, number, number, number, number];
    if (qx === 0 && qy === 0 && qz === 0 && qw === 0) {
      problems.error("bad-value", "the quaternion is zero", placeOf(element), "0 0 0 1 is no rotation");
      return undefined;
    }
    return pose({ x, y, z }, normalizeQuat({ x: qx, y: qy, z: qz, w: qw }));
  }
  if (format !== "euler_rpy") {
    const where = placeOfAttribute(element, "rotation_format");
    problems.error("bad-value", `unknown rotation_format "${format}"`, where, "euler_rpy or quat_xyzw");
    return undefined;
  }
  const numbers = numbersOf(element, 6, problems);
  if (numbers === undefined) return undefined;
  const [x, y, z, roll, pitch, yaw] = numbers as [number, number, number, number, number, number];
  const unit = degrees ? DEGREE : 1;
  return pose({ x, y, z }, fromRollPitchYaw(roll * unit, pitch * unit, yaw * unit));
}

function relativeToOf(element: XmlElement, context: SdfContext): string {
  const written = attributeOf(element, "relative_to");
  if (written !== undefined) return written;
  // SDF 1.5 and 1.6 called it `frame`, with the same meaning.
  return versionOf(element, context) <= 6 ? (attributeOf(element, "frame") ?? "") : "";
}
