import { identityPose, pose, type Pose } from "../../base/pose.ts";
import { noRotation, normalizeQuat, type Quat } from "../../base/quat.ts";
import { fromRollPitchYaw } from "../../base/rotation.ts";
import type { SourcePlace } from "../../scene/scene.ts";
import { attributeOf, childOf, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import { versionOf, type SdfContext } from "./context.ts";
import { leadingNumbers } from "./schema/leading-number.ts";
import { shorten } from "./schema/value-syntax.ts";
import { readBoolAttribute } from "./values.ts";

/** A pose as written, in the frame `relativeTo`, which is empty if the file names none. */
export interface RawPose {
  readonly pose: Pose;
  readonly relativeTo: string;
  readonly where: SourcePlace;
}

/** Returns the `<pose>` of an element; without one there is no offset. */
export function readPose(parent: XmlElement, context: SdfContext): RawPose {
  const element = childOf(parent, "pose");
  if (element === undefined) return { pose: identityPose, relativeTo: "", where: placeOf(parent) };
  return {
    pose: poseOf(element, context) ?? identityPose,
    relativeTo: relativeToOf(element, context),
    where: placeOf(element),
  };
}

/** Reads `<orrery:moved>` of a model or link: its displacement from its `<pose>`. Other programs ignore it. */
export function readMoved(parent: XmlElement, context: SdfContext): { readonly moved?: Pose } {
  const element = childOf(parent, "orrery:moved");
  const moved = element && poseOf(element, context);
  return moved === undefined ? {} : { moved };
}

const DEGREE = 0.017453292519943295;

function poseOf(element: XmlElement, { problems }: SdfContext): Pose | undefined {
  const degrees = readBoolAttribute(element, "degrees", false);
  const format = attributeOf(element, "rotation_format")?.trim() || "euler_rpy";
  if (format !== "euler_rpy" && format !== "quat_xyzw") {
    const where = placeOfAttribute(element, "rotation_format");
    problems.error("bad-value", `unknown rotation_format "${format}"`, where, "euler_rpy or quat_xyzw");
    return undefined;
  }
  if (format === "quat_xyzw" && degrees) {
    const where = placeOfAttribute(element, "degrees");
    problems.error("bad-value", 'degrees="true" has no meaning for a quaternion', where, "remove it");
  }
  if (element.text.trim() === "") return undefined;
  const count = format === "quat_xyzw" ? 7 : 6;
  const numbers = leadingNumbers(element.text);
  if (numbers?.length !== count || !numbers.every(Number.isFinite)) {
    const message = `<${element.name}> is not ${count} numbers: "${shorten(element.text)}"`;
    problems.error(
      "bad-value",
      message,
      placeOf(element),
      `as in ${Array.from({ length: count }, () => "0").join(" ")}`,
    );
    return undefined;
  }
  const [x, y, z, a, b, c, d] = numbers as [number, number, number, number, number, number, number];
  const unit = degrees ? DEGREE : 1;
  const rotation =
    format === "quat_xyzw" ? unitQuat({ x: a, y: b, z: c, w: d }) : fromRollPitchYaw(a * unit, b * unit, c * unit);
  if (rotation === undefined) {
    problems.warn("bad-value", "the quaternion is zero", placeOf(element), "it is read as no rotation: 0 0 0 1");
  }
  return pose({ x, y, z }, rotation ?? noRotation);
}

/**
 * Normalises a quaternion; `undefined` for zero. One of length 1 stays the same to the bit, so that a saved file reads
 * back unchanged.
 */
function unitQuat(q: Quat): Quat | undefined {
  const square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  if (square === 0) return undefined;
  return Math.abs(square - 1) < 1e-12 ? q : normalizeQuat(q);
}

function relativeToOf(element: XmlElement, context: SdfContext): string {
  // SDF 1.5 and 1.6 named the attribute `frame`, with the same meaning.
  const old = versionOf(element, context) <= 6 ? attributeOf(element, "frame") : undefined;
  return (attributeOf(element, "relative_to") ?? old ?? "").trim();
}
