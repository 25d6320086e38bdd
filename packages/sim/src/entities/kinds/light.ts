import { IsLight } from "../../components/identity.ts";
import { Light } from "../../components/light.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { LightScene } from "../../scene/light.ts";
import type { Kind } from "./kind.ts";
import { keepExtra, saveNamed, spawnNamed, stored } from "./stored.ts";

export const light: Kind<LightScene> = { tag: IsLight, spawn: spawnLight, save: saveLight };

export function spawnLight(world: World, parent: Entity, scene: LightScene): Entity {
  const { name: _, pose: __, extra, ...settings } = scene;
  const entity = spawnNamed(world, parent, scene);
  world.set(entity, IsLight, {});
  world.set(entity, Light, settings);
  keepExtra(world, entity, extra);
  return entity;
}

export function saveLight(world: World, entity: Entity): LightScene {
  return { ...saveNamed(world, entity), ...stored(world, entity, Light) };
}
