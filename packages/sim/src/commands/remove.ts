import { IsLink } from "../components/identity.ts";
import { JointLinks } from "../components/joint.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { partsBelow } from "../scene/find.ts";

/** Removes a model or a light, and joints elsewhere that held on to it. */
export function removePlaced(world: World, entity: Entity): void {
  const links = new Set(partsBelow(world, entity, IsLink));
  const joints = [...world.query(JointLinks)]
    .filter(([, { parent, child }]) => links.has(parent as Entity) || links.has(child as Entity))
    .map(([joint]) => joint);
  for (const joint of joints) world.remove(joint);
  world.remove(entity);
}
