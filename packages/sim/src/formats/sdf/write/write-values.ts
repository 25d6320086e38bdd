import { identityPose, rotationOf, type Pose } from "../../../base/pose.ts";
import { fromRollPitchYaw, toRollPitchYaw } from "../../../base/rotation.ts";
import type { Vec3 } from "../../../base/vec3.ts";
import type { Color } from "../../../scene/color.ts";
import { makeElement, type NewElement } from "../../xml-build.ts";
import type { XmlElement } from "../../xml.ts";

/** Makes an element for a file to be written. */
export function element(name: string, inside: NewElement = {}): XmlElement {
  return makeElement(name, NOWHERE, inside);
}

const NOWHERE: XmlElement = {
  name: "",
  attributes: [],
  children: [],
  text: "",
  source: { file: "", text: "" },
  line: 1,
  column: 1,
  innerStart: -1,
  innerEnd: -1,
};

export function value(name: string, of: string | number | boolean | Vec3 | Color): XmlElement {
  return element(name, { text: textOf(of) });
}

/** Returns `[value]`, or nothing if it equals the default of readers. */
export function unless<T extends string | number | boolean>(fallback: T, name: string, of: T): XmlElement[] {
  return Object.is(of, fallback) ? [] : [value(name, of)];
}

/** Returns the shortest text that reads back as the same double. */
export function numberText(number: number): string {
  if (Object.is(number, -0)) return "-0";
  if (Number.isFinite(number)) return String(number);
  return Number.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
}

/** Returns `[<pose>]`, or nothing if there is no offset. */
export function poseElements(pose: Pose, relativeTo = ""): XmlElement[] {
  const attributes = relativeTo === "" ? {} : { relative_to: relativeTo };
  if (relativeTo === "" && isSame(pose, identityPose)) return [];
  return [element("pose", { ...poseText(pose), attributes: { ...attributes, ...poseText(pose).attributes } })];
}

/** Returns `[<orrery:moved>]`, or nothing if there is no displacement. */
export function movedElements(moved: Pose | undefined): XmlElement[] {
  return moved === undefined ? [] : [element("orrery:moved", poseText(moved))];
}

/** Returns roll, pitch and yaw if some give the same rotation to the bit, otherwise the quaternion itself. */
function poseText(pose: Pose): { text: string; attributes: Record<string, string> } {
  const { x, y, z, qx, qy, qz, qw } = pose;
  const angles = exactAngles(pose);
  return angles === undefined
    ? { text: [x, y, z, qx, qy, qz, qw].map(numberText).join(" "), attributes: { rotation_format: "quat_xyzw" } }
    : { text: [x, y, z, ...angles].map(numberText).join(" "), attributes: {} };
}

/**
 * Angles computed from a quaternion may be off by a few units in the last place, so their neighbours are tried as well.
 */
const NEIGHBOURS = [0, 1, -1, 2, -2, 3, -3];

function exactAngles(pose: Pose): readonly [number, number, number] | undefined {
  const { roll, pitch, yaw } = toRollPitchYaw(rotationOf(pose));
  const around = (angle: number): number[] =>
    angle === 0 ? [0, -0] : NEIGHBOURS.map((steps) => angle + steps * Number.EPSILON * powerOfTwoBelow(angle));
  for (const r of around(roll)) {
    for (const p of around(pitch)) {
      for (const w of around(yaw)) {
        const { x, y, z, w: real } = fromRollPitchYaw(r, p, w);
        if (isSame({ ...pose, qx: x, qy: y, qz: z, qw: real }, pose)) return [r, p, w];
      }
    }
  }
  return undefined;
}

/** Returns the largest power of two that does not exceed an angle, which is at most π. */
function powerOfTwoBelow(angle: number): number {
  let power = 2;
  while (power > Math.abs(angle) && power > 2.3e-308) power /= 2;
  return power;
}

function isSame(a: Pose, b: Pose): boolean {
  return (["x", "y", "z", "qx", "qy", "qz", "qw"] as const).every((part) => Object.is(a[part], b[part]));
}

export function textOf(of: string | number | boolean | Vec3 | Color): string {
  if (typeof of === "number") return numberText(of);
  if (typeof of !== "object") return String(of);
  const parts = "r" in of ? [of.r, of.g, of.b, of.a] : [of.x, of.y, of.z];
  return parts.map(numberText).join(" ");
}
