import { IsJoint, IsLink, IsModel, IsSensor, IsWorld, Name } from "../components/identity.ts";
import type { Component } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { asNamePart } from "../transport/names.ts";

const words: readonly (readonly [Component, string])[] = [
  [IsWorld, "world"],
  [IsModel, "model"],
  [IsLink, "link"],
  [IsJoint, "joint"],
  [IsSensor, "sensor"],
];

/** What the names of a sensor's topics begin with: `/world/w/model/m/link/l/sensor/s`. */
export function sensorTopic(world: World, sensor: Entity): string {
  const parts: string[] = [];
  for (let at = sensor; at !== 0; at = world.parentOf(at)) {
    const word = words.find(([kind]) => world.has(at, kind))?.[1];
    if (word !== undefined) parts.unshift(word, asNamePart(world.get(at, Name) ?? ""));
  }
  return `/${parts.join("/")}`;
}
