import { SimClock } from "../../components/simulation.ts";
import type { ItemInfo, Probe, Provider } from "../item.ts";
import type { WorldParts } from "./property.ts";

/** What the host measures of a world: nothing of it is part of the world, or of its past. */
export interface HostFigures {
  /** Milliseconds that the world has run, by the host's clock. */
  readonly runningMs: number;
  readonly realTimeFactor: number;
}

interface Item extends ItemInfo {
  readonly probe: Probe;
}

/** Items of the run as a whole: its times and its speed. */
export class SimulationItems implements Provider {
  readonly revision = 0;
  readonly #items: ReadonlyMap<string, Item>;

  constructor({ world, root }: Pick<WorldParts, "world" | "root">, figures: HostFigures) {
    const clock = (field: number): number => {
      const column = world.column(SimClock);
      return column.data[column.row(root) * column.stride + field]!;
    };
    const one = (value: () => number): Probe => ({
      read: (_, out, at) => {
        out[at] = value();
      },
    });
    const items: Item[] = [
      { name: "sim_time", type: "double", units: ["s"], probe: one(() => clock(1) / 1e9) },
      { name: "iterations", type: "int32", units: [], probe: one(() => clock(0)) },
      { name: "real_time", type: "double", units: ["s"], isLive: true, probe: one(() => figures.runningMs / 1000) },
      { name: "real_time_factor", type: "double", units: [], isLive: true, probe: one(() => figures.realTimeFactor) },
    ];
    this.#items = new Map(items.map((item) => [item.name, item]));
  }

  items(): Iterable<ItemInfo> {
    return this.#items.values();
  }

  find(name: string): ItemInfo | undefined {
    return this.#items.get(name);
  }

  open(name: string): Probe | undefined {
    return this.#items.get(name)?.probe;
  }
}
