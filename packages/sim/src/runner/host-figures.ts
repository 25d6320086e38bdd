import type { HostFigures } from "../introspection/items/simulation-items.ts";
import type { Simulation } from "./simulation.ts";
import type { Statistics } from "./statistics.ts";

/** Returns what the host measures about a run, for viewers. */
export function hostFigures({ systems }: Simulation, statistics: Statistics): HostFigures {
  return {
    get runningMs() {
      return statistics.runningMs;
    },
    get realTimeFactor() {
      return statistics.realTimeFactor;
    },
    systems: () => systems.running,
  };
}
