import type { Component } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { EntityIndex } from "../entities/entity-index.ts";
import { scopedName } from "../entities/find.ts";

/** Returns all entities of a kind with this name, whatever they belong to, by id. */
export function entitiesNamed(world: World, name: string, kind: Component): Entity[] {
  return EntityIndex.of(world)
    .allNamed(name)
    .filter((entity) => world.has(entity, kind));
}

/** Returns the error for a name that several things have: choosing one of them would be a guess. */
export function ambiguous(world: World, what: string, found: readonly Entity[]): Error {
  const names = found.slice(0, SHOWN).map((entity) => `"${scopedName(world, entity)}"`);
  const more = found.length > SHOWN ? ", …" : "";
  return new Error(
    `there are ${found.length} of ${what}: specify one by its id or scoped name (${names.join(", ")}${more})`,
  );
}

const SHOWN = 5;
