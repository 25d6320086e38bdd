import { component } from "../ecs/component.ts";
import type { SensorScene } from "../scene/scene.ts";

/** Everything about a sensor but its name and pose. */
export type SensorSettings = Omit<SensorScene, "name" | "pose">;

export const Sensor = component("orrery.Sensor", (): SensorSettings => ({
  type: "",
  updateRate: 0,
  topic: "",
  alwaysOn: false,
  visualize: false,
  settings: "",
}));
