import { IsCanonical, IsLink, IsModel, ModelCanonicalLink } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { partsBelow } from "./find.ts";

/**
 * Returns the link that a model's frame follows: its first one, unless its file names another. If a nested model
 * contains the canonical link of the enclosing model, it follows that link, so that its place in the enclosing model
 * never changes.
 */
export function canonicalLinkOf(world: World, model: Entity): Entity | undefined {
  return canonicalLinks(world)(model);
}

/** Returns a cached version of `canonicalLinkOf`, for many models of a world that does not change in the meantime. */
export function canonicalLinks(world: World): (model: Entity) => Entity | undefined {
  const known = new Map<Entity, Entity | undefined>();
  const search = (model: Entity): Entity | undefined => {
    const around = world.parentOf(model);
    if (!world.has(around, IsModel))
      return partsBelow(world, model, IsLink).find((link) => world.has(link, IsCanonical)) ?? ownLinkOf(world, model);
    const above = linkOf(around);
    return above !== undefined && isBelow(world, above, model) ? above : ownLinkOf(world, model);
  };
  const linkOf = (model: Entity): Entity | undefined => {
    if (!known.has(model)) known.set(model, search(model));
    return known.get(model);
  };
  return linkOf;
}

function ownLinkOf(world: World, model: Entity): Entity | undefined {
  const named = (world.get(model, ModelCanonicalLink)?.link ?? 0) as Entity;
  if (named !== 0 && world.exists(named) && isBelow(world, named, model)) return named;
  const children = world.childrenOf(model);
  const first = children.find((child) => world.has(child, IsLink));
  if (first !== undefined) return first;
  for (const child of children) {
    const link = world.has(child, IsModel) ? ownLinkOf(world, child) : undefined;
    if (link !== undefined) return link;
  }
  return undefined;
}

function isBelow(world: World, entity: Entity, model: Entity): boolean {
  for (let at = world.parentOf(entity); at !== 0; at = world.parentOf(at)) if (at === model) return true;
  return false;
}
