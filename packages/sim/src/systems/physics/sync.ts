import type { Log } from "../../base/log.ts";
import { Geometry } from "../../components/geometry.ts";
import { IsCollision, IsJoint, IsLink, IsModel, IsStatic, IsWorld } from "../../components/identity.ts";
import { JointAxes, JointChildFrame, JointLinks, JointParentFrame, JointType } from "../../components/joint.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Gravity, GravityEnabled, Inertial, IsKinematic, Surface, VelocityDecay } from "../../components/physics.ts";
import { Pose } from "../../components/pose.ts";
import type { Component } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { zero } from "../../base/vec3.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import { worldPose } from "../../scene/find.ts";
import { bodyOf, massOf, shapeOf } from "./bodies.ts";
import { jointOf } from "./joints.ts";

/** What decides which bodies and joints there are, and how they are connected. */
export const structural: readonly Component[] = [
  IsLink,
  IsJoint,
  IsStatic,
  IsKinematic,
  JointAxes,
  JointChildFrame,
  JointParentFrame,
  JointLinks,
  JointType,
];

const watched: readonly Component[] = [
  ...structural,
  IsCollision,
  Pose,
  WorldLinearVelocity,
  WorldAngularVelocity,
  Geometry,
  Surface,
  Inertial,
  GravityEnabled,
  VelocityDecay,
  Gravity,
];

/**
 * Carries to the engine what others have written, made and removed since `seen`; says whether there was anything. Always in the
 * order of entities' ids: the order in which bodies are made decides later bits.
 */
export function syncEdits(world: World, engine: PhysicsEngine, seen: number, log: Log): boolean {
  if (!watched.some((component) => world.store(component).lastWrite > seen)) return false;
  const written = (component: Component): Entity[] => world.store(component).writtenAfter(seen);
  remove(world, engine, seen);
  for (const root of written(Gravity)) if (world.has(root, IsWorld)) engine.setGravity(world.get(root, Gravity)!);

  const made = new Set<Entity>();
  for (const link of written(IsLink)) {
    if (engine.hasBody(link)) continue;
    engine.addBody(bodyOf(world, link, log));
    made.add(link);
    for (const child of world.childrenOf(link)) made.add(child);
  }
  const changed = (component: Component): Entity[] => written(component).filter((entity) => !made.has(entity));

  for (const collision of new Set([...changed(IsCollision), ...changed(Geometry), ...changed(Surface)])) {
    replaceShape(world, engine, collision, log);
  }
  for (const link of changed(Inertial)) if (engine.hasBody(link)) engine.setMass(link, massOf(world, link));
  for (const link of changed(GravityEnabled)) engine.setBodyGravity(link, world.get(link, GravityEnabled)!.on !== 0);
  for (const link of changed(VelocityDecay)) {
    const { linear, angular } = world.get(link, VelocityDecay)!;
    engine.setDamping(link, linear, angular);
  }
  for (const entity of changed(Pose)) move(world, engine, entity, made, log);
  for (const link of new Set([...changed(WorldLinearVelocity), ...changed(WorldAngularVelocity)])) {
    engine.setVelocity(
      link,
      world.get(link, WorldLinearVelocity) ?? zero,
      world.get(link, WorldAngularVelocity) ?? zero,
    );
  }
  for (const joint of new Set([
    ...written(IsJoint),
    ...written(JointAxes),
    ...written(JointChildFrame),
    ...written(JointParentFrame),
    ...written(JointLinks),
  ])) {
    if (!world.has(joint, IsJoint)) continue;
    if (engine.hasJoint(joint)) engine.removeJoint(joint);
    const desc = jointOf(world, joint, log);
    if (desc !== undefined) engine.addJoint(desc);
  }
  return true;
}

/** What is gone. */
function remove(world: World, engine: PhysicsEngine, seen: number): void {
  const removals = world.removalsSince(seen);
  if (removals === undefined) {
    // Too many to remember: look for everything the engine has that the world has no more.
    for (const id of engine.jointIds()) if (!world.has(id as Entity, IsJoint)) engine.removeJoint(id);
    for (const id of engine.shapeIds()) if (!world.has(id as Entity, IsCollision)) engine.removeShape(id);
    for (const id of engine.bodyIds()) if (!world.has(id as Entity, IsLink)) engine.removeBody(id);
    return;
  }
  for (const { entity, component } of removals) {
    if (component === undefined || component === IsJoint) {
      if (!world.has(entity, IsJoint) && engine.hasJoint(entity)) engine.removeJoint(entity);
      if (!world.has(entity, IsCollision) && engine.hasShape(entity)) engine.removeShape(entity);
      if (!world.has(entity, IsLink) && engine.hasBody(entity)) engine.removeBody(entity);
    } else if (component === GravityEnabled && engine.hasBody(entity)) engine.setBodyGravity(entity, true);
  }
}

function move(world: World, engine: PhysicsEngine, entity: Entity, made: ReadonlySet<Entity>, log: Log): void {
  if (world.has(entity, IsLink)) engine.setPose(entity, worldPose(world, entity));
  else if (world.has(entity, IsModel)) {
    for (const child of world.childrenOf(entity)) if (!made.has(child)) move(world, engine, child, made, log);
  } else if (world.has(entity, IsCollision)) replaceShape(world, engine, entity, log);
}

function replaceShape(world: World, engine: PhysicsEngine, collision: Entity, log: Log): void {
  const link = world.parentOf(collision);
  if (!world.has(collision, IsCollision) || !engine.hasBody(link)) return;
  if (engine.hasShape(collision)) engine.removeShape(collision);
  const shape = shapeOf(world, collision, log);
  if (shape !== undefined) engine.addShape(link, shape);
}
