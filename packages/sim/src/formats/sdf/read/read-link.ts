import { relativeTo, type Pose } from "../../../base/pose.ts";
import type { CollisionScene, LinkScene, VisualScene } from "../../../scene/scene.ts";
import { childOrEmpty, childrenOf, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { extraOf } from "../extra.ts";
import type { Frames } from "../frames.ts";
import { readName, SiblingNames } from "../names.ts";
import { readMoved, readPose, type RawPose } from "../poses.ts";
import { readGeometry } from "./read-geometry.ts";
import { DEFAULT_DENSITY, readInertial } from "./read-inertial.ts";
import { readLight } from "./read-light.ts";
import { readMaterial } from "./read-material.ts";
import { readPartPlugins } from "./read-plugin.ts";
import { readSensor } from "./read-sensor.ts";
import { readSurface } from "./read-surface.ts";
import { readBool, readInteger, readNumber } from "../values.ts";

export interface LinkPlace {
  readonly name: string;
  /** Its pose in the model. */
  readonly pose: Pose;
  /** Frames of the model, to which poses inside the link may be relative. */
  readonly frames: Frames;
  /** The meaning of `__model__` here: a different frame if the link was merged from an include. */
  readonly modelFrame: string;
}

export function readLink(element: XmlElement, place: LinkPlace, context: SdfContext): LinkScene {
  const { problems } = context;
  const poseIn = (part: XmlElement): Pose => poseInLink(readPose(part, context), place, context);
  const density = readNumber(
    childOrEmpty(element, "inertial"),
    "density",
    { fallback: DEFAULT_DENSITY, above: 0 },
    problems,
  );
  const collisions = named(element, "collision", context, (part, name): CollisionScene => ({
    name,
    pose: poseIn(part),
    geometry: readGeometry(part, context),
    surface: readSurface(part, context),
    density: readNumber(part, "density", { fallback: density, above: 0 }, problems),
    ...(readBool(part, "orrery:off", false) ? { off: true } : {}),
    ...extraOf(part, "collision"),
  }));
  named(element, "particle_emitter", context, () => undefined);
  return {
    name: place.name,
    pose: place.pose,
    ...readMoved(element, context),
    inertial: readInertial(element, collisions, context),
    gravity: readBool(element, "gravity", true),
    kinematic: readBool(element, "kinematic", false),
    selfCollide: readBool(element, "self_collide", false),
    enableWind: readBool(element, "enable_wind", false),
    velocityDecay: readVelocityDecay(element, context),
    collisions,
    visuals: named(element, "visual", context, (part, name) => readVisual(part, name, poseIn(part), context)),
    lights: named(element, "light", context, (part, name) => readLight(part, name, poseIn(part), context)),
    sensors: named(element, "sensor", context, (part, name) => readSensor(part, name, poseIn(part), context)),
    ...readPartPlugins(element),
    ...extraOf(element, "link"),
  };
}

function readVelocityDecay(link: XmlElement, { problems }: SdfContext): LinkScene["velocityDecay"] {
  const decay = childOrEmpty(link, "velocity_decay");
  const rule = { fallback: 0, least: 0 };
  return { linear: readNumber(decay, "linear", rule, problems), angular: readNumber(decay, "angular", rule, problems) };
}

function readVisual(element: XmlElement, name: string, pose: Pose, context: SdfContext): VisualScene {
  const { problems } = context;
  return {
    name,
    pose,
    geometry: readGeometry(element, context),
    material: readMaterial(element, context),
    castShadows: readBool(element, "cast_shadows", true),
    transparency: readNumber(element, "transparency", { fallback: 0, least: 0 }, problems),
    visibilityFlags: readInteger(element, "visibility_flags", { fallback: 0xffffffff, least: 0 }, problems),
    ...readPartPlugins(element),
    ...extraOf(element, "visual"),
  };
}

function poseInLink(raw: RawPose, { name, pose, frames, modelFrame }: LinkPlace, context: SdfContext): Pose {
  if (raw.relativeTo === "" || raw.relativeTo === name) return raw.pose;
  const frame = raw.relativeTo === frames.root ? modelFrame : raw.relativeTo;
  return relativeTo(pose, frames.resolve({ ...raw, relativeTo: frame }, name, context.problems));
}

/** Reads the children of one kind, each with a unique name. */
function named<Part>(
  link: XmlElement,
  kind: string,
  context: SdfContext,
  read: (element: XmlElement, name: string) => Part,
): Part[] {
  const names = new SiblingNames(context);
  return childrenOf(link, kind).map((element) => read(element, names.claim(readName(element, context), kind, element)));
}
