import { principalInertia } from "../../base/principal-inertia.ts";
import { Geometry, SolidOf } from "../../components/geometry.ts";
import { IsCollision, IsLink, IsModel, IsStatic } from "../../components/identity.ts";
import { JointAxes, JointLinks, JointType } from "../../components/joint.ts";
import { PhysicsSettings, Surface } from "../../components/physics.ts";
import { Sensor, type SensorSettings } from "../../components/sensor.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { EntityIndex } from "../../entities/entity-index.ts";
import { find, partsBelow, scopedName } from "../../entities/find.ts";
import { childSideOf } from "../../entities/joint-side.ts";
import type { Geometry as GeometryValue } from "../../scene/geometry.ts";
import type { JointAxis, JointKind } from "../../scene/joint.ts";
import type { InertialScene, PhysicsScene, SurfaceScene } from "../../scene/scene.ts";
import { stepSizeProblem } from "../../scene/step-size.ts";

// What a value must be consistent with, beyond its own form. Each function returns what is wrong, or nothing.

/**
 * Returns why an entity cannot be moved, because a joint would only pull it back: a model that is joined to the world,
 * or a link with any joint.
 */
export function jointHoldProblem(world: World, entity: Entity): string | undefined {
  const isLink = world.has(entity, IsLink);
  const index = EntityIndex.of(world);
  const joints = (isLink ? [entity] : partsBelow(world, entity, IsLink)).flatMap((link) => index.jointsAt(link));
  const holding = joints.filter((joint) => isLink || world.get(joint, JointLinks)?.parent === noEntity);
  if (holding.length === 0) return undefined;
  const first = holding.reduce((a, b) => (a < b ? a : b));
  const fixes = isLink ? "holds it" : "fixes it to the world";
  return `"${scopedName(world, entity)}" cannot be moved: the joint "${scopedName(world, first)}" ${fixes}`;
}

/** Returns why an entity cannot be given a velocity: static models have none. */
export function movesProblem(world: World, entity: Entity): string | undefined {
  const model = world.has(entity, IsModel) ? entity : world.parentOf(entity);
  return world.has(model, IsStatic) ? `"${scopedName(world, model)}" is static and does not move` : undefined;
}

export function fixedSettingsProblem(world: World, root: Entity, value: PhysicsScene): string | undefined {
  const now = world.get(root, PhysicsSettings) ?? PhysicsSettings.initial();
  if (value.type !== now.type || value.name !== now.name)
    return "the engine of a world is chosen when it is loaded: name and type cannot be changed";
  return stepSizeProblem(value.maxStepSize);
}

/** Checks the principal moments: none may be below zero, none above the sum of the other two. */
export function inertialProblem(_world: World, _link: Entity, value: InertialScene): string | undefined {
  const { moments } = principalInertia(value);
  const [a, b, c] = [moments.x, moments.y, moments.z].sort((one, other) => one - other) as [number, number, number];
  if (!(a > 0)) return "the moments of inertia must be above zero";
  return c <= (a + b) * (1 + 1e-9) ? undefined : "no moment of inertia may be above the sum of the other two";
}

export function axesProblem(world: World, joint: Entity, value: readonly JointAxis[]): string | undefined {
  const now = world.get(joint, JointAxes) ?? [];
  if (value.length !== now.length) return `"${scopedName(world, joint)}" has ${now.length} axes, not ${value.length}`;
  if (value.some(({ lower, upper }) => lower > upper)) return "a lower limit must not be above the upper one";
  if (value.some(({ lower, upper }) => lower === Infinity || upper === -Infinity))
    return "no position satisfies this limit";
  const follows = (axis: JointAxis | undefined): string => `${axis?.mimic?.joint ?? ""}/${axis?.mimic?.axis ?? ""}`;
  const isOther = value.some((axis, i) => axis.mimic !== undefined && follows(axis) !== follows(now[i]));
  return isOther ? "the axis to mimic cannot be edited" : undefined;
}

/** Returns why a command does not suit a joint: motors and forces need an axis. */
export function commandProblem(
  world: World,
  joint: Entity,
  value: Readonly<Record<string, number>>,
): string | undefined {
  const type = world.get(joint, JointType) ?? "fixed";
  const used =
    "target" in value ? 1 : [value["axis1"], value["axis2"], value["axis3"]].findLastIndex((each) => each) + 1;
  const count = driven[type];
  if (count >= Math.max(1, used)) return undefined;
  return `"${scopedName(world, joint)}" is ${type}: ${count === 0 ? "it has no axis to drive" : `it has ${count}, not ${used}, axes`}`;
}

const driven: Readonly<Record<JointKind, number>> = {
  revolute: 1,
  continuous: 1,
  prismatic: 1,
  screw: 1,
  universal: 2,
  revolute2: 2,
  ball: 0,
  fixed: 0,
  gearbox: 0,
};

/**
 * Returns why a joint cannot be reset. A ball joint takes a rotation vector. Everything attached to the joint's child
 * must be able to move without the rest.
 */
export function resetProblem(world: World, joint: Entity, value: Readonly<Record<string, number>>): string | undefined {
  const problem = world.get(joint, JointType) === "ball" ? undefined : commandProblem(world, joint, value);
  if (problem !== undefined) return problem;
  const side = childSideOf(world, joint);
  return "reason" in side ? `"${scopedName(world, joint)}": ${side.reason}` : movesProblem(world, joint);
}

/**
 * Returns why a geometry cannot be set. The triangles of a collision were read when it was created; a different file or
 * size would require reading them again.
 */
export function geometryProblem(world: World, entity: Entity, value: GeometryValue): string | undefined {
  if (!world.has(entity, IsCollision) || !("uri" in value || value.type === "polyline")) return undefined;
  const now = world.get(entity, Geometry) ?? Geometry.initial();
  const fixed = (geometry: GeometryValue): string => JSON.stringify({ ...geometry, convex: false, maxHulls: 0 });
  if (world.has(entity, SolidOf) && fixed(value) === fixed(now)) return undefined;
  return `a collision gets a ${value.type} when it is created; scale it, or create another`;
}

export function surfaceProblem(world: World, collision: Entity, { fdir1In }: SurfaceScene): string | undefined {
  if (fdir1In === "" || fdir1In === world.get(collision, Surface)?.fdir1In) return undefined;
  const model = world.parentOf(world.parentOf(collision));
  if (find(world, model, fdir1In) !== undefined) return undefined;
  return `"${scopedName(world, model)}" has no link "${fdir1In}"`;
}

export function sensorProblem(world: World, sensor: Entity, value: SensorSettings): string | undefined {
  const now = world.get(sensor, Sensor) ?? Sensor.initial();
  const isSame = value.type === now.type && value.settings === now.settings;
  return isSame ? undefined : "type and settings of a sensor cannot be changed";
}
