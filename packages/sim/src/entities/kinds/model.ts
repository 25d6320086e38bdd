import { IsCanonical, IsJoint, IsLink, IsModel, IsStatic, ModelCanonicalLink } from "../../components/identity.ts";
import { SelfCollide } from "../../components/physics.ts";
import { MissingModel, ModelSettings } from "../../components/saving.ts";
import { Frames } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { ModelScene } from "../../scene/scene.ts";
import { canonicalLinkOf } from "../canonical-link.ts";
import { find, nameBelow, partsNamed } from "../find.ts";
import { giveSolids } from "../give-solids.ts";
import type { JointZeros } from "../joint-zeros.ts";
import { saveJoint, spawnJoint } from "./joint.ts";
import { partsOf } from "./kind.ts";
import { saveLink, spawnLink } from "./link.ts";
import { moveFromZero, savePlace } from "./place.ts";
import { keep, keepExtra, saveExtra, saveName, spawnNamed, stored } from "./stored.ts";
import { savePlugins, spawnPlugins } from "./systems.ts";

/** Creates a model and everything in it, below a world or another model. */
export function spawnModel(world: World, parent: Entity, scene: ModelScene): Entity {
  const model = spawnModelAtZero(world, parent, scene);
  moveFromZero(world, model, scene);
  giveSolids(world, model, scene);
  return model;
}

/** Creates a model with all joints at zero and without solids. */
export function spawnModelAtZero(world: World, parent: Entity, scene: ModelScene): Entity {
  const model = spawnModelTree(world, parent, scene, scene.static);
  const canonical = find(world, model, scene.canonicalLink);
  if (canonical !== undefined) world.set(canonical, IsCanonical, {});
  return model;
}

/** Creates a model and its parts. A model nested in a static one is static too. */
function spawnModelTree(world: World, parent: Entity, scene: ModelScene, isStatic: boolean): Entity {
  const model = spawnNamed(world, parent, scene);
  world.set(model, IsModel, {});
  if (isStatic) world.set(model, IsStatic, {});
  if (scene.selfCollide) world.set(model, SelfCollide, {});
  const { allowAutoDisable, enableWind } = scene;
  keepExtra(world, model, scene.extra);
  if (scene.missing !== undefined) world.set(model, MissingModel, scene.missing);
  keep(world, model, ModelSettings, { allowAutoDisable, enableWind });
  if (scene.frames.length > 0) world.set(model, Frames, scene.frames);
  spawnPlugins(world, model, scene.plugins);
  for (const link of scene.links) spawnLink(world, model, link, isStatic);
  for (const nested of scene.models) {
    const inner = spawnModelTree(world, model, nested, isStatic || nested.static);
    const link = find(world, inner, nested.canonicalLink);
    if (link !== undefined && link !== canonicalLinkOf(world, inner)) world.set(inner, ModelCanonicalLink, { link });
  }
  const named = partsNamed(world, model);
  for (const joint of scene.joints) spawnJoint(world, model, joint, named);
  return model;
}

export function saveModel(world: World, model: Entity, zeros: JointZeros): ModelScene {
  const missing = world.get(model, MissingModel);
  return {
    name: saveName(world, model),
    ...savePlace(world, model, zeros),
    // A model nested in a static one is static without its file saying so.
    static: world.has(model, IsStatic) && !world.has(world.parentOf(model), IsStatic),
    selfCollide: world.has(model, SelfCollide),
    ...stored(world, model, ModelSettings),
    canonicalLink: canonicalBelow(world, model),
    links: partsOf(world, model, IsLink).map((link) => saveLink(world, link, zeros)),
    joints: partsOf(world, model, IsJoint).map((joint) => saveJoint(world, joint)),
    frames: stored(world, model, Frames),
    models: partsOf(world, model, IsModel).map((nested) => saveModel(world, nested, zeros)),
    plugins: savePlugins(world, model),
    ...(missing === undefined ? {} : { missing }),
    ...saveExtra(world, model),
  };
}

function canonicalBelow(world: World, model: Entity): string {
  const found = canonicalLinkOf(world, model);
  return found === undefined ? "" : nameBelow(world, model, found);
}
