import type { Component, Entity, World } from "@orrery/sim";
import { IsLight, IsModel, IsWorld } from "@orrery/sim/components";
import { nameOf } from "../entity-tree/api.ts";

/** The entities that an action applies to, or why it cannot. */
export type Targets = { readonly entities: readonly Entity[] } | { readonly reason: string };

/**
 * Returns the selected models and lights at any depth, which can be deleted. Selected parts are deleted along with
 * their models.
 */
export function placedTargets(world: World, chosen: readonly Entity[], verb: string): Targets {
  const entities = outermost(world, chosen);
  if (entities.length === 0) return { reason: nothingChosen(world, chosen, verb) };
  const part = entities.find((entity) => !isPlaced(world, entity));
  if (part === undefined) return { entities };
  const whole = holderOf(world, part);
  const of = whole === undefined ? "" : ` of ${nameOf(world, whole)}`;
  return { reason: `${nameOf(world, part)} is a part${of}; only whole models and lights can be ${verb}` };
}

/** Returns the selected entities directly below the world, which can be copied. */
export function topTargets(world: World, chosen: readonly Entity[], verb: string): Targets {
  const placed = placedTargets(world, chosen, verb);
  if ("reason" in placed) return placed;
  const inner = placed.entities.find((entity) => !world.has(world.parentOf(entity), IsWorld));
  if (inner === undefined) return placed;
  const whole = nameOf(world, world.parentOf(inner));
  return {
    reason: `${nameOf(world, inner)} is a part of ${whole}; only models and lights directly in the world can be ${verb}`,
  };
}

/** Returns the selection in order, without the world itself and without anything inside another selected entity. */
function outermost(world: World, chosen: readonly Entity[]): Entity[] {
  const all = new Set(chosen.filter((entity) => world.exists(entity) && !world.has(entity, IsWorld)));
  return [...all].filter((entity) => {
    for (let at = world.parentOf(entity); at !== 0; at = world.parentOf(at)) if (all.has(at)) return false;
    return true;
  });
}

function nothingChosen(world: World, chosen: readonly Entity[], verb: string): string {
  return chosen.some((entity) => world.exists(entity)) ? `the world itself cannot be ${verb}` : "nothing is selected";
}

function isPlaced(world: World, entity: Entity): boolean {
  return PLACED.some((kind) => world.has(entity, kind));
}

const PLACED: readonly Component[] = [IsModel, IsLight];

function holderOf(world: World, part: Entity): Entity | undefined {
  for (let at = world.parentOf(part); at !== 0; at = world.parentOf(at)) if (world.has(at, IsModel)) return at;
  return undefined;
}
