import { identityPose, type Pose as PoseData } from "../../base/pose.ts";
import { Name } from "../../components/identity.ts";
import { Pose } from "../../components/pose.ts";
import { Extra } from "../../components/saving.ts";
import type { Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

/** The fields that most parts of a file have. */
interface Named {
  readonly name: string;
  readonly pose: PoseData;
  readonly extra?: string;
}

export function spawnNamed(world: World, parent: Entity, { name, pose }: Named): Entity {
  const entity = world.create(parent);
  world.set(entity, Name, name);
  world.set(entity, Pose, pose);
  return entity;
}

export function saveNamed(world: World, entity: Entity): Named {
  const pose = world.get(entity, Pose) ?? identityPose;
  return { name: saveName(world, entity), pose, ...saveExtra(world, entity) };
}

export function saveName(world: World, entity: Entity): string {
  return world.get(entity, Name) ?? "";
}

/** Stores the XML of a file that no component covers. */
export function keepExtra(world: World, entity: Entity, extra: string | undefined): void {
  if (extra !== undefined) world.set(entity, Extra, extra);
}

export function saveExtra(world: World, entity: Entity): { readonly extra?: string } {
  const extra = world.get(entity, Extra);
  return extra === undefined ? {} : { extra };
}

/** Sets a component unless all of its fields have their initial values. */
export function keep<T extends object>(world: World, entity: Entity, component: Component<T>, value: T): void {
  const usual = component.initial();
  if (Object.entries(value).some(([field, each]) => usual[field as keyof T] !== each)) {
    world.set(entity, component, value);
  }
}

/** Returns the entity's value, or the component's initial value. */
export function stored<T>(world: World, entity: Entity, component: Component<T>): T {
  return world.get(entity, component) ?? component.initial();
}
