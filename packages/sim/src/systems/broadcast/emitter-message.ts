import type { gz } from "@orrery/msgs";
import { pose } from "../../base/pose.ts";
import { fromRollPitchYaw } from "../../base/rotation.ts";
import { toPoseMessage } from "../../messages/pose-message.ts";
import {
  flagParam,
  groupsParam,
  numberParam,
  readParam,
  readParams,
  textParam,
  vec3Param,
  type Param,
} from "../../runner/systems/params.ts";
import { Problems } from "../../scene/problem.ts";

/** An XML element of a link. */
type Element = Parameters<Param<unknown>["read"]>[0][number];

const linkParams = {
  link: groupsParam("link", {
    emitters: elements("particle_emitter", emitterMessage),
    projectors: elements("projector", projectorMessage),
  }),
};

/** Returns the particle emitters and projectors of a link, which the world stores as written in its file. */
export function emittersOf(extra: string | undefined): Pick<gz.Link, "particle_emitter" | "projector"> {
  if (extra === undefined || !(extra.includes("<particle_emitter") || extra.includes("<projector"))) return {};
  const plugin = { name: "link", filename: "", innerXml: extra };
  const [link] = readParams(linkParams, plugin, undefined, new Problems()).link;
  const { emitters = [], projectors = [] } = link ?? {};
  return {
    ...(emitters.length === 0 ? {} : { particle_emitter: [...emitters] }),
    ...(projectors.length === 0 ? {} : { projector: [...projectors] }),
  };
}

function elements<T>(element: string, messageOf: (each: Element) => T): Param<readonly T[]> {
  return { element, initial: [], doc: "", read: (given) => ({ value: given.map(messageOf) }) };
}

const TYPES = { point: "POINT", box: "BOX", cylinder: "CYLINDER", ellipsoid: "ELLIPSOID" } as const;
const one = { x: 1, y: 1, z: 1 };

/** Describes a particle emitter, with SDF's defaults. */
function emitterMessage(emitter: Element): gz.ParticleEmitter {
  const type = attributeOf(emitter, "type");
  const number = (name: string, initial: number): gz.Float => ({
    data: readParam(numberParam(name, initial), emitter),
  });
  const [image, topic] = ["color_range_image", "topic"].map((name) => readParam(textParam(name, ""), emitter));
  return {
    name: attributeOf(emitter, "name"),
    type: Object.hasOwn(TYPES, type) ? TYPES[type as keyof typeof TYPES] : "POINT",
    pose: poseOf(emitter),
    size: readParam(vec3Param("size", one), emitter),
    rate: number("rate", 10),
    duration: number("duration", 0),
    emitting: { data: readParam(flagParam("emitting", true), emitter) },
    particle_size: readParam(vec3Param("particle_size", one), emitter),
    lifetime: number("lifetime", 5),
    min_velocity: number("min_velocity", 1),
    max_velocity: number("max_velocity", 1),
    color_start: colorOf(emitter, "color_start"),
    color_end: colorOf(emitter, "color_end"),
    scale_rate: number("scale_rate", 1),
    ...(image === "" ? {} : { color_range_image: { data: image! } }),
    ...(topic === "" ? {} : { topic: { data: topic! } }),
    particle_scatter_ratio: number("particle_scatter_ratio", 0.65),
  };
}

function projectorMessage(projector: Element): gz.Projector {
  const number = (name: string, initial: number): number => readParam(numberParam(name, initial), projector);
  return {
    name: attributeOf(projector, "name"),
    texture: readParam(textParam("texture", ""), projector),
    pose: poseOf(projector),
    fov: number("fov", 0.785),
    near_clip: number("near_clip", 0.1),
    far_clip: number("far_clip", 10),
    enabled: true,
  };
}

function attributeOf({ attributes }: Element, name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value.trim() ?? "";
}

function colorOf(parent: Element, name: string): gz.Color {
  const [r = 1, g = 1, b = 1, a = 1] = numbersOf(readParam(textParam(name, ""), parent));
  return { r, g, b, a };
}

/**
 * Returns the pose in the link, in metres and radians. The frame that it was relative to is no longer known, so the
 * numbers stay as written.
 */
function poseOf(parent: Element): gz.Pose {
  const [x = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0] = numbersOf(readParam(textParam("pose", ""), parent));
  return toPoseMessage(pose({ x, y, z }, fromRollPitchYaw(roll, pitch, yaw)));
}

function numbersOf(text: string): number[] {
  return text === "" ? [] : text.split(/\s+/).map(Number).filter(Number.isFinite);
}
