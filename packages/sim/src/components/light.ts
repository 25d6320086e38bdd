import { component } from "../ecs/component.ts";
import type { LightScene } from "../scene/light.ts";
import { choice, direction, flag, notNegative, number, record } from "../ecs/value-rule.ts";
import { color } from "./value-rules.ts";
import { IsLight } from "./identity.ts";

/** Everything about a light except its name and pose, which are separate components. */
export type LightSettings = Omit<LightScene, "name" | "pose">;

const lightRule = record({
  type: choice("point", "spot", "directional"),
  diffuse: color,
  specular: color,
  direction,
  castShadows: flag,
  intensity: notNegative,
  attenuation: record({ range: notNegative, constant: notNegative, linear: notNegative, quadratic: notNegative }),
  spotInnerAngle: number({ least: 0, most: 2 * Math.PI }),
  spotOuterAngle: number({ least: 0, most: 2 * Math.PI }),
  spotFalloff: notNegative,
  on: flag,
  visualize: flag,
});

export const Light = component(
  "orrery.Light",
  (): LightSettings => ({
    type: "point",
    diffuse: { r: 1, g: 1, b: 1, a: 1 },
    specular: { r: 0, g: 0, b: 0, a: 1 },
    direction: { x: 0, y: 0, z: -1 },
    castShadows: false,
    intensity: 1,
    attenuation: { range: 10, constant: 1, linear: 1, quadratic: 0 },
    spotInnerAngle: 0,
    spotOuterAngle: 0,
    spotFalloff: 0,
    on: true,
    visualize: true,
  }),
  {
    group: "Light",
    rank: 1,
    unit: {
      "attenuation.range": "m",
      "attenuation.linear": "1/m",
      "attenuation.quadratic": "1/m²",
      "spotInnerAngle spotOuterAngle": "rad",
    },
    affects: ["look"],
    edit: { on: [IsLight], value: lightRule },
    order: "on diffuse specular intensity direction attenuation range constant linear quadratic",
  },
);
