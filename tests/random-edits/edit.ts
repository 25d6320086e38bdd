import { noEntity, type Component, type Entity, type World } from "@orrery/sim";
import type { Dice } from "./dice.ts";

/** What an edit works with; the dice choose the target and the values. */
export interface Site {
  readonly world: World;
  readonly root: Entity;
  readonly dice: Dice;
}

export type Edit = (site: Site) => void;
export type EntityEdit = (site: Site, entity: Entity) => void;

/** Returns entities in the order of ids. */
export function having(world: World, component: Component): Entity[] {
  return [...world.query(component)].map(([entity]) => entity);
}

/** Edits one of the entities with the component, if there are any. */
export function toOne(component: Component, act: EntityEdit): Edit {
  return (site) => {
    const found = having(site.world, component);
    if (found.length > 0) act(site, site.dice.pick(found));
  };
}

/** For edits after which there is less to edit. */
export function rarely(probability: number, edit: Edit): Edit {
  return (site) => {
    if (site.dice.chance(probability)) edit(site);
  };
}

/** Adds the component if it is missing, and removes it otherwise. */
export function toggle(component: Component): EntityEdit {
  return ({ world }, entity) => {
    if (world.has(entity, component)) world.unset(entity, component);
    else world.set(entity, component, component.initial());
  };
}

/** Adds the component and removes it at once, which leaves only a free row in its store. */
export function lend(component: Component): EntityEdit {
  return ({ world }, entity) => {
    if (world.has(entity, component)) return;
    world.set(entity, component, component.initial());
    world.unset(entity, component);
  };
}

export function drop(component: Component): EntityEdit {
  return ({ world }, entity) => world.unset(entity, component);
}

export function isWithin(world: World, entity: Entity, ancestor: Entity): boolean {
  for (let at = entity; at !== noEntity; at = world.parentOf(at)) if (at === ancestor) return true;
  return false;
}
