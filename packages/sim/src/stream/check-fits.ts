import type { Delta } from "../ecs/delta.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import { PackError } from "../ecs/pack.ts";
import type { World } from "../ecs/world.ts";

/** The tree that a change must fit; a whole state must fit an empty one. */
export type Tree = Pick<World, "exists" | "parentOf">;

/** Throws a PackError unless the world can apply the whole change, because failing midway would leave it in between. */
export function checkFits({ removed, placed, set }: Delta, before: Tree): void {
  const parents = new Map<Entity, Entity>();
  for (const { entity, parent } of placed) {
    if (entity === noEntity || parents.has(entity)) throw new PackError(`entity ${entity} is misplaced`);
    if (parent !== noEntity && !parents.has(parent) && !before.exists(parent))
      throw new PackError(`entity ${entity} lies below ${parent}, which is not there`);
    parents.set(entity, parent);
  }
  const gone = new Set(removed);
  for (const entity of parents.keys()) gone.delete(entity);
  const parentOf = (entity: Entity): Entity => parents.get(entity) ?? before.parentOf(entity);
  for (const entity of parents.keys()) {
    if (isBelowItself(entity, parentOf)) throw new PackError(`entity ${entity} lies below itself`);
  }
  for (const { component, entities } of set) {
    for (const entity of entities as Iterable<number> as Iterable<Entity>) {
      const isThere = parents.has(entity) || before.exists(entity);
      if (!isThere || (gone.size > 0 && goesWith(entity, gone, parentOf)))
        throw new PackError(`"${component.name}" of a missing entity ${entity}`);
    }
  }
}

/**
 * Returns whether an entity is its own ancestor. Only placed entities can close a cycle; a cycle without this one
 * contains another placed one.
 */
function isBelowItself(entity: Entity, parentOf: (entity: Entity) => Entity): boolean {
  const seen = new Set<Entity>();
  for (let above = parentOf(entity); above !== noEntity && !seen.has(above); above = parentOf(above)) {
    if (above === entity) return true;
    seen.add(above);
  }
  return false;
}

/** Returns whether an entity is removed, or is a descendant of a removed one. */
function goesWith(entity: Entity, gone: ReadonlySet<Entity>, parentOf: (entity: Entity) => Entity): boolean {
  for (let at = entity; at !== noEntity; at = parentOf(at)) if (gone.has(at)) return true;
  return false;
}
