import { assertNever } from "../../../base/assert-never.ts";
import { conjugate, multiply, rotate, type Quat } from "../../../base/quat.ts";
import { rotationOf } from "../../../base/pose.ts";
import { dot, normalize, type Vec3 } from "../../../base/vec3.ts";
import type { JointAxis, JointKind, MimicScene } from "../../../scene/joint.ts";
import { attributeOf, childOf, childOrEmpty, placeOf, type XmlElement } from "../../xml.ts";
import { versionOf, type SdfContext } from "../context.ts";
import type { Frames } from "../frames.ts";
import { didYouMean } from "../names.ts";
import { parseBool } from "../schema/value-syntax.ts";
import { readNumber, readVec3 } from "../values.ts";

/** A limit of this size or more means none: SDF writes ±1e16 for "free". */
const NO_LIMIT = 1e16;

const up: Vec3 = { x: 0, y: 0, z: 1 };

export interface AxisPlace {
  /** Rotation of the joint's frame in the scope that contains the joint. */
  readonly rotation: Quat;
  readonly frames: Frames;
  /** The meaning of `__model__` here. */
  readonly modelFrame: string;
  readonly nestedInFile: boolean;
}

/** Returns the number of axes of a joint of this kind. */
export function axisCount(type: JointKind): number {
  switch (type) {
    case "fixed":
    case "ball":
      return 0;
    case "revolute":
    case "continuous":
    case "prismatic":
    case "screw":
      return 1;
    case "universal":
    case "revolute2":
    case "gearbox":
      return 2;
    default:
      return assertNever(type);
  }
}

/** Reads `<axis>` or `<axis2>` of a joint. */
export function readAxis(element: XmlElement, type: JointKind, place: AxisPlace, context: SdfContext): JointAxis {
  const { problems } = context;
  const limit = childOrEmpty(element, "limit");
  const dynamics = childOrEmpty(element, "dynamics");
  const free = { fallback: Infinity, infinite: true };
  const lower = unlimited(readNumber(limit, "lower", { fallback: -Infinity, infinite: true }, problems));
  const upper = unlimited(readNumber(limit, "upper", free, problems));
  if (lower > upper && type !== "continuous") {
    const hint = "they are exchanged";
    problems.warn("bad-limits", `<lower> ${lower} is above <upper> ${upper}`, placeOf(limit), hint);
  }
  return {
    xyz: readXyzInJoint(element, place, context),
    lower,
    upper,
    effort: notNegative(unlimited(readNumber(limit, "effort", free, problems))),
    velocity: notNegative(unlimited(readNumber(limit, "velocity", free, problems))),
    damping: readNumber(dynamics, "damping", { fallback: 0 }, problems),
    friction: readNumber(dynamics, "friction", { fallback: 0 }, problems),
    springReference: readNumber(dynamics, "spring_reference", { fallback: 0 }, problems),
    springStiffness: readNumber(dynamics, "spring_stiffness", { fallback: 0 }, problems),
    ...readMimic(element, context),
  };
}

function readXyzInJoint(element: XmlElement, place: AxisPlace, context: SdfContext): Vec3 {
  const expressedIn = expressedInOf(element, place, context);
  if (childOf(element, "xyz") === undefined && expressedIn === "__model__") {
    const message = `<${element.name}> in the model's frame has no <xyz>`;
    context.problems.error("missing-element", message, placeOf(element), "add <xyz>0 0 1</xyz>");
  }
  return axisInJoint(readXyz(element, context), expressedIn, element, place, context);
}

/** A shorter vector has no direction; this is the reference's threshold. */
const SHORTEST = 1e-6;

/**
 * Reads an axis and scales it to length 1. One of that length stays the same to the bit, so that a saved file reads
 * back unchanged.
 */
function readXyz(element: XmlElement, { problems }: SdfContext): Vec3 {
  const xyz = readVec3(element, "xyz", up);
  const square = dot(xyz, xyz);
  if (square < SHORTEST * SHORTEST) {
    const where = placeOf(childOf(element, "xyz") ?? element);
    problems.error("bad-value", `<xyz> of <${element.name}> has no direction`, where, "as in 0 0 1");
    return up;
  }
  return Math.abs(square - 1) < 1e-12 ? xyz : normalize(xyz);
}

function expressedInOf(element: XmlElement, { nestedInFile }: AxisPlace, context: SdfContext): string {
  const version = versionOf(element, context);
  if (version <= 6) {
    // 1.4 had only axes in the model's frame, and no nested models; 1.5 and 1.6 had an element for it.
    const written = parseBool(childOf(element, "use_parent_model_frame")?.text ?? "");
    if (written ?? (version <= 4 && !nestedInFile)) return "__model__";
  }
  return (attributeOf(childOrEmpty(element, "xyz"), "expressed_in") ?? "").trim();
}

/** Returns the axis in the joint's frame. If the frame is unknown, returns the axis unchanged, as other readers do. */
function axisInJoint(xyz: Vec3, expressedIn: string, element: XmlElement, place: AxisPlace, context: SdfContext): Vec3 {
  if (expressedIn === "") return xyz;
  const { frames, rotation, modelFrame } = place;
  const frame = expressedIn === "__model__" ? modelFrame : expressedIn;
  if (frame !== frames.root && !frames.has(frame)) {
    const where = placeOf(childOf(element, "xyz") ?? element);
    const message = `the axis is expressed in "${frame}", which is not in ${frames.owner}`;
    context.problems.warn("unknown-frame", message, where, didYouMean(frame, frames.names()));
    return xyz;
  }
  return rotate(multiply(conjugate(rotation), rotationOf(frames.poseOf(frame))), xyz);
}

function readMimic(element: XmlElement, { problems }: SdfContext): { mimic?: MimicScene } {
  const mimic = childOf(element, "mimic");
  if (mimic === undefined) return {};
  const law: MimicScene = {
    joint: (attributeOf(mimic, "joint") ?? "").trim(),
    axis: attributeOf(mimic, "axis")?.trim() === "axis2" ? "axis2" : "axis",
    multiplier: readNumber(mimic, "multiplier", { fallback: 0 }, problems),
    offset: readNumber(mimic, "offset", { fallback: 0 }, problems),
    reference: readNumber(mimic, "reference", { fallback: 0 }, problems),
  };
  return { mimic: law };
}

function unlimited(value: number): number {
  if (value >= NO_LIMIT) return Infinity;
  return value <= -NO_LIMIT ? -Infinity : value;
}

/** Treats a negative effort or velocity as unlimited. */
function notNegative(value: number): number {
  return value < 0 ? Infinity : value;
}
