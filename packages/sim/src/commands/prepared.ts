import type { Component } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";

/** The result of checking an edit. Nothing has changed yet. */
export interface Prepared {
  readonly writes?: readonly Write[];
  /** Entities to remove, with everything below them. */
  readonly removes?: readonly Entity[];
  readonly create?: PlannedCreation;
}

export interface PlannedCreation {
  readonly name: string;
  /** The first id of its entities; 0 means the world's next one. */
  readonly firstId: number;
  /** How many ids it may use from there. */
  readonly idCount: number;
  make(): Entity;
}

/** A value for a component of an entity, or a component to remove. */
export type Write =
  | { readonly entity: Entity; readonly component: Component; readonly value: unknown }
  | { readonly entity: Entity; readonly component: Component; readonly taken: true };

export function writing<T>(entity: Entity, component: Component<T>, value: T): Write {
  return { entity, component: component as Component, value };
}

export function taking(entity: Entity, component: Component): Write {
  return { entity, component, taken: true };
}

export function doWrites(world: World, writes: readonly Write[]): void {
  for (const write of writes) {
    if ("taken" in write) world.unset(write.entity, write.component);
    else world.set(write.entity, write.component, write.value);
  }
}
