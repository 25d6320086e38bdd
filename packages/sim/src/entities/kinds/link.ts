import { IsKinematic, Inertial, GravityEnabled, VelocityDecay } from "../../components/physics.ts";
import { IsLink } from "../../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { LinkSettings } from "../../components/saving.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { LinkScene } from "../../scene/scene.ts";
import type { JointZeros } from "../joint-zeros.ts";
import { collision } from "./collision.ts";
import { saveParts, spawnParts } from "./kind.ts";
import { light } from "./light.ts";
import { savePlace } from "./place.ts";
import { sensor } from "./sensor.ts";
import { keep, keepExtra, saveNamed, spawnNamed, stored } from "./stored.ts";
import { savePartPlugins, spawnPlugins } from "./systems.ts";
import { visual } from "./visual.ts";

const parts = { collisions: collision, visuals: visual, lights: light, sensors: sensor };

export function spawnLink(world: World, model: Entity, scene: LinkScene, isStatic: boolean): void {
  const link = spawnNamed(world, model, scene);
  world.set(link, IsLink, {});
  world.set(link, Inertial, scene.inertial);
  if (!isStatic) {
    world.set(link, WorldLinearVelocity, WorldLinearVelocity.initial());
    world.set(link, WorldAngularVelocity, WorldAngularVelocity.initial());
  }
  if (scene.kinematic) world.set(link, IsKinematic, {});
  if (scene.velocityDecay.linear !== 0 || scene.velocityDecay.angular !== 0)
    world.set(link, VelocityDecay, scene.velocityDecay);
  if (!scene.gravity) world.set(link, GravityEnabled, { on: 0 });
  keepExtra(world, link, scene.extra);
  keep(world, link, LinkSettings, { selfCollide: scene.selfCollide, enableWind: scene.enableWind });
  spawnParts(world, link, parts, scene);
  spawnPlugins(world, link, scene.plugins);
}

export function saveLink(world: World, link: Entity, zeros: JointZeros): LinkScene {
  return {
    ...saveNamed(world, link),
    ...savePlace(world, link, zeros),
    inertial: stored(world, link, Inertial),
    gravity: stored(world, link, GravityEnabled).on !== 0,
    kinematic: world.has(link, IsKinematic),
    ...stored(world, link, LinkSettings),
    velocityDecay: stored(world, link, VelocityDecay),
    ...saveParts(world, link, parts),
    ...savePartPlugins(world, link),
  };
}
