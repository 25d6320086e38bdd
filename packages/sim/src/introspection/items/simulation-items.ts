import { FailedSystems, Plugins, SimClock } from "../../components/simulation.ts";
import type { ItemInfo, NameTest, Probe, Provider } from "../item.ts";
import type { WorldParts } from "./property.ts";
import { WorldShape } from "./world-shape.ts";

/** What the host measures of a run. None of it is part of the world or of its past. */
export interface HostFigures {
  /** How long the world has run, in milliseconds of the host's clock. */
  readonly runningMs: number;
  readonly realTimeFactor: number;
  /** The systems that run, or ran until they failed. Several may have the same name. */
  systems(): readonly { readonly name: string; readonly microsPerStep: number }[];
}

/** The thing below which the costs of systems are listed. */
const COSTS = "systems";

/** Items of the run as a whole: its times, its speed, and what its systems cost. */
export class SimulationItems implements Provider {
  readonly #figures: HostFigures;
  readonly #items: ReadonlyMap<string, ItemInfo & { readonly value: () => number }>;
  readonly #shape: WorldShape;

  constructor({ world, root }: Pick<WorldParts, "world" | "root">, figures: HostFigures) {
    this.#shape = new WorldShape(world, [Plugins, FailedSystems]);
    this.#figures = figures;
    const clock = (field: number): number => {
      const column = world.column(SimClock);
      return column.data[column.row(root) * column.stride + field]!;
    };
    const live = { type: "double", isLive: true } as const;
    const items = [
      { name: "sim_time", type: "double", units: ["s"], value: () => clock(1) / 1e9 },
      { name: "iterations", type: "int32", units: [], value: () => clock(0) },
      { name: "real_time", ...live, units: ["s"], value: () => figures.runningMs / 1000 },
      { name: "real_time_factor", ...live, units: [], value: () => figures.realTimeFactor },
    ] as const;
    this.#items = new Map(items.map((item) => [item.name, item]));
  }

  get revision(): number {
    return this.#shape.revision;
  }

  *items(of: string, fits: NameTest = () => true): Iterable<ItemInfo> {
    const found =
      of === "" ? this.#items.values() : of === COSTS ? [...new Set(this.#names())].map((name) => costOf(name)) : [];
    for (const item of found) if (fits(item.name)) yield item;
  }

  *things(of: string): Iterable<string> {
    if (of === "" && this.#names().length > 0) yield COSTS;
  }

  find(name: string): ItemInfo | undefined {
    const system = systemOf(name);
    if (system === undefined) return this.#items.get(name);
    const unavailable = this.#names().includes(system) ? undefined : "no such system runs now";
    return { ...costOf(system), unavailable };
  }

  open(name: string): Probe | undefined {
    const system = systemOf(name);
    // A system that is not running yet may start before the revision is read again.
    const value = system === undefined ? this.#items.get(name)?.value : () => this.#cost(system);
    return (
      value && {
        read(_, out, at) {
          out[at] = value();
        },
      }
    );
  }

  #names(): string[] {
    return this.#figures.systems().map(({ name }) => name);
  }

  #cost(system: string): number {
    let cost = NaN;
    for (const { name, microsPerStep } of this.#figures.systems())
      if (name === system) cost = (Number.isNaN(cost) ? 0 : cost) + microsPerStep;
    return cost;
  }
}

function costOf(system: string): ItemInfo {
  return { name: `${COSTS}::${system}`, type: "double", units: ["µs"], isLive: true, note: "a step, averaged" };
}

function systemOf(name: string): string | undefined {
  return name.startsWith(`${COSTS}::`) ? name.slice(COSTS.length + 2) : undefined;
}
