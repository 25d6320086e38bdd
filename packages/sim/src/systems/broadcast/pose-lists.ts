import type { gz } from "@orrery/msgs";
import { toSecNsec, type Nanoseconds } from "../../base/time.ts";
import { IsLight, IsLink, IsModel, IsStatic, IsVisual, Name } from "../../components/identity.ts";
import { Pose } from "../../components/pose.ts";
import type { Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { toPoseMessage } from "../../messages/pose-message.ts";

/** Lists the poses of named entities, each relative to its parent and under its own name, as Gazebo does. */
export function posesMessage(world: World, which: "all" | "dynamic", timeNs: Nanoseconds): gz.Pose_V {
  const dynamic: readonly Component[] = [IsModel, IsLink];
  const kinds = which === "all" ? [...dynamic, IsVisual, IsLight] : dynamic;
  const pose: gz.Pose[] = [];
  for (const kind of kinds) {
    for (const [entity, name, value] of world.query(Name, Pose, kind)) {
      if (which === "dynamic" && isFixed(world, entity)) continue;
      pose.push({ name, id: entity, ...toPoseMessage(value) });
    }
  }
  return { header: { stamp: toSecNsec(timeNs) }, pose };
}

/** Returns whether the entity is a static model or part of one. */
function isFixed(world: World, entity: Entity): boolean {
  for (let at = entity; at !== 0; at = world.parentOf(at)) if (world.has(at, IsStatic)) return true;
  return false;
}
