import { zero } from "../../base/vec3.ts";
import { builtInComponents } from "../../components/built-in.ts";
import { Geometry, SolidOf, SolidScale } from "../../components/geometry.ts";
import { IsCollision, IsJoint, IsLink, IsModel, IsStatic, IsWorld } from "../../components/identity.ts";
import { JointAxes, JointChildFrame, JointLinks, JointParentFrame, JointType } from "../../components/joint.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import {
  CollisionOff,
  Gravity,
  GravityEnabled,
  Inertial,
  IsKinematic,
  SelfCollide,
  Surface,
  VelocityDecay,
} from "../../components/physics.ts";
import { Pose } from "../../components/pose.ts";
import { JointSettings } from "../../components/saving.ts";
import type { Component } from "../../ecs/component.ts";
import type { Effect } from "../../ecs/facts.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import { partsBelow, scopedName, worldPose } from "../../entities/find.ts";
import { bodyOf, kindOf, massOf, shapeOf } from "./describe-body.ts";
import type { Guard } from "./guard.ts";
import { jointOf, jointsOf } from "./describe-joint.ts";
import { syncMimics } from "./mimics.ts";
import type { SolidShapes } from "./solid-shapes.ts";

const affecting = (effect: Effect): readonly Component[] =>
  builtInComponents.filter(({ facts }) => facts.affects.includes(effect));

/** What decides which bodies and joints there are, and how they are connected. */
export const structural = affecting("structure");
/** What decides what bodies are, too. */
const bodily = [...structural, ...affecting("body")];
const watched = [...bodily, ...affecting("motion")];

export interface Synced {
  readonly edited: boolean;
  /** Links whose bodies, shapes or joints are new or others, by id. */
  readonly bodies: () => Entity[];
  /** Joints were made, which have no motors yet. */
  readonly madeJoints: boolean;
}

const nothing: Synced = { edited: false, bodies: () => [], madeJoints: false };

/**
 * Carries to the engine what others have written, made and removed since `seen`. Always in the order of entities' ids: the
 * order in which bodies are made and woken decides later bits.
 */
export function syncEdits(
  world: World,
  engine: PhysicsEngine,
  seen: number,
  guard: Guard,
  solids: SolidShapes,
): Synced {
  if (world.lastPlaced <= seen && !hasWritten(world, seen)) return nothing;
  return carryEdits(world, engine, seen, guard, solids);
}

function carryEdits(world: World, engine: PhysicsEngine, seen: number, guard: Guard, solids: SolidShapes): Synced {
  const touched = touchedSince(world, seen);
  const each = (components: readonly Component[], act: (entity: Entity) => void): void => {
    for (const entity of touched(...components)) guard(entity, () => act(entity));
  };
  each([Gravity], (root) => world.has(root, IsWorld) && engine.setGravity(world.get(root, Gravity)!));

  const made = new Set<Entity>();
  each([IsLink, SelfCollide], (entity) => {
    for (const link of world.has(entity, IsLink) ? [entity] : partsBelow(world, entity, IsLink)) {
      // Whom it may touch is decided when it is made.
      if (engine.hasBody(link) && touched(SelfCollide).includes(entity)) engine.removeBody(link);
      if (engine.hasBody(link)) continue;
      engine.addBody(bodyOf(world, link, solids));
      for (const part of [link, ...world.childrenOf(link)]) {
        made.add(part);
        warnOfShape(world, engine, part, guard);
      }
    }
  });
  // After new ones were made: a shape in the place of one that has just gone would leave dead pairs in Rapier forever.
  removeGone(world, engine, seen);
  const edit = (components: readonly Component[], act: (entity: Entity) => void): void =>
    each(components, (entity) => made.has(entity) || act(entity));
  const editBody = (components: readonly Component[], act: (link: Entity) => void): void =>
    edit(components, (entity) => engine.hasBody(entity) && act(entity));

  each([IsStatic, IsKinematic], (entity) => {
    for (const link of world.has(entity, IsLink) ? [entity] : partsBelow(world, entity, IsLink)) {
      if (made.has(link) || !engine.hasBody(link)) continue;
      engine.setBodyKind(link, kindOf(world, link));
      // What may be concave while it stands is made of convex parts when it moves.
      for (const part of world.childrenOf(link)) if (world.has(part, SolidOf)) reshape(world, engine, part, solids);
    }
  });
  edit([IsCollision, Geometry, SolidOf, SolidScale, Surface, CollisionOff], (collision) =>
    reshape(world, engine, collision, solids),
  );
  editBody([Inertial], (link) => engine.setMass(link, massOf(world, link)));
  editBody([GravityEnabled], (link) => engine.setBodyGravity(link, world.get(link, GravityEnabled)?.on !== 0));
  editBody([VelocityDecay], (link) => {
    const { linear, angular } = world.get(link, VelocityDecay) ?? VelocityDecay.initial();
    engine.setDamping(link, linear, angular);
  });
  edit([Pose], (entity) => move(world, engine, entity, made, solids));
  editBody([WorldLinearVelocity, WorldAngularVelocity], (link) => {
    engine.setVelocity(
      link,
      world.get(link, WorldLinearVelocity) ?? zero,
      world.get(link, WorldAngularVelocity) ?? zero,
    );
  });

  let madeJoints = false;
  const jointParts = [IsJoint, JointType, JointAxes, JointChildFrame, JointParentFrame, JointLinks, JointSettings];
  const lost = made.size === 0 ? [] : jointsOf(world).filter((joint) => !engine.hasJoint(joint));
  for (const joint of new Set([...touched(...jointParts), ...lost].sort((a, b) => a - b))) {
    guard(joint, () => {
      if (engine.hasJoint(joint)) engine.removeJoint(joint);
      const desc = world.has(joint, IsJoint) ? jointOf(world, joint) : undefined;
      if (desc === undefined) return;
      const shortcoming = engine.jointShortcoming?.(desc);
      if (shortcoming !== undefined) {
        const why = `${shortcoming}; it is left out (<physics type="mujoco"> has it)`;
        return guard.tell("warn", `joint ${scopedName(world, joint)}: ${why}`);
      }
      engine.addJoint(desc);
      madeJoints = true;
    });
  }
  syncMimics(world, engine, madeJoints ? 0 : seen, guard);
  const bodies = (): Entity[] => linksAt(world, touched(...bodily));
  return { edited: true, bodies, madeJoints };
}

