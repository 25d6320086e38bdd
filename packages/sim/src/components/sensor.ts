import { component } from "../ecs/component.ts";
import type { SensorScene } from "../scene/scene.ts";
import { flag, notNegative, record, text } from "../ecs/value-rule.ts";
import { IsSensor } from "./identity.ts";
import { structure } from "./why-locked.ts";

/** Everything about a sensor except its name, its pose and its systems. */
export type SensorSettings = Omit<SensorScene, "name" | "pose" | "plugins">;

export const Sensor = component(
  "orrery.Sensor",
  (): SensorSettings => ({
    type: "",
    updateRate: 0,
    topic: "",
    alwaysOn: false,
    visualize: false,
    settings: "",
  }),
  {
    group: "Sensor",
    rank: 1,
    unit: { updateRate: "Hz" },
    edit: {
      on: [IsSensor],
      value: record({
        type: text,
        updateRate: notNegative,
        topic: text,
        alwaysOn: flag,
        visualize: flag,
        settings: text,
      }),
    },
    fields: { "type settings": { locked: structure } },
  },
);
