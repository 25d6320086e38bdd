import { CastShadows, Material, Transparency } from "../../components/geometry.ts";
import { IsVisual } from "../../components/identity.ts";
import { VisualSettings } from "../../components/saving.ts";
import type { VisualScene } from "../../scene/scene.ts";
import { materialToSave, materialToStore, saveGeometry, spawnGeometry } from "./geometry.ts";
import type { Kind } from "./kind.ts";
import { keep, keepExtra, saveNamed, spawnNamed, stored } from "./stored.ts";
import { savePartPlugins, spawnPlugins } from "./systems.ts";

export const visual: Kind<VisualScene> = {
  tag: IsVisual,

  spawn(world, link, scene) {
    const entity = spawnNamed(world, link, scene);
    world.set(entity, IsVisual, {});
    spawnGeometry(world, entity, scene.geometry);
    world.set(entity, Material, materialToStore(scene.material));
    world.set(entity, CastShadows, scene.castShadows);
    if (scene.transparency !== 0) world.set(entity, Transparency, { amount: scene.transparency });
    keepExtra(world, entity, scene.extra);
    keep(world, entity, VisualSettings, { visibilityFlags: scene.visibilityFlags });
    spawnPlugins(world, entity, scene.plugins);
    return entity;
  },

  save(world, entity) {
    return {
      ...saveNamed(world, entity),
      geometry: saveGeometry(world, entity),
      material: materialToSave(stored(world, entity, Material)),
      castShadows: stored(world, entity, CastShadows),
      transparency: stored(world, entity, Transparency).amount,
      ...stored(world, entity, VisualSettings),
      ...savePartPlugins(world, entity),
    };
  },
};
