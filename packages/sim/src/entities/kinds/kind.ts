import type { Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

/** A kind of entity, with both directions between the scene and the world next to each other. */
export interface Kind<S> {
  /** The component that all its entities have. */
  readonly tag: Component;
  readonly spawn: (world: World, parent: Entity, scene: S) => Entity;
  /** Returns a scene from which `spawn` creates the same entity. */
  readonly save: (world: World, entity: Entity) => S;
}

/**
 * The kinds of parts that something has, by the field of its scene that lists them, in the order in which they are
 * spawned.
 */
export type Parts<S extends object> = { readonly [F in keyof S]: Kind<S[F]> };
type Lists<S extends object> = { readonly [F in keyof S]: readonly S[F][] };

export function spawnParts<S extends object>(world: World, whole: Entity, parts: Parts<S>, scene: Lists<S>): void {
  for (const field of Object.keys(parts) as (keyof S)[]) {
    for (const part of scene[field]) parts[field].spawn(world, whole, part);
  }
}

export function saveParts<S extends object>(world: World, whole: Entity, parts: Parts<S>): Lists<S> {
  const lists = (Object.keys(parts) as (keyof S)[]).map((field) => {
    const { tag, save } = parts[field];
    return [field, partsOf(world, whole, tag).map((part) => save(world, part))];
  });
  return Object.fromEntries(lists) as Lists<S>;
}

/** Returns the entities of a kind directly in an entity. */
export function partsOf(world: World, whole: Entity, tag: Component): Entity[] {
  return world.childrenOf(whole).filter((child) => world.has(child, tag));
}
