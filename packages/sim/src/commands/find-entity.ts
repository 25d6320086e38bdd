import type { gz } from "@orrery/msgs";
import { nearest } from "@orrery/msgs/nearest";
import {
  IsCollision,
  IsJoint,
  IsLight,
  IsLink,
  IsModel,
  IsSensor,
  IsVisual,
  IsWorld,
  Name,
} from "../components/identity.ts";
import type { Component } from "../ecs/component.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { EntityIndex } from "../entities/entity-index.ts";
import { scopedName } from "../entities/find.ts";

const kinds: Readonly<Record<string, Component>> = {
  LIGHT: IsLight,
  MODEL: IsModel,
  LINK: IsLink,
  VISUAL: IsVisual,
  COLLISION: IsCollision,
  SENSOR: IsSensor,
  JOINT: IsJoint,
  WORLD: IsWorld,
};

/**
 * Returns the entity that a message means: by id, or by its scoped name and, if given, its kind. If there is none,
 * throws with the nearest name.
 */
export function findEntity(world: World, root: Entity, meant: gz.Entity): Entity {
  const found = entityMeant(world, root, meant);
  if (found !== undefined) return found;
  const { id, name = "", type } = meant;
  if (id) throw new Error(`there is no entity ${id}`);
  const kind = kindNamed(type);
  const candidates = [...world.query(Name)].flatMap(([entity]) =>
    kind === undefined || world.has(entity, kind) ? [scopedName(world, entity)] : [],
  );
  const near = nearest(name, candidates);
  throw new Error(`there is no entity "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}`);
}

/**
 * Finds an entity like `findEntity`, but returns `undefined` if there is none: finding the nearest name would visit all
 * entities.
 */
export function entityMeant(world: World, root: Entity, { id, name = "", type }: gz.Entity): Entity | undefined {
  if (id) return world.exists(id as Entity) ? (id as Entity) : undefined;
  const kind = kindNamed(type);
  const index = EntityIndex.of(world);
  const named = [...index.scopedBelow(noEntity, name), ...index.scopedBelow(root, name)]
    .filter((entity) => kind === undefined || world.has(entity, kind))
    .filter((entity) => scopedName(world, entity) === name);
  return named.length === 0 ? undefined : (Math.min(...named) as Entity);
}

function kindNamed(type: gz.Entity["type"]): Component | undefined {
  return typeof type === "string" ? kinds[type] : undefined;
}
