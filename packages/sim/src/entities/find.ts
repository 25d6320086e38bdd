import { compose, composeInto, identityPose, type Pose as PoseValue } from "../base/pose.ts";
import { IsJoint, IsLink, IsModel, IsWorld, Name } from "../components/identity.ts";
import { Pose } from "../components/pose.ts";
import type { Component } from "../ecs/component.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";

/** Returns the model or link with a scoped name (`arm::gripper::finger`) below an entity. */
export function find(world: World, root: Entity, scopedName: string): Entity | undefined {
  let at: Entity | undefined = root;
  for (const name of scopedName.split("::")) {
    at = world
      .childrenOf(at)
      .find((child) => world.get(child, Name) === name && (world.has(child, IsModel) || world.has(child, IsLink)));
    if (at === undefined) return undefined;
  }
  return at;
}

/** Returns the joint with a scoped name (`gripper::finger`) in a model. */
export function findJoint(world: World, model: Entity, scopedName: string): Entity | undefined {
  const end = scopedName.lastIndexOf("::");
  const holder = end < 0 ? model : find(world, model, scopedName.slice(0, end));
  const own = end < 0 ? scopedName : scopedName.slice(end + 2);
  if (holder === undefined) return undefined;
  return world.childrenOf(holder).find((child) => world.get(child, Name) === own && world.has(child, IsJoint));
}

/** Returns the name of an entity with those of the models above it: `arm::gripper::finger`. */
export function scopedName(world: World, entity: Entity): string {
  const parent = world.parentOf(entity);
  const name = world.get(entity, Name) ?? `#${entity}`;
  return parent === 0 || world.has(parent, IsWorld) ? name : `${scopedName(world, parent)}::${name}`;
}

/**
 * Returns a link's name as joints and canonical links in `above` refer to it: scoped below `above`, or `world` for no
 * link.
 */
export function nameBelow(world: World, above: Entity, link: Entity): string {
  if (link === noEntity) return "world";
  if (world.has(above, IsWorld)) return scopedName(world, link);
  const [name, prefix] = [scopedName(world, link), scopedName(world, above)];
  return name.startsWith(`${prefix}::`) ? name.slice(prefix.length + 2) : name;
}

/** Returns the pose of an entity in the world. */
export function worldPose(world: World, entity: Entity): PoseValue {
  let pose = world.get(entity, Pose) ?? identityPose;
  for (let parent = world.parentOf(entity); parent !== 0; parent = world.parentOf(parent)) {
    const above = world.get(parent, Pose);
    if (above !== undefined) pose = compose(above, pose);
  }
  return pose;
}

/** Writes the pose of an entity in the world as seven numbers. Allocates nothing. */
export function worldPoseInto(world: World, entity: Entity, out: Float64Array, at = 0): void {
  const poses = world.column(Pose);
  const own = poses.row(entity) * 7;
  for (let i = 0; i < 7; i++) out[at + i] = own < 0 ? (i === 6 ? 1 : 0) : poses.data[own + i]!;
  for (let parent = world.parentOf(entity); parent !== 0; parent = world.parentOf(parent)) {
    const above = poses.row(parent) * 7;
    if (above >= 0) composeInto(out, at, poses.data, above, out, at);
  }
}

/** Returns the parts of a kind (`IsLink`, `IsJoint`) in a model and the models in it, by id. */
export function partsBelow(world: World, model: Entity, kind: Component): Entity[] {
  const parts: Entity[] = [];
  collectParts(world, model, kind, parts);
  return parts.sort((a, b) => a - b);
}

function collectParts(world: World, model: Entity, kind: Component, parts: Entity[]): void {
  for (const child of world.childrenOf(model)) {
    if (world.has(child, kind)) parts.push(child);
    else if (world.has(child, IsModel)) collectParts(world, child, kind, parts);
  }
}

/**
 * Returns the links and models directly in something, by name: searching for each one separately would take quadratic
 * time.
 */
export function partsNamed(world: World, holder: Entity): ReadonlyMap<string, Entity> {
  const named = new Map<string, Entity>();
  for (const child of world.childrenOf(holder)) {
    const name = world.get(child, Name);
    const isPart = world.has(child, IsLink) || world.has(child, IsModel);
    if (isPart && name !== undefined && !named.has(name)) named.set(name, child);
  }
  return named;
}

/** Returns the model directly below the world that contains an entity, or the entity itself if it is that model. */
export function topModelOf(world: World, entity: Entity): Entity {
  let top = entity;
  for (let at = entity; at !== 0 && !world.has(at, IsWorld); at = world.parentOf(at)) top = at;
  return top;
}
