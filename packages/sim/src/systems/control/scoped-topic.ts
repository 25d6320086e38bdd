import { IsJoint, IsLink, IsModel, IsSensor, IsWorld, Name } from "../../components/identity.ts";
import type { Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { asNamePart } from "../../transport/names.ts";

/**
 * Returns a topic such as `/world/w/model/m/link/l/sensor/s`: the names of an entity and of its ancestors, each after
 * its kind.
 */
export function scopedTopic(world: World, entity: Entity): string {
  const parts: string[] = [];
  for (let at = entity; at !== 0; at = world.parentOf(at)) {
    const word = words.find(([kind]) => world.has(at, kind))?.[1];
    if (word !== undefined) parts.unshift(word, asNamePart(world.get(at, Name) ?? ""));
  }
  return `/${parts.join("/")}`;
}

/** Returns the topic without the world: `/model/outer/model/inner`. */
export function topicInWorld(world: World, entity: Entity): string {
  return scopedTopic(world, entity).replace(/^\/world\/[^/]*/, "");
}

const words: readonly (readonly [Component, string])[] = [
  [IsWorld, "world"],
  [IsModel, "model"],
  [IsLink, "link"],
  [IsJoint, "joint"],
  [IsSensor, "sensor"],
];
