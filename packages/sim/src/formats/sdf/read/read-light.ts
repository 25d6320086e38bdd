import type { Pose } from "../../../base/pose.ts";
import type { Color } from "../../../scene/color.ts";
import type { LightScene } from "../../../scene/light.ts";
import { attributeOf, childOrEmpty, placeOfAttribute, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { extraOf } from "../extra.ts";
import { readBool, readColor, readDirection, readNumber } from "../values.ts";

const white: Color = { r: 1, g: 1, b: 1, a: 1 };
const faint: Color = { r: 0.1, g: 0.1, b: 0.1, a: 1 };
const down = { x: 0, y: 0, z: -1 };

/**
 * Reads a light. `name` and `pose` come from the caller: an include may override them, and the pose needs the
 * surrounding frames.
 */
export function readLight(element: XmlElement, name: string, pose: Pose, context: SdfContext): LightScene {
  const { problems } = context;
  const type = typeOf(element, context);
  const attenuation = childOrEmpty(element, "attenuation");
  const spot = childOrEmpty(element, "spot");
  return {
    name,
    type,
    pose,
    diffuse: readColor(element, "diffuse", white),
    specular: readColor(element, "specular", faint),
    // A point light has no direction.
    direction: type === "point" ? down : readDirection(element, "direction", down, problems),
    castShadows: readBool(element, "cast_shadows", false),
    intensity: readNumber(element, "intensity", { fallback: 1, least: 0 }, problems),
    attenuation: {
      range: clamp(readNumber(attenuation, "range", { fallback: 10, least: 0 }, problems), Infinity),
      constant: clamp(readNumber(attenuation, "constant", { fallback: 1 }, problems), 1),
      linear: clamp(readNumber(attenuation, "linear", { fallback: 1 }, problems), 1),
      quadratic: clamp(readNumber(attenuation, "quadratic", { fallback: 0 }, problems), Infinity),
    },
    spotInnerAngle: readNumber(spot, "inner_angle", { fallback: 0, least: 0 }, problems),
    spotOuterAngle: readNumber(spot, "outer_angle", { fallback: 0, least: 0 }, problems),
    spotFalloff: readNumber(spot, "falloff", { fallback: 0, least: 0 }, problems),
    on: readBool(element, "light_on", true),
    visualize: readBool(element, "visualize", true),
    ...extraOf(element, "light"),
  };
}

/** Clamps a factor: files with factors out of range are common, and other readers clamp them too. */
function clamp(factor: number, most: number): number {
  return Math.min(Math.max(factor, 0), most);
}

function typeOf(element: XmlElement, { problems }: SdfContext): LightScene["type"] {
  const type = attributeOf(element, "type")?.trim() ?? "";
  if (type === "point" || type === "spot" || type === "directional") return type;
  if (type !== "") {
    const hint = "point, spot or directional";
    problems.error("bad-value", `unknown light type "${type}"`, placeOfAttribute(element, "type"), hint);
  }
  return "point";
}
