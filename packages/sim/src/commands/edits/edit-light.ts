import type { gz } from "@orrery/msgs";
import { IsLight } from "../../components/identity.ts";
import { Light } from "../../components/light.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName } from "../../entities/find.ts";
import { ambiguous, entitiesNamed } from "../bare-names.ts";
import { editProblem } from "../checks/editable.ts";
import { findPlaced } from "../find-placed.ts";
import { lightSettings } from "../../messages/light-message.ts";
import { fromPoseMessage } from "../../messages/pose-message.ts";
import { writing, type Prepared } from "../prepared.ts";
import { moveWrites } from "./set-pose.ts";

/** Changes a light's settings and, if given, its pose relative to its parent. */
export function prepareLight(world: World, root: Entity, message: gz.Light): Prepared {
  const { pose } = message;
  const entity = findLight(world, root, message);
  if (!world.has(entity, IsLight)) throw new Error(`"${scopedName(world, entity)}" is not a light`);
  const settings = lightSettings(message, world.get(entity, Light) ?? Light.initial());
  const problem = editProblem(world, entity, Light, settings);
  if (problem !== undefined) throw new Error(problem);
  const moves = pose === undefined ? [] : moveWrites(world, entity, fromPoseMessage(pose));
  return { writes: [writing(entity, Light, settings), ...moves] };
}

/**
 * Finds a light by its id, its scoped name, its own name and its parent's id, or its own name where only one light has
 * it.
 */
function findLight(world: World, root: Entity, message: gz.Light): Entity {
  const { id = 0, name = "" } = message;
  const own = id === 0 && !name.includes("::") ? lightsNamed(world, message) : [];
  const [only, second] = own;
  const ofWorld = own.find((light) => world.parentOf(light) === root);
  if (ofWorld !== undefined) return ofWorld;
  if (second !== undefined) throw ambiguous(world, `light "${name}"`, own);
  return only ?? findPlaced(world, root, { id, name, type: "LIGHT" });
}

/** Returns all lights with this name; with a parent's id in the message, only those that belong to it. */
export function lightsNamed(world: World, { name = "", parent_id: parentId = 0 }: gz.Light): Entity[] {
  const isMeant = (light: Entity): boolean => parentId === 0 || world.parentOf(light) === parentId;
  return entitiesNamed(world, name, IsLight).filter(isMeant);
}
