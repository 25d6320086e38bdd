import type { gz } from "@orrery/msgs";
import { pose as poseOf, rotationOf, type Pose as PoseValue } from "../../base/pose.ts";
import { normalizeQuat } from "../../base/quat.ts";
import { Geometry, SolidOf, SolidScale } from "../../components/geometry.ts";
import { IsLight, IsLink, IsModel, IsStatic } from "../../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Pose } from "../../components/pose.ts";
import { componentWithKey, type Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import { unpack } from "../../ecs/pack.ts";
import type { World } from "../../ecs/world.ts";
import { partsBelow, scopedName } from "../../entities/find.ts";
import type { Geometry as GeometryValue } from "../../scene/geometry.ts";
import { editProblem, removalProblem, shortName } from "../checks/editable.ts";
import { taking, writing, type Prepared, type Write } from "../prepared.ts";
import { moveWrites } from "./set-pose.ts";

/** Sets and removes components of one entity. */
export function prepareComponents(world: World, message: gz.SerializedEntityMap): Prepared {
  const entity = (message.id ?? 0) as Entity;
  if (!world.exists(entity)) throw new Error(`there is no entity ${entity}`);
  if (message.remove === true) throw new Error("an entity is removed by a separate edit");
  const entries = componentsOf(message);
  if (entries.length === 0) throw new Error("the edit names no component");
  return { writes: entries.flatMap((entry) => writesOf(world, entity, entry)) };
}

/** Returns the components that an edit names, in the order of their keys. Throws for an unknown key. */
function componentsOf({ components = {} }: gz.SerializedEntityMap): (readonly [Component, gz.SerializedComponent])[] {
  return Object.entries(components)
    .map(([key, given]) => [Number(given.type || key), given] as const)
    .sort(([a], [b]) => a - b)
    .map(([key, given]) => {
      const component = componentWithKey(key);
      if (component === undefined) throw new Error(`there is no component with the key ${key}`);
      return [component, given] as const;
    });
}

function writesOf(
  world: World,
  entity: Entity,
  [component, { component: bytes, remove = false }]: readonly [Component, gz.SerializedComponent],
): Write[] {
  const value = remove ? undefined : valueOf(component, bytes ?? new Uint8Array());
  const problem = remove ? removalProblem(world, entity, component) : editProblem(world, entity, component, value);
  if (problem !== undefined) throw new Error(problem);
  if (component === IsStatic) return staticWrites(world, entity, !remove);
  if (remove) return [taking(entity, component)];
  if (component === Geometry) return geometryWrites(world, entity, value as GeometryValue);
  if (component === Pose) return poseWrites(world, entity, value as PoseValue);
  return [writing(entity, component, value)];
}

/** Writes the pose, with a quaternion normalised to the last bit. */
function poseWrites(world: World, entity: Entity, given: PoseValue): Write[] {
  const tidied = poseOf(given, normalizeQuat(rotationOf(given)));
  const isPlaced = world.has(entity, IsModel) || world.has(entity, IsLight);
  return isPlaced ? moveWrites(world, entity, tidied) : [writing(entity, Pose, tidied)];
}

function valueOf(component: Component, bytes: Uint8Array): unknown {
  try {
    if (component.kind === "value") return component.serialiser.decode(bytes);
    const numbers = unpack(bytes);
    if (numbers instanceof Float64Array && numbers.length === component.fields.length)
      return Object.fromEntries(component.fields.map((field, i) => [field, numbers[i]]));
  } catch {
    // Reported below.
  }
  throw new Error(`the bytes are not a value of ${shortName(component)}`);
}

/** Lists what changes with a geometry. A collision whose shape no longer comes from a file drops its triangles. */
function geometryWrites(world: World, entity: Entity, geometry: GeometryValue): Write[] {
  const isFromFile = "uri" in geometry || geometry.type === "polyline";
  const useless = isFromFile ? [] : [SolidOf, SolidScale].filter((component) => world.has(entity, component));
  return [writing(entity, Geometry, geometry), ...useless.map((component) => taking(entity, component))];
}

/**
 * Makes the model, and the models in it, static or movable. Links that become movable get velocities; those that become
 * static lose them.
 */
function staticWrites(world: World, model: Entity, isStatic: boolean): Write[] {
  const above = world.parentOf(model);
  if (!isStatic && world.has(above, IsStatic))
    throw new Error(`"${scopedName(world, model)}" is part of "${scopedName(world, above)}", which is static`);
  const models = [model, ...nestedIn(world, model)];
  return [
    ...models.map((each) => (isStatic ? writing(each, IsStatic, {}) : taking(each, IsStatic))),
    ...partsBelow(world, model, IsLink).flatMap((link) =>
      [WorldLinearVelocity, WorldAngularVelocity].map((velocity) =>
        isStatic ? taking(link, velocity) : writing(link, velocity, velocity.initial()),
      ),
    ),
  ];
}

function nestedIn(world: World, model: Entity): Entity[] {
  const inner = world.childrenOf(model).filter((child) => world.has(child, IsModel));
  return inner.flatMap((each) => [each, ...nestedIn(world, each)]);
}
