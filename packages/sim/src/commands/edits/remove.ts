import type { gz } from "@orrery/msgs";
import { IsLink } from "../../components/identity.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { EntityIndex } from "../../entities/entity-index.ts";
import { partsBelow } from "../../entities/find.ts";
import { findPlaced } from "../find-placed.ts";
import type { Prepared } from "../prepared.ts";

/** Removes a model or a light, together with joints elsewhere that are attached to it. */
export function prepareRemoval(world: World, root: Entity, message: gz.Entity): Prepared {
  const { id = 0, name = "", type = "NONE" } = message;
  // As in Gazebo: a model and a light may have the same name.
  if (id === 0 && type === "NONE") throw new Error(`"${name}" may be a model or a light: specify its type or id`);
  const entity = findPlaced(world, root, message);
  const index = EntityIndex.of(world);
  const joints = new Set(partsBelow(world, entity, IsLink).flatMap((link) => index.jointsAt(link)));
  return { removes: [...[...joints].sort((a, b) => a - b), entity] };
}
