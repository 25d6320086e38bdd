import { IsLink, IsModel } from "../../components/identity.ts";
import { JointLinks } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

/** Removes a model or a light, and joints elsewhere that held on to it. */
export function removePlaced(world: World, entity: Entity): void {
  const links = new Set(linksBelow(world, entity));
  const joints = [...world.query(JointLinks)]
    .filter(([, { parent, child }]) => links.has(parent as Entity) || links.has(child as Entity))
    .map(([joint]) => joint);
  for (const joint of joints) world.remove(joint);
  world.remove(entity);
}

/** Of a model and of the models in it, by id. */
export function linksBelow(world: World, entity: Entity): Entity[] {
  return world
    .childrenOf(entity)
    .flatMap((child) => {
      if (world.has(child, IsLink)) return [child];
      return world.has(child, IsModel) ? linksBelow(world, child) : [];
    })
    .sort((a, b) => a - b);
}
