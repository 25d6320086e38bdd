import { Actor } from "../../components/actor.ts";
import { IsActor } from "../../components/identity.ts";
import type { ActorScene } from "../../scene/actor.ts";
import type { Kind } from "./kind.ts";
import { keepExtra, saveExtra, saveName, spawnNamed, stored } from "./stored.ts";
import { savePlugins, spawnPlugins } from "./systems.ts";

export const actor: Kind<ActorScene> = {
  tag: IsActor,

  spawn(world, parent, scene) {
    const { name: _, extra, ...script } = withoutFiles(scene);
    const entity = spawnNamed(world, parent, scene);
    world.set(entity, IsActor, {});
    world.set(entity, Actor, script);
    keepExtra(world, entity, extra);
    spawnPlugins(world, entity, scene.plugins);
    return entity;
  },

  /**
   * Describes an actor at its start instead of where its script has brought it, because the script continues from its
   * start.
   */
  save(world, entity) {
    const plugins = savePlugins(world, entity);
    return { name: saveName(world, entity), ...stored(world, entity, Actor), plugins, ...saveExtra(world, entity) };
  },
};

/**
 * Drops the names of the files of the skin and its motions: the same world from a different folder must have the same
 * hash.
 */
function withoutFiles(scene: ActorScene): ActorScene {
  return {
    ...scene,
    skin: { ...scene.skin, from: "" },
    animations: scene.animations.map((animation) => ({ ...animation, from: "" })),
    // These are in a separate component.
    plugins: [],
  };
}
