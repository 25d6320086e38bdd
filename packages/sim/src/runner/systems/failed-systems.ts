import { FailedSystems } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

/** What a system is known by: its entity, its name, and which of several of that name it is. The same in every process. */
export function systemKey(entity: Entity, name: string, ordinal: number): string {
  return `${entity}/${name}${ordinal === 1 ? "" : `#${ordinal}`}`;
}

/** Returns the key of the next system of this name on an entity, beside those that are used. */
export function unusedKey(used: ReadonlyMap<string, unknown>, entity: Entity, name: string): string {
  for (let number = 1; ; number++) {
    const key = systemKey(entity, name, number);
    if (!used.has(key)) return key;
  }
}

/** After that system was taken away: that it had failed is forgotten, and those behind it of the same name have moved up. */
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
