import { IsCollision } from "../../components/identity.ts";
import { CollisionOff, Surface } from "../../components/physics.ts";
import { CollisionSettings } from "../../components/saving.ts";
import type { Geometry } from "../../scene/geometry.ts";
import type { CollisionScene } from "../../scene/scene.ts";
import { solidOf } from "../solid-of.ts";
import { saveGeometry, spawnGeometry } from "./geometry.ts";
import type { Kind } from "./kind.ts";
import { keep, keepExtra, saveNamed, spawnNamed, stored } from "./stored.ts";

/** Its solid is added later, with those of the whole model: see `giveSolids`. */
export const collision: Kind<CollisionScene> = {
  tag: IsCollision,

  spawn(world, link, scene) {
    const entity = spawnNamed(world, link, scene);
    world.set(entity, IsCollision, {});
    spawnGeometry(world, entity, scene.geometry);
    world.set(entity, Surface, scene.surface);
    keepExtra(world, entity, scene.extra);
    keep(world, entity, CollisionSettings, { density: scene.density });
    if (scene.off === true) world.set(entity, CollisionOff, {});
    return entity;
  },

  save(world, entity) {
    const solid = solidOf(world, entity);
    const geometry = saveGeometry(world, entity);
    return {
      ...saveNamed(world, entity),
      geometry: solid === undefined ? geometry : ({ ...geometry, solid } as Geometry),
      surface: stored(world, entity, Surface),
      ...stored(world, entity, CollisionSettings),
      ...(world.has(entity, CollisionOff) ? { off: true } : {}),
    };
  },
};
