import type { gz } from "@orrery/msgs";
import { compose, identityPose, type Pose } from "../base/pose.ts";
import { Name } from "../components/identity.ts";
import { Frames } from "../components/simulation.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { findEntity } from "./find-entity.ts";
import { fromPoseMessage } from "./pose-message.ts";
import type { SceneSource } from "./scene-source.ts";
import { worldPose } from "../scene/find.ts";
import type { LightScene } from "../scene/light.ts";
import type { ModelScene, Scene } from "../scene/scene.ts";
import { spawnLight, spawnModel } from "../scene/spawn.ts";
import { lightOf } from "./light-message.ts";

/** What a request says of a new model or light beside what it is. Plain data: it is part of an input. */
export interface Creation {
  /** Empty: its own. */
  readonly name: string;
  readonly allowRenaming: boolean;
  /** Instead of its own. */
  readonly pose: Pose | undefined;
  /** Entity or frame in which either pose is meant; empty is the world. */
  readonly relativeTo: string;
}

/** Throws when the request makes no sense by itself. */
export function creationOf(factory: gz.EntityFactory): Creation {
  if (factory.spherical_coordinates !== undefined)
    throw new Error("spherical_coordinates are not supported yet; give a pose");
  return {
    name: factory.name ?? "",
    allowRenaming: factory.allow_renaming ?? false,
    pose: factory.pose && fromPoseMessage(factory.pose),
    relativeTo: factory.relative_to ?? "",
  };
}

export function sourceOf({ sdf, sdf_filename, model, light, clone_name }: gz.EntityFactory): SceneSource {
  if (sdf) return { sdf };
  if (sdf_filename) return { uri: sdf_filename };
  if (light) return { scene: { worlds: [], models: [], lights: [lightOf(light)], actors: [] } };
  if (model || clone_name) throw new Error("models from messages and clones are not supported yet; give sdf");
  throw new Error("it says nothing of what to create: give sdf or sdf_filename");
}

/** Makes them all, or throws and makes none. */
export function createAll(
  world: World,
  root: Entity,
  scenes: readonly Scene[],
  creations: readonly Creation[],
): { readonly entity: Entity; readonly name: string }[] {
  const taken = new Set(world.childrenOf(root).map((child) => world.get(child, Name) ?? ""));
  const planned = scenes.map((scene, i) => plan(world, root, onlyOne(scene), creations[i]!, taken));
  const first = world.nextId;
  try {
    return planned.map((thing) => ({
      name: thing.name,
      entity: "links" in thing ? spawnModel(world, root, thing) : spawnLight(world, root, thing),
    }));
  } catch (error) {
    for (const child of world.childrenOf(root)) if (child >= first) world.remove(child);
    throw error;
  }
}

function onlyOne({ worlds, models, lights }: Scene): ModelScene | LightScene {
  if (worlds.length > 0) throw new Error("the SDF holds a world; only a model or a light can be added to one");
  const [thing] = [...models, ...lights];
  if (thing === undefined) throw new Error("the SDF holds neither a model nor a light");
  return thing;
}

function plan<T extends ModelScene | LightScene>(
  world: World,
  root: Entity,
  thing: T,
  { name, allowRenaming, pose, relativeTo }: Creation,
  taken: Set<string>,
): T {
  const wanted = name || thing.name;
  checkName(wanted);
  const free = unused(wanted, taken);
  if (free !== wanted && !allowRenaming)
    throw new Error(`the name "${wanted}" is taken; with allow_renaming it would become "${free}"`);
  taken.add(free);
  return { ...thing, name: free, pose: compose(frameNamed(world, root, relativeTo), pose ?? thing.pose) };
}

function checkName(name: string): void {
  if (name === "" || name === "world" || name.includes("::") || /^__.*__$/s.test(name))
    throw new Error(`"${name}" cannot be the name of a model or light`);
}

function unused(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 0; ; number++) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
}

function frameNamed(world: World, root: Entity, name: string): Pose {
  if (name === "" || name === "world") return identityPose;
  const frame = world.get(root, Frames)?.find((one) => one.name === name);
  return frame?.pose ?? worldPose(world, findEntity(world, root, { name }));
}
