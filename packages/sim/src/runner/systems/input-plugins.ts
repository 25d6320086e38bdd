import type { Plugin } from "../../scene/scene.ts";
import type { WorldInput } from "../world-input.ts";
import { pluginsOf } from "./world-plugins.ts";

/** Returns the systems that must be loaded before an input can take effect. */
export function pluginsIn(input: WorldInput): readonly Plugin[] {
  switch (input.kind) {
    case "start-systems":
    case "result":
      return input.plugins;
    case "command":
      return input.scenes.flatMap(pluginsOf);
    default:
      return [];
  }
}
