import type { gz } from "@orrery/msgs";
import { identityPose } from "../base/pose.ts";
import type { LightSettings } from "../components/light.ts";
import type { LightScene } from "../scene/light.ts";
import { colorOf, single } from "./color-message.ts";
import { fromPoseMessage } from "./pose-message.ts";
import { vectorOf } from "./vector-message.ts";

/** Returns the new light that a message describes. Throws if its pose is invalid, or a number is not finite. */
export function lightOf(message: gz.Light): LightScene {
  const pose = message.pose === undefined ? identityPose : fromPoseMessage(message.pose);
  return { name: message.name ?? "", pose, ...lightSettings(message, unsaid) };
}

/**
 * Returns the light after a message. Fields whose default cannot be distinguished from absence stay unchanged: colours,
 * direction, type, and those numbers that would make the light dark if they were zero. Switching a light off is
 * explicit.
 */
export function lightSettings(message: gz.Light, before: LightSettings): LightSettings {
  const { direction } = message;
  const { attenuation } = before;
  const light: LightSettings = {
    type: message.type === "SPOT" ? "spot" : message.type === "DIRECTIONAL" ? "directional" : before.type,
    diffuse: colorOf(message.diffuse, before.diffuse),
    specular: colorOf(message.specular, before.specular),
    direction: direction === undefined ? before.direction : vectorOf(direction),
    castShadows: message.cast_shadows ?? false,
    intensity: single(message.intensity) || before.intensity,
    attenuation: {
      range: single(message.range) || attenuation.range,
      constant: single(message.attenuation_constant) || attenuation.constant,
      linear: single(message.attenuation_linear),
      quadratic: single(message.attenuation_quadratic),
    },
    spotInnerAngle: single(message.spot_inner_angle),
    spotOuterAngle: single(message.spot_outer_angle),
    spotFalloff: single(message.spot_falloff),
    on: message.is_light_off !== true,
    visualize: message.visualize_visual ?? false,
  };
  const { spotInnerAngle, spotOuterAngle, spotFalloff, intensity } = light;
  const groups = [light.diffuse, light.specular, light.direction, light.attenuation];
  const numbers = [
    spotInnerAngle,
    spotOuterAngle,
    spotFalloff,
    intensity,
    ...groups.flatMap((group): number[] => Object.values(group)),
  ];
  if (!numbers.every(Number.isFinite)) throw new Error("the numbers of a light must be finite");
  return light;
}

/** Defaults for a new light. */
const unsaid: LightSettings = {
  type: "point",
  diffuse: { r: 1, g: 1, b: 1, a: 1 },
  specular: { r: 0.1, g: 0.1, b: 0.1, a: 1 },
  direction: { x: 0, y: 0, z: -1 },
  castShadows: false,
  intensity: 1,
  attenuation: { range: 10, constant: 1, linear: 0, quadratic: 0 },
  spotInnerAngle: 0,
  spotOuterAngle: 0,
  spotFalloff: 0,
  on: true,
  visualize: false,
};
