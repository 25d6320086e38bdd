import { relativeTo, rotationOf, type Pose } from "../../../base/pose.ts";
import { zero } from "../../../base/vec3.ts";
import { defaultAxis, type JointAxis, type JointKind, type JointScene, type UnusedAxes } from "../../../scene/joint.ts";
import { Problems } from "../../../scene/problem.ts";
import type { SensorScene } from "../../../scene/scene.ts";
import { attributeOf, childOf, childrenOf, placeOf, placeOfAttribute, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { extraOf } from "../extra.ts";
import type { FrameNode, Frames } from "../frames.ts";
import { didYouMean, readName, SiblingNames } from "../names.ts";
import { notePlace } from "../places.ts";
import { readPose } from "../poses.ts";
import { axisCount, readAxis, type AxisPlace } from "./read-axis.ts";
import { readSensor } from "./read-sensor.ts";
import { readNumber, readText, readVec3 } from "../values.ts";

const KINDS: readonly JointKind[] = [
  "revolute",
  "continuous",
  "prismatic",
  "ball",
  "universal",
  "fixed",
  "revolute2",
  "screw",
  "gearbox",
];

/** Returns the frame of a joint, which is its child's frame unless its pose says otherwise. */
export function jointFrame(element: XmlElement, modelFrame: string, context: SdfContext): FrameNode {
  const raw = readPose(element, context);
  const child = inScope(readText(element, "child", ""), modelFrame);
  return {
    kind: "joint",
    pose: raw.pose,
    relativeTo: inScope(raw.relativeTo, modelFrame) || child,
    attachedTo: child,
    where: placeOf(element),
  };
}

export interface JointFrames {
  readonly name: string;
  /** All frames of the model or world that contains the joint. */
  readonly frames: Frames;
  /** The meaning of `__model__` where the joint was written. */
  readonly modelFrame: string;
  /** Whether it is in a nested model. */
  readonly nested: boolean;
  /** Whether it is in a model that is nested in its own file. */
  readonly nestedInFile: boolean;
}

/** Returns whether a joint attaches to something whose file could not be found. It is then left out, with a warning. */
export function leftOut(
  element: XmlElement,
  { name, frames, modelFrame }: JointFrames,
  { problems }: SdfContext,
): boolean {
  const lost = (["parent", "child"] as const).find((end) => {
    const target = readText(element, end, "");
    return target !== "" && target !== "world" && target !== name && frames.isMissing(inScope(target, modelFrame));
  });
  if (lost === undefined) return false;
  const message = `joint "${name}" is left out: its ${lost} "${readText(element, lost, "")}" is in a model that is missing`;
  problems.warn("missing-model", message, placeOf(element));
  return true;
}

export function readJoint(element: XmlElement, given: JointFrames, context: SdfContext): JointScene {
  const { problems } = context;
  const { name, frames, modelFrame } = given;
  const type = typeOf(element, context);
  const parent = endOf(element, "parent", context);
  const child = endOf(element, "child", context);
  const parentLink = bodyOf(element, "parent", parent, given, context);
  const childLink = bodyOf(element, "child", child, given, context);
  if (parentLink !== "" && parentLink === childLink) {
    const message = `joint "${name}" joins link "${childLink}" to itself`;
    const hint = "parent and child must be different links";
    // Other readers overlook this in nested models, and some files rely on that.
    if (given.nested && parent !== child) problems.warn("joint-to-itself", message, placeOf(element), hint);
    else problems.error("joint-to-itself", message, placeOf(element), hint);
  }
  const pose = frames.poseOf(name);
  const axisPlace = { rotation: rotationOf(pose), frames, modelFrame, nestedInFile: given.nestedInFile };
  const joint: JointScene = {
    name,
    type,
    parent,
    child,
    parentLink,
    childLink,
    pose: poseInChild(element, childLink, given, context),
    ...(childOf(element, "orrery:position") && { position: readVec3(element, "orrery:position", zero) }),
    ...readAxes(element, type, axisPlace, context),
    sensors: readSensors(element, context),
    threadPitch: threadPitchOf(element, context),
    gearboxRatio: readNumber(element, "gearbox_ratio", { fallback: 1 }, problems),
    gearboxReferenceBody: readText(element, "gearbox_reference_body", ""),
    ...extraOf(element, "joint"),
  };
  return notePlace(joint, element);
}

/**
 * Returns the joint's pose in the child link. A pose written in that link is taken unchanged, so that a saved file
 * reads back the same, to the bit.
 */
function poseInChild(element: XmlElement, childLink: string, given: JointFrames, context: SdfContext): Pose {
  const { frames, modelFrame, name } = given;
  // Problems with it were reported when the frames were collected.
  const raw = readPose(element, { ...context, problems: new Problems() });
  const frame = raw.relativeTo === "" ? readText(element, "child", "") : raw.relativeTo;
  if (inScope(frame, modelFrame) === childLink) return raw.pose;
  return relativeTo(frames.poseOf(childLink), frames.poseOf(name));
}

function typeOf(element: XmlElement, { problems }: SdfContext): JointKind {
  const written = attributeOf(element, "type");
  const type = KINDS.find((kind) => kind === written?.trim().toLowerCase());
  if (type !== undefined) return type;
  if (written !== undefined && written.trim() !== "") {
    const where = placeOfAttribute(element, "type");
    problems.error("bad-value", `unknown joint type "${written}"`, where, didYouMean(written, KINDS));
  }
  return "fixed";
}

function endOf(element: XmlElement, end: "parent" | "child", { problems }: SdfContext): string {
  const name = readText(element, end, "");
  if (name === "") {
    const message = `joint "${attributeOf(element, "name") ?? ""}" has no <${end}>`;
    problems.error("missing-element", message, placeOf(element), `add <${end}>name of a link</${end}>`);
  }
  return name;
}

/** Returns the link at one end of a joint; empty after an error. */
function bodyOf(
  element: XmlElement,
  end: "parent" | "child",
  target: string,
  { name, frames, modelFrame }: JointFrames,
  { problems }: SdfContext,
): string {
  if (target === "") return "";
  const where = placeOf(childOf(element, end) ?? element);
  if (target === "world") {
    if (end === "parent") return "world";
    problems.error("bad-joint", `the child of joint "${name}" is the world`, where, "swap parent and child");
    return "";
  }
  if (target === name) {
    problems.error("bad-joint", `joint "${name}" names itself as its ${end}`, where, "name a link");
    return "";
  }
  const body = frames.bodyOf(inScope(target, modelFrame));
  if (body === undefined) {
    const message = `the ${end} of joint "${name}" is "${target}", which is not a link or frame of ${frames.owner}`;
    problems.error("unknown-link", message, where, didYouMean(target, frames.names()));
    return "";
  }
  return body;
}

function readAxes(
  element: XmlElement,
  type: JointKind,
  place: AxisPlace,
  context: SdfContext,
): Pick<JointScene, "axes" | "unusedAxes"> {
  const count = axisCount(type);
  const [axis, axis2] = ["axis", "axis2"].map((name, i): JointAxis | undefined => {
    const written = childOf(element, name);
    if (written !== undefined) return readAxis(written, type, place, context);
    if (i >= count) return undefined;
    const message = `a ${type} joint needs <${name}>; z is assumed`;
    context.problems.warn("missing-element", message, placeOf(element), `add <${name}><xyz>0 0 1</xyz></${name}>`);
    return defaultAxis;
  });
  const unused: UnusedAxes = {
    ...(count < 1 && axis !== undefined ? { axis } : {}),
    ...(count < 2 && axis2 !== undefined ? { axis2 } : {}),
  };
  const axes = [axis, axis2].slice(0, count).map((one) => one!);
  return Object.keys(unused).length === 0 ? { axes } : { axes, unusedAxes: unused };
}

function readSensors(element: XmlElement, context: SdfContext): SensorScene[] {
  const names = new SiblingNames(context);
  return childrenOf(element, "sensor").map((sensor) => {
    const name = names.claim(readName(sensor, context), "sensor", sensor);
    return readSensor(sensor, name, readPose(sensor, context).pose, context);
  });
}

/** Returns metres per turn, right-handed. The older `thread_pitch` is in radians per metre, left-handed. */
function threadPitchOf(element: XmlElement, { problems }: SdfContext): number {
  if (childOf(element, "screw_thread_pitch") !== undefined || childOf(element, "thread_pitch") === undefined) {
    return readNumber(element, "screw_thread_pitch", { fallback: 1 }, problems);
  }
  const old = readNumber(element, "thread_pitch", { fallback: 1 }, problems);
  return old === 0 ? 0 : (-2 * Math.PI) / old;
}

/** Resolves `__model__` inside a merged include to the frame that replaces its model. */
function inScope(name: string, modelFrame: string): string {
  return name === "__model__" ? modelFrame : name;
}
