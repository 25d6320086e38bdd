import { IsModel, IsWorld, Name } from "../../components/identity.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { asNamePart } from "../../transport/names.ts";

/** `/world/W/model/outer/model/inner`: the names of an entity and of all above it, each after its kind. */
export function scopedTopic(world: World, entity: Entity): string {
  const kind = world.has(entity, IsWorld) ? "world" : world.has(entity, IsModel) ? "model" : "link";
  const own = `/${kind}/${asNamePart(world.get(entity, Name) ?? "")}`;
  const parent = world.parentOf(entity);
  return parent === 0 ? own : scopedTopic(world, parent) + own;
}

/** The same without the world: `/model/outer/model/inner`. */
export function topicInWorld(world: World, entity: Entity): string {
  return scopedTopic(world, entity).replace(/^\/world\/[^/]*/, "");
}
