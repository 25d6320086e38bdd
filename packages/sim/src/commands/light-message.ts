import type { gz } from "@orrery/msgs";
import { identityPose } from "../base/pose.ts";
import { fromPoseMessage } from "./pose-message.ts";
import type { Color } from "../scene/color.ts";
import type { LightScene } from "../scene/light.ts";

/** A light as a message describes it. Throws when its pose is none, or a number is not finite. */
export function lightOf(message: gz.Light): LightScene {
  const { direction, pose } = message;
  const light: LightScene = {
    name: message.name ?? "",
    type: message.type === "SPOT" ? "spot" : message.type === "DIRECTIONAL" ? "directional" : "point",
    pose: pose === undefined ? identityPose : fromPoseMessage(pose),
    diffuse: colorOf(message.diffuse, 1),
    specular: colorOf(message.specular, 0.1),
    direction:
      direction === undefined
        ? { x: 0, y: 0, z: -1 }
        : { x: direction.x ?? 0, y: direction.y ?? 0, z: direction.z ?? 0 },
    castShadows: message.cast_shadows ?? false,
    // 0 is what absent is; a light that is off says so.
    intensity: message.intensity || 1,
    attenuation: {
      range: message.range || 10,
      constant: message.attenuation_constant || 1,
      linear: message.attenuation_linear ?? 0,
      quadratic: message.attenuation_quadratic ?? 0,
    },
    spotInnerAngle: message.spot_inner_angle ?? 0,
    spotOuterAngle: message.spot_outer_angle ?? 0,
    spotFalloff: message.spot_falloff ?? 0,
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

function colorOf(color: gz.Color | undefined, fallback: number): Color {
  if (color === undefined) return { r: fallback, g: fallback, b: fallback, a: 1 };
  return { r: color.r ?? 0, g: color.g ?? 0, b: color.b ?? 0, a: color.a ?? 0 };
}
