import type { Pose } from "../../base/pose.ts";
import type { Color } from "../../scene/color.ts";
import type { LightScene } from "../../scene/light.ts";
import { attributeOf, childOrEmpty, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import type { SdfContext } from "./context.ts";
import { readBool, readColor, readDirection, readNumber } from "./values.ts";

const white: Color = { r: 1, g: 1, b: 1, a: 1 };
const faint: Color = { r: 0.1, g: 0.1, b: 0.1, a: 1 };
const down = { x: 0, y: 0, z: -1 };

/** `name` and `pose` come from the caller: an include may override them, and the pose needs the frames around it. */
export function readLight(element: XmlElement, name: string, pose: Pose, context: SdfContext): LightScene {
  const { problems } = context;
  const attenuation = childOrEmpty(element, "attenuation");
  const spot = childOrEmpty(element, "spot");
  return {
    name,
    type: typeOf(element, context),
    pose,
    diffuse: readColor(element, "diffuse", white, problems),
    specular: readColor(element, "specular", faint, problems),
    direction: readDirection(element, "direction", down, problems),
    castShadows: readBool(element, "cast_shadows", false, problems),
    intensity: readNumber(element, "intensity", { fallback: 1, least: 0 }, problems),
    attenuation: {
      range: readNumber(attenuation, "range", { fallback: 10, least: 0 }, problems),
      constant: clamp(readNumber(attenuation, "constant", { fallback: 1 }, problems), 1),
      linear: clamp(readNumber(attenuation, "linear", { fallback: 1 }, problems), 1),
      quadratic: clamp(readNumber(attenuation, "quadratic", { fallback: 0 }, problems), Infinity),
    },
    spotInnerAngle: readNumber(spot, "inner_angle", { fallback: 0, least: 0 }, problems),
    spotOuterAngle: readNumber(spot, "outer_angle", { fallback: 0, least: 0 }, problems),
    spotFalloff: readNumber(spot, "falloff", { fallback: 0, least: 0 }, problems),
    on: readBool(element, "light_on", true, problems),
    visualize: readBool(element, "visualize", true, problems),
  };
}

/** Files with factors out of range are common, and other readers clamp them too. */
function clamp(factor: number, most: number): number {
  return Math.min(Math.max(factor, 0), most);
}

function typeOf(element: XmlElement, { problems }: SdfContext): LightScene["type"] {
  const type = attributeOf(element, "type");
  if (type === "point" || type === "spot" || type === "directional") return type;
  const hint = "point, spot or directional";
  if (type === undefined) problems.error("missing-attribute", "<light> has no type", placeOf(element), hint);
  else problems.error("bad-value", `unknown light type "${type}"`, placeOfAttribute(element, "type"), hint);
  return "point";
}
