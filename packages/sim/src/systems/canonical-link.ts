import { IsCanonical, IsLink } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { partsBelow } from "../scene/find.ts";

/** The link that a model moves with. A nested model need not hold the canonical one: then it is its first. */
export function canonicalLinkOf(world: World, model: Entity): Entity | undefined {
  const links = partsBelow(world, model, IsLink);
  return links.find((link) => world.has(link, IsCanonical)) ?? links[0];
}
