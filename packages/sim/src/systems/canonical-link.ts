import { IsCanonical, IsLink, IsModel } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";

/** The link that a model moves with. A nested model need not hold the canonical one: then it is its first. */
export function canonicalLinkOf(world: World, model: Entity): Entity | undefined {
  const links = linksBelow(world, model);
  return links.find((link) => world.has(link, IsCanonical)) ?? links[0];
}

/** Of the model itself, then of those in it. */
export function linksBelow(world: World, model: Entity): Entity[] {
  const children = world.childrenOf(model);
  return [
    ...children.filter((child) => world.has(child, IsLink)),
    ...children.filter((child) => world.has(child, IsModel)).flatMap((inner) => linksBelow(world, inner)),
  ];
}
