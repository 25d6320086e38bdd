import type { gz, orrery } from "@orrery/msgs";
import { compose, identityPose, inverse, type Pose } from "../../base/pose.ts";
import { FIRST_SESSION_ENTITY, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { Frames } from "../../components/simulation.ts";
import { idsNeeded } from "../../scene/count.ts";
import { worldPose } from "../../entities/find.ts";
import type { LightScene } from "../../scene/light.ts";
import type { ModelScene, Scene } from "../../scene/scene.ts";
import { spawnLight } from "../../entities/kinds/light.ts";
import { spawnModel } from "../../entities/kinds/model.ts";
import type { EditsSoFar } from "../checks/edits-so-far.ts";
import type { Copier } from "./copier.ts";
import { checkName, unusedName } from "../entity-name.ts";
import { findEntity } from "../find-entity.ts";
import { lightOf } from "../../messages/light-message.ts";
import { fromPoseMessage } from "../../messages/pose-message.ts";
import type { PlannedCreation } from "../prepared.ts";
import type { SceneSource } from "../../scene/scene-source.ts";

/** Returns what must be read for a creation. Throws if the request names nothing that can be created. */
export function sourceOf(copier: Copier, factory: gz.EntityFactory): SceneSource {
  const { sdf, sdf_filename, model, light, clone_name } = factory;
  if (sdf) return { sdf };
  if (sdf_filename) return { uri: sdf_filename };
  if (light) return { scene: { worlds: [], models: [], lights: [lightOf(light)], actors: [] } };
  if (clone_name) return { scene: copier.copy(clone_name) };
  if (model) throw new Error("models from messages are not supported; give sdf");
  throw new Error("it does not say what to create: give sdf, sdf_filename, light or clone_name");
}

export function planCreation(
  world: World,
  root: Entity,
  { factory = {}, first_id: firstId = 0 }: orrery.Creation,
  scene: Scene,
  soFar: EditsSoFar,
): PlannedCreation {
  if (factory.spherical_coordinates !== undefined)
    throw new Error("spherical_coordinates are not supported; give a pose");
  const thing = onlyOne(scene);
  const idCount = idsNeeded(thing);
  if (firstId !== 0) checkIds(world, firstId, idCount, soFar);
  const name = freeName(factory.name || thing.name, factory.allow_renaming ?? false, root, soFar);
  const { relative_to: relativeTo = "" } = factory;
  // The place of an entity that the same command creates is known once it exists.
  const frame = soFar.makes({ name: relativeTo }) ? identityPose : frameNamed(world, root, relativeTo);
  const placed = placedAt(thing, name, compose(frame, factory.pose ? fromPoseMessage(factory.pose) : standing(thing)));
  const spawn = (): Entity => ("links" in placed ? spawnModel(world, root, placed) : spawnLight(world, root, placed));
  const make = (): Entity => (firstId === 0 ? spawn() : world.numberedFrom(firstId as Entity, spawn));
  return { name, firstId, idCount, make };
}

/**
 * Checks ids. They must come from a session's range, because others could be the world's next ones, and none may be in
 * use.
 */
function checkIds(world: World, first: number, count: number, soFar: EditsSoFar): void {
  if (!Number.isInteger(first) || first < FIRST_SESSION_ENTITY || first + count > 0x100000000)
    throw new Error(`first_id must be from ${FIRST_SESSION_ENTITY} on, with room for ${count} more, not ${first}`);
  for (let id = first; id < first + count; id++)
    if (world.exists(id as Entity) || soFar.usesId(id)) throw new Error(`there is an entity ${id} already`);
}

function onlyOne({ worlds, models, lights }: Scene): ModelScene | LightScene {
  if (worlds.length > 0) throw new Error("the SDF holds a world; only a model or a light can be added to one");
  const [thing] = [...models, ...lights];
  if (thing === undefined) throw new Error("the SDF holds neither a model nor a light");
  return thing;
}

function freeName(wanted: string, allowRenaming: boolean, root: Entity, soFar: EditsSoFar): string {
  checkName(wanted, "a model or light");
  const free = unusedName(wanted, root, soFar);
  if (free !== wanted && !allowRenaming)
    throw new Error(`the name "${wanted}" is taken; with allow_renaming it would become "${free}"`);
  return free;
}

/** Returns where a thing is: in a saved world, joints may have moved it away from its pose. */
function standing(thing: ModelScene | LightScene): Pose {
  const moved = "moved" in thing ? thing.moved : undefined;
  return moved === undefined ? thing.pose : compose(thing.pose, moved);
}

function placedAt<T extends ModelScene | LightScene>(thing: T, name: string, pose: Pose): T {
  const moved = "moved" in thing ? thing.moved : undefined;
  return { ...thing, name, pose: moved === undefined ? pose : compose(pose, inverse(moved)) };
}

function frameNamed(world: World, root: Entity, name: string): Pose {
  if (name === "" || name === "world") return identityPose;
  const frame = world.get(root, Frames)?.find((one) => one.name === name);
  return frame?.pose ?? worldPose(world, findEntity(world, root, { name }));
}
