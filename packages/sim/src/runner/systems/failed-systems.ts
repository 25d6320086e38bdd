import { FailedSystems } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

/**
 * Returns the key that identifies a system: its entity, its name, and its number among systems of that name. The same
 * in every process.
 */
function systemKey(entity: Entity, name: string, ordinal: number): string {
  return `${entity}/${name}${ordinal === 1 ? "" : `#${ordinal}`}`;
}

/** Returns the key of the next system of this name on an entity, given the keys in use. */
export function unusedKey(used: ReadonlyMap<string, unknown>, entity: Entity, name: string): string {
  for (let number = 1; ; number++) {
    const key = systemKey(entity, name, number);
    if (!used.has(key)) return key;
  }
}

/** Forgets the failure of a removed system, and renumbers later failed ones of the same name. */
export function forgetFailure(world: World, root: Entity, entity: Entity, name: string, ordinal: number): void {
  const failed = world.get(root, FailedSystems) ?? [];
  const left = new Set(failed);
  left.delete(systemKey(entity, name, ordinal));
  for (const key of failed) {
    const behind = Number(/#(\d+)$/.exec(key)?.[1] ?? 1);
    if (behind <= ordinal || key !== systemKey(entity, name, behind)) continue;
    left.delete(key);
    left.add(systemKey(entity, name, behind - 1));
  }
  if (left.size < failed.length || [...left].some((key) => !failed.includes(key)))
    world.set(root, FailedSystems, [...left].sort());
}
