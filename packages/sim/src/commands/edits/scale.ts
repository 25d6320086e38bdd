import type { orrery } from "@orrery/msgs";
import { rotationOf } from "../../base/pose.ts";
import { add, cross, scale, subtract, type Vec3 } from "../../base/vec3.ts";
import { Geometry, SolidOf, SolidScale } from "../../components/geometry.ts";
import { IsCanonical, IsCollision, IsLink, IsModel, IsVisual } from "../../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Inertial } from "../../components/physics.ts";
import { Pose } from "../../components/pose.ts";
import { Frames } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { partsBelow, scopedName, worldPose } from "../../entities/find.ts";
import { findEntity } from "../find-entity.ts";
import { writing, type Prepared, type Write } from "../prepared.ts";
import { paramWrites, type LengthsOf } from "./scale-params.ts";
import { checkFactors, factorsIn, isUniform, stretch } from "./scale-factors.ts";
import { scaledGeometry } from "./scale-geometry.ts";
import { scaledInertial } from "./scale-inertial.ts";
import { checkJoints, jointsAt, jointWrites } from "./scale-joints.ts";
import { geometryRule } from "../../components/shape-rules.ts";
import { valueProblem } from "../../ecs/value-problem.ts";

/**
 * Scales a model, link, collision or visual along its own axes, about its own origin: sizes, places of parts, and, for
 * models and links, masses and inertias at constant density. Other models stay as they are, and joints stay connected.
 * When a model is scaled evenly, its systems' parameters that are lengths are scaled too.
 */
export function prepareScaling(world: World, root: Entity, message: orrery.Scaling, lengthsOf: LengthsOf): Prepared {
  const { entity: meant = {}, factors: given = {} } = message;
  const factors = { x: given.x ?? 0, y: given.y ?? 0, z: given.z ?? 0 };
  const entity = findEntity(world, root, meant);
  const writes = scaleWrites(world, entity, factors);
  if (world.has(entity, IsModel) && isUniform(factors))
    writes.push(...paramWrites(world, entity, factors.x, lengthsOf));
  return { writes };
}

/** Returns why a thing cannot be scaled by these factors; `undefined` when it can. */
export function scaleProblem(world: World, entity: Entity, factors: Vec3): string | undefined {
  try {
    scaleWrites(world, entity, factors);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function scaleWrites(world: World, entity: Entity, factors: Vec3): Write[] {
  checkFactors(factors);
  if (world.has(entity, IsVisual) || world.has(entity, IsCollision)) return shapeWrites(world, entity, factors);
  if (world.has(entity, IsLink)) {
    const joint = jointsAt(world, [entity])[0];
    if (joint === undefined) return linkWrites(world, entity, factors);
    const name = scopedName(world, joint);
    throw new Error(`"${scopedName(world, entity)}" is held by the joint "${name}": scale the whole model`);
  }
  if (world.has(entity, IsModel)) return modelWrites(world, entity, factors);
  throw new Error(`"${scopedName(world, entity)}" has no size; only models, links, collisions and visuals have`);
}

function modelWrites(world: World, model: Entity, factors: Vec3): Write[] {
  const links = partsBelow(world, model, IsLink);
  const joints = jointsAt(world, links);
  checkJoints(world, model, joints, factors);
  const inLink = new Map<Entity, Vec3>();
  const writes = treeWrites(world, model, factors, inLink);
  for (const joint of joints) writes.push(...jointWrites(world, model, joint, factors, inLink));
  return [...writes, ...velocityWrites(world, model, links, factors)];
}

/** Scales everything in a model by factors along its own axes, and records the factors along the axes of its links. */
function treeWrites(world: World, model: Entity, factors: Vec3, inLink: Map<Entity, Vec3>): Write[] {
  const writes: Write[] = [];
  for (const part of world.childrenOf(model)) {
    if (!world.has(part, IsLink) && !world.has(part, IsModel)) continue;
    const pose = world.get(part, Pose) ?? Pose.initial();
    const inner = factorsIn(factors, rotationOf(pose)) ?? refuseTurned(world, part, model);
    writes.push(writing(part, Pose, stretch(pose, factors)));
    if (world.has(part, IsModel)) writes.push(...treeWrites(world, part, inner, inLink));
    else {
      inLink.set(part, inner);
      writes.push(...linkWrites(world, part, inner));
    }
  }
  const frames = world.get(model, Frames);
  if (frames !== undefined)
    writes.push(
      writing(
        model,
        Frames,
        frames.map((frame) => ({ ...frame, pose: stretch(frame.pose, factors) })),
      ),
    );
  return writes;
}

function linkWrites(world: World, link: Entity, factors: Vec3): Write[] {
  const inertial = scaledInertial(world.get(link, Inertial) ?? Inertial.initial(), factors);
  const { mass, ixx, iyy, izz } = inertial;
  if (![mass, ixx, iyy, izz].every((value) => Number.isFinite(value)))
    throw new Error(`"${scopedName(world, link)}" would become too heavy`);
  const writes: Write[] = [writing(link, Inertial, inertial)];
  for (const part of world.childrenOf(link)) {
    const pose = world.get(part, Pose);
    if (pose === undefined) continue;
    writes.push(writing(part, Pose, stretch(pose, factors)));
    if (!world.has(part, IsCollision) && !world.has(part, IsVisual)) continue;
    const inner = factorsIn(factors, rotationOf(pose)) ?? refuseTurned(world, part, link);
    writes.push(...shapeWrites(world, part, inner));
  }
  return writes;
}

function shapeWrites(world: World, part: Entity, factors: Vec3): Write[] {
  const name = scopedName(world, part);
  const geometry = attempt(name, () => scaledGeometry(world.get(part, Geometry) ?? Geometry.initial(), factors));
  const problem = valueProblem(geometryRule, geometry, "Geometry");
  if (problem !== undefined) throw new Error(`${name}: ${problem}`);
  const writes: Write[] = [writing(part, Geometry, geometry)];
  if (world.has(part, SolidOf))
    writes.push(writing(part, SolidScale, stretch(world.get(part, SolidScale) ?? SolidScale.initial(), factors)));
  return writes;
}

/**
 * Scales velocities. Points farther from the model's origin move faster, so that links of a robot keep turning at the
 * same rate.
 */
function velocityWrites(world: World, model: Entity, links: readonly Entity[], factors: Vec3): Write[] {
  const first = links.find((link) => world.has(link, IsCanonical)) ?? links[0];
  const linear = first === undefined ? undefined : world.get(first, WorldLinearVelocity);
  if (first === undefined || linear === undefined || !isUniform(factors)) return [];
  const angular = world.get(first, WorldAngularVelocity) ?? WorldAngularVelocity.initial();
  const ofModel = add(linear, cross(angular, subtract(worldPose(world, model), worldPose(world, first))));
  return links.flatMap((link) => {
    const now = world.get(link, WorldLinearVelocity);
    return now === undefined
      ? []
      : [writing(link, WorldLinearVelocity, add(ofModel, scale(subtract(now, ofModel), factors.x)))];
  });
}

function refuseTurned(world: World, part: Entity, whole: Entity): never {
  const [name, of] = [scopedName(world, part), scopedName(world, whole)];
  throw new Error(`"${name}" is at an angle in "${of}": give three equal factors`);
}

function attempt<T>(name: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
