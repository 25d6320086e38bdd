import { scaleProblem, type Entity, type World } from "@orrery/sim";
import { IsModel } from "@orrery/sim/components";
import { axes, type Handle } from "./handle.ts";

/** Handles that cannot be used, and why. */
export interface Blocked {
  readonly handles: ReadonlySet<Handle>;
  readonly reason: string | undefined;
}

export const NOT_BLOCKED: Blocked = { handles: new Set(), reason: undefined };

/** Axes along which some of these models cannot be scaled alone. */
export function blockedAxes(world: World, entities: readonly Entity[]): Blocked {
  const handles = new Set<Handle>();
  let reason: string | undefined;
  for (const axis of axes) {
    for (const entity of entities) {
      if (!world.has(entity, IsModel)) continue;
      const problem = scaleProblem(world, entity, { x: 1, y: 1, z: 1, [axis]: LARGER });
      if (problem === undefined) continue;
      handles.add(axis);
      reason ??= problem;
    }
  }
  return { handles, reason };
}

/** Any factor: what can be made larger can be made smaller. */
const LARGER = 1.5;
