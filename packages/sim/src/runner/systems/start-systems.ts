import { FailedSystems, Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { Plugin } from "../../scene/scene.ts";
import type { SystemLibrary } from "./system-library.ts";
import type { SystemSet } from "./system-set.ts";

export interface SystemStart {
  readonly world: World;
  readonly root: Entity;
  readonly systems: SystemSet;
  readonly library: SystemLibrary;
  /** Lets systems process what was written. */
  readonly settle: () => void;
}

/** Adds systems to an entity and starts them. If one fails to start, restores the world and throws. */
export function startSystems(start: SystemStart, entity: Entity, plugins: readonly Plugin[]): void {
  const { world, root, systems, settle } = start;
  if (!world.exists(entity)) throw new Error(`entity ${entity} no longer exists`);
  const before = world.get(entity, Plugins) ?? [];
  const failed = world.get(root, FailedSystems) ?? [];
  world.set(entity, Plugins, [...withoutStopped(start, entity, before, plugins), ...plugins]);
  const expected = (world.get(root, FailedSystems) ?? []).length;
  settle();
  const now = world.get(root, FailedSystems) ?? [];
  if (now.length === expected) return;
  world.set(entity, Plugins, before);
  world.set(root, FailedSystems, failed);
  // Those that did start have not commanded anything yet, so they must not release commands, which belong to others.
  systems.sync({ timeJumped: true });
  settle();
  throw new Error("it failed to start; see the log or the topic system/failures for the reason");
}

/** Leaves out failed systems that may exist only once, if `plugins` contains a successor. */
function withoutStopped(
  { systems, library }: SystemStart,
  entity: Entity,
  before: readonly Plugin[],
  plugins: readonly Plugin[],
): readonly Plugin[] {
  let left = before;
  for (const plugin of plugins) {
    const definition = library.loaded(plugin);
    const index = left.findIndex((other) => library.loaded(other) === definition);
    if (!definition?.single || index < 0 || systems.isRunning(definition.name)) continue;
    systems.forgetFailure(entity, left, index);
    left = left.toSpliced(index, 1);
  }
  return left;
}