function hasWritten(world: World, seen: number): boolean {
  for (const component of watched) if (world.store(component).lastWrite > seen) return true;
  return false;
}

/** Returns the links among these entities, those that collisions belong to, and those that joints move. */
function linksAt(world: World, entities: readonly Entity[]): Entity[] {
  const links = entities.map((entity) => {
    if (world.has(entity, IsCollision)) return world.parentOf(entity);
    return world.has(entity, IsJoint) ? (world.get(entity, JointLinks)?.child as Entity) : entity;
  });
  return [...new Set(links.filter((entity) => world.has(entity, IsLink)))].sort((a, b) => a - b);
}

/** Entities that had one of some components written or taken away, by id; those that are gone altogether are not among them. */
function touchedSince(world: World, seen: number): (...components: readonly Component[]) => Entity[] {
  // A new engine has nothing to forget; and the log is history, which a restored run may not have.
  const removals = seen === 0 ? [] : (world.removalsSince(seen) ?? []);
  return (...components) => {
    const entities = new Set(components.flatMap((component) => world.store(component).writtenAfter(seen)));
    for (const { entity, component } of removals) {
      if (component !== undefined && components.includes(component) && world.exists(entity)) entities.add(entity);
    }
    return [...entities].sort((a, b) => a - b);
  };
}

/** Removes from the engine what is no longer in the world. */
function removeGone(world: World, engine: PhysicsEngine, seen: number): void {
  const removals = world.removalsSince(seen);
  // When there were too many to remember, everything is looked at.
  const gone = (ids: () => number[]): readonly number[] =>
    removals === undefined ? ids() : removals.map(({ entity }) => entity);
  for (const id of gone(() => engine.jointIds())) {
    if (engine.hasJoint(id) && !world.has(id as Entity, IsJoint)) engine.removeJoint(id);
  }
  for (const id of gone(() => engine.shapeIds())) {
    if (engine.hasShape(id) && !world.has(id as Entity, IsCollision)) engine.removeShape(id);
  }
  for (const id of gone(() => engine.bodyIds())) {
    if (engine.hasBody(id) && !world.has(id as Entity, IsLink)) engine.removeBody(id);
  }
}

function move(
  world: World,
  engine: PhysicsEngine,
  entity: Entity,
  made: ReadonlySet<Entity>,
  solids: SolidShapes,
): void {
  if (world.has(entity, IsLink)) {
    if (engine.hasBody(entity)) engine.setPose(entity, worldPose(world, entity));
  } else if (world.has(entity, IsModel)) {
    for (const link of partsBelow(world, entity, IsLink)) {
      if (!made.has(link) && engine.hasBody(link)) engine.setPose(link, worldPose(world, link));
    }
  } else if (world.has(entity, IsCollision)) replaceShape(world, engine, entity, solids);
}

function warnOfShape(world: World, engine: PhysicsEngine, collision: Entity, { log }: Guard): void {
  const text = engine.hasShape(collision) ? engine.shapeShortcoming?.(collision) : undefined;
  if (text !== undefined) log.warn(`${scopedName(world, collision)}: ${text}`);
}

function replaceShape(world: World, engine: PhysicsEngine, collision: Entity, solids: SolidShapes): void {
  const link = world.parentOf(collision);
  if (engine.hasShape(collision)) engine.removeShape(collision);
  if (!world.has(collision, IsCollision) || !engine.hasBody(link)) return;
  const shape = shapeOf(world, collision, solids);
  if (shape !== undefined) engine.addShape(link, shape);
}

/** In place where there is one already: removed and made again, it would leave dead pairs in Rapier. */
function reshape(world: World, engine: PhysicsEngine, collision: Entity, solids: SolidShapes): void {
  const shape = world.has(collision, IsCollision) ? shapeOf(world, collision, solids) : undefined;
  if (shape === undefined || !engine.hasShape(collision)) return replaceShape(world, engine, collision, solids);
  engine.setShapeGeometry(collision, shape.geometry);
  engine.setShapeSurface(collision, shape.surface);
  engine.setShapeFilter(collision, shape.filter);
}
