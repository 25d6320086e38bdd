import { Solid, SolidOf } from "../components/geometry.ts";
import { IsCollision, IsWorld } from "../components/identity.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { partsNamed } from "./find.ts";
import type { ModelScene } from "../scene/scene.ts";
import type { Solid as SolidData } from "../scene/solid.ts";

/**
 * Gives the collisions of a model their solids. Must be called after the rest of the model exists: callers assign
 * consecutive ids to the other entities, which must not depend on whether a solid already exists.
 */
export function giveSolids(world: World, model: Entity, scene: ModelScene): void {
  const named = partsNamed(world, model);
  for (const link of scene.links) {
    const solids = link.collisions.map(({ geometry }) => ("solid" in geometry ? geometry.solid : undefined));
    if (solids.every((solid) => solid === undefined)) continue;
    const parts = world.childrenOf(named.get(link.name)!).filter((part) => world.has(part, IsCollision));
    solids.forEach((solid, i) => {
      if (solid !== undefined) world.set(parts[i]!, SolidOf, { entity: entityOf(world, solid) });
    });
  }
  for (const nested of scene.models) giveSolids(world, named.get(nested.name)!, nested);
}

/** Returns the entity that has a solid; creates it if there is none. */
function entityOf(world: World, solid: SolidData): Entity {
  let held = holders.get(world);
  if (held === undefined || world.store(Solid).lastWrite > held.version) {
    held = { byKey: new Map(), version: 0 };
    for (const [entity, { key }] of world.query(Solid)) if (!held.byKey.has(key)) held.byKey.set(key, entity);
    holders.set(world, held);
  }
  let entity = held.byKey.get(solid.key);
  if (entity === undefined) {
    entity = world.create(world.query(IsWorld).first());
    world.set(entity, Solid, solid);
    held.byKey.set(solid.key, entity);
  }
  held.version = world.mark();
  return entity;
}

/**
 * The entities with solids at a version of the world. A command may create thousands of collisions, and searching all
 * solids for each would be quadratic.
 */
const holders = new WeakMap<World, { readonly byKey: Map<SolidData["key"], Entity>; version: number }>();
