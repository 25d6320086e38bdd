import { IsJoint, IsModel, IsWorld, Name } from "../../components/identity.ts";
import { Gravity, MagneticField, PhysicsSettings } from "../../components/physics.ts";
import { Appearance, Frames, OnlyNamedSystems } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { WorldScene } from "../../scene/scene.ts";
import { partsNamed } from "../find.ts";
import { giveSolids } from "../give-solids.ts";
import { jointZeros } from "../joint-zeros.ts";
import { actor } from "./actor.ts";
import { saveJoint, spawnJoint } from "./joint.ts";
import { partsOf, saveParts, spawnParts } from "./kind.ts";
import { light } from "./light.ts";
import { saveModel, spawnModelAtZero } from "./model.ts";
import { moveFromZero } from "./place.ts";
import { keepExtra, saveExtra, saveName, stored } from "./stored.ts";
import { saveSystems, spawnPlugins } from "./systems.ts";

/** Creates the entities of a whole world; the first is the world itself. */
export function spawnWorld(world: World, scene: WorldScene): Entity {
  const root = world.create();
  world.set(root, IsWorld, {});
  world.set(root, Name, scene.name);
  world.set(root, Gravity, scene.gravity);
  world.set(root, MagneticField, scene.magneticField);
  world.set(root, PhysicsSettings, scene.physics);
  world.set(root, Appearance, scene.appearance);
  keepExtra(world, root, scene.extra);
  if (scene.onlyNamedSystems === true) world.set(root, OnlyNamedSystems, {});
  if (scene.frames.length > 0) world.set(root, Frames, scene.frames);
  spawnPlugins(world, root, scene.plugins);
  const models = scene.models.map((model) => spawnModelAtZero(world, root, model));
  models.forEach((model, i) => giveSolids(world, model, scene.models[i]!));
  spawnParts(world, root, { lights: light }, scene);
  const named = partsNamed(world, root);
  for (const joint of scene.joints) spawnJoint(world, root, joint, named);
  // Only after all joints exist, because their frames are computed from links at zero.
  models.forEach((model, i) => moveFromZero(world, model, scene.models[i]!));
  spawnParts(world, root, { actors: actor }, scene);
  return root;
}

/**
 * Returns the current world as a scene, from which `spawnWorld` creates the same world at rest. Poses are those with
 * all joints at zero, as in files; `moved` has the displacements. Full turns of a joint are lost.
 */
export function saveWorld(world: World, root: Entity): WorldScene {
  const zeros = jointZeros(world);
  return {
    name: saveName(world, root),
    gravity: stored(world, root, Gravity),
    magneticField: stored(world, root, MagneticField),
    physics: stored(world, root, PhysicsSettings),
    appearance: stored(world, root, Appearance),
    models: partsOf(world, root, IsModel).map((model) => saveModel(world, model, zeros)),
    ...saveParts(world, root, { lights: light }),
    frames: stored(world, root, Frames),
    joints: partsOf(world, root, IsJoint).map((joint) => saveJoint(world, joint)),
    ...saveParts(world, root, { actors: actor }),
    ...saveSystems(world, root),
    ...saveExtra(world, root),
  };
}
