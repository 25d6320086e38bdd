import type { orrery } from "@orrery/msgs";
import { scopedName, type Entity, type World } from "@orrery/sim";
import { Plugins } from "@orrery/sim/components";
import type { Plugin } from "@orrery/sim";
import { pluginOf } from "./system-params.ts";

export interface SystemRow {
  readonly key: string;
  readonly name: string;
  readonly entity: Entity;
  /** The entity's name with the models above it, or its id while the page does not know it. */
  readonly place: string;
  readonly micros: number;
  /** Share of the costliest system's cost, 0 to 1: the length of its bar. */
  readonly share: number;
  readonly failure: { readonly phase: string; readonly error: string } | undefined;
  readonly plugin: Plugin;
}

/** Returns the running systems as the list shows them, in the order in which they run. */
export function systemRows(
  systems: readonly orrery.SystemInfo[],
  world: World,
  available: readonly orrery.AvailableSystem[],
): SystemRow[] {
  const costliest = Math.max(0, ...systems.map(({ micros_per_step = 0 }) => micros_per_step));
  const counts = new Map<string, number>();
  return systems.map(({ name = "", entity = 0, state, micros_per_step: micros = 0, error = "", phase = "" }) => {
    const alike = `${entity}/${name}`;
    const nth = counts.get(alike) ?? 0;
    counts.set(alike, nth + 1);
    const id = entity as Entity;
    const isKnown = world.exists(id);
    return {
      key: `${alike}/${nth}`,
      name,
      entity: id,
      place: isKnown ? scopedName(world, id) : `entity ${entity}`,
      micros,
      share: costliest === 0 ? 0 : micros / costliest,
      failure: state === "STOPPED" ? { phase, error: error || "It was stopped" } : undefined,
      plugin: pluginOf({ name, nth }, isKnown ? (world.get(id, Plugins) ?? []) : [], available),
    };
  });
}
