import type { gz } from "@orrery/msgs";
import { nearest } from "../base/nearest.ts";
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
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { scopedName } from "../scene/find.ts";

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

/** The entity that a message means: by id, or by its scoped name and, where given, its kind. Throws with the nearest name. */
export function findEntity(world: World, root: Entity, { id, name = "", type }: gz.Entity): Entity {
  if (id) {
    if (world.exists(id as Entity)) return id as Entity;
    throw new Error(`there is no entity ${id}`);
  }
  const kind = typeof type === "string" ? kinds[type] : undefined;
  const candidates = [...world.query(Name)]
    .map(([entity]) => entity)
    .filter((entity) => kind === undefined || world.has(entity, kind));
  const found = candidates.find(
    (entity) => scopedName(world, entity) === name || (entity === root && world.get(root, Name) === name),
  );
  if (found !== undefined) return found;
  const near = nearest(
    name,
    candidates.map((entity) => scopedName(world, entity)),
  );
  throw new Error(`there is no entity "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}`);
}
