import type { orrery } from "@orrery/msgs";
import { IsCollision, IsLink, IsModel } from "../../components/identity.ts";
import { CollisionOff } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { partsBelow, scopedName } from "../../entities/find.ts";
import { findEntity } from "../find-entity.ts";
import { taking, writing, type Prepared } from "../prepared.ts";

/** Disables the collisions of a model or link, or one collision, or enables them again. */
export function prepareCollisionSwitch(
  world: World,
  root: Entity,
  { entity: meant = {}, on = false }: orrery.CollisionSwitch,
): Prepared {
  const entity = findEntity(world, root, meant);
  const collisions = collisionsOf(world, entity);
  if (collisions.length === 0) throw new Error(`"${scopedName(world, entity)}" has no collisions`);
  const changed = collisions.filter((collision) => world.has(collision, CollisionOff) === on);
  return {
    writes: changed.map((collision) => (on ? taking(collision, CollisionOff) : writing(collision, CollisionOff, {}))),
  };
}

function collisionsOf(world: World, entity: Entity): Entity[] {
  if (world.has(entity, IsCollision)) return [entity];
  const links = world.has(entity, IsModel) ? partsBelow(world, entity, IsLink) : [entity];
  return links.flatMap((link) => world.childrenOf(link)).filter((part) => world.has(part, IsCollision));
}
