import { compose, composeInto, identityPose, inverse, invertInto, type Pose as PoseValue } from "../../base/pose.ts";
import { IsCanonical, IsJoint, IsLink, IsModel } from "../../components/identity.ts";
import { JointPosition, JointVelocity } from "../../components/joint.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { Query } from "../../ecs/query.ts";
import type { World } from "../../ecs/world.ts";
import { BODY_RECORD, JOINT_RECORD, type MovedBodies, type PhysicsEngine } from "../../physics/engine.ts";
import { topModelOf } from "../../scene/find.ts";
import { Accelerations } from "./accelerations.ts";
import { structural } from "./sync.ts";

/** Slots with nothing to write. */
const NONE = -1;
const POSE = 7;

/**
 * Writes what moved into the columns. A model's frame moves with its canonical link; the other links' poses follow from it.
 * Everything here can be worked out from the world and the engine: it only saves looking rows up for each body in each step.
 */
export class ReadBack {
  readonly #world: World;
  readonly #engine: PhysicsEngine;
  readonly #accelerations: Accelerations;
  readonly #bodies: MovedBodies = { slots: new Int32Array(64), values: new Float64Array(64 * BODY_RECORD) };
  readonly #joints: MovedBodies = { slots: new Int32Array(64), values: new Float64Array(64 * JOINT_RECORD) };
  // By body slot.
  #linkRow = new Int32Array(0);
  /** Of the model that moves with this link; NONE for links that are not canonical. */
  #modelRow = new Int32Array(0);
  /** Of the top model of a link that is not canonical. */
  #topRow = new Int32Array(0);
  #linearRow = new Int32Array(0);
  #angularRow = new Int32Array(0);
  /** Canonical: the model's frame seen from the link. Others: the frame the link's pose is in, seen from the top model. */
  #offset = new Float64Array(0);
  /** World version of the tables. */
  #builtAt = -1;
  #slotOfLink = new Map<Entity, number>();
  #slotOfJoint = new Map<Entity, number>();
  #moves = -1;
  #hasNested = false;
  #isNested = new Uint8Array(0);
  // By joint slot.
  #positionRow = new Int32Array(0);
  #velocityRow = new Int32Array(0);

  constructor(world: World, engine: PhysicsEngine) {
    this.#world = world;
    this.#engine = engine;
    this.#accelerations = new Accelerations(world);
  }

  /** After edits and after a restored state; most of them leave these tables right. */
  refresh(): void {
    if (!this.#isCurrent()) this.#rebuild();
  }

  #rebuild(): void {
    const world = this.#world;
    this.#builtAt = world.mark();
    this.#moves = this.#countMoves();
    const engine = this.#engine;
    const links = entitiesOf(world.query(IsLink)).filter((link) => engine.hasBody(link));
    const slots = links.map((link) => engine.bodySlot(link));
    const size = slots.reduce((most, slot) => Math.max(most, slot + 1), 0);
    for (const rows of [
      (this.#linkRow = rowsFor(size)),
      (this.#modelRow = rowsFor(size)),
      (this.#topRow = rowsFor(size)),
    ])
      rows.fill(NONE);
    this.#linearRow = rowsFor(size);
    this.#angularRow = rowsFor(size);
    this.#offset = new Float64Array(size * POSE);
    this.#hasNested = false;
    this.#isNested = new Uint8Array(size);
    links.forEach((link, i) => this.#addLink(link, slots[i]!));
    this.#slotOfLink = new Map(links.map((link, i) => [link, slots[i]!]));

    const joints = entitiesOf(world.query(IsJoint)).filter((joint) => engine.hasJoint(joint));
    const jointSize = joints.reduce((most, joint) => Math.max(most, engine.jointSlot(joint) + 1), 0);
    this.#slotOfJoint = new Map(joints.map((joint) => [joint, engine.jointSlot(joint)]));
    this.#positionRow = rowsFor(jointSize);
    this.#velocityRow = rowsFor(jointSize);
    for (const joint of joints) {
      const slot = engine.jointSlot(joint);
      this.#positionRow[slot] = world.column(JointPosition).row(joint);
      this.#velocityRow[slot] = world.column(JointVelocity).row(joint);
    }
  }

  run(dt: number): void {
    this.#accelerations.before();
    const count = this.#engine.readMoved(this.#bodies);
    if (count > 0) {
      this.#writeModels(count);
      this.#writeOtherLinks(count);
      this.#writeVelocities(count);
    }
    this.#writeJoints(this.#engine.readJoints(this.#joints));
    this.#accelerations.after(dt);
  }

  /** Whether a row number kept here may be another's by now. */
  get isStale(): boolean {
    return this.#moves !== this.#countMoves();
  }

  #isCurrent(): boolean {
    if (this.#hasNested || this.isStale || this.#world.lastPlaced > this.#builtAt || !this.#hasSlots()) return false;
    if (structural.some((component) => this.#world.store(component).lastWrite > this.#builtAt)) return false;
    const { versions } = this.#world.column(Pose);
    for (let slot = 0; slot < this.#modelRow.length; slot++) {
      // A canonical link's own pose is what its model's frame follows from.
      if (this.#modelRow[slot]! >= 0 && versions[this.#linkRow[slot]!]! > this.#builtAt) return false;
    }
    return true;
  }

  /** Whether the engine has its bodies and joints where they were: a restored one may have them elsewhere. */
  #hasSlots(): boolean {
    const engine = this.#engine;
    for (const [link, slot] of this.#slotOfLink)
      if (!engine.hasBody(link) || engine.bodySlot(link) !== slot) return false;
    for (const [joint, slot] of this.#slotOfJoint)
      if (!engine.hasJoint(joint) || engine.jointSlot(joint) !== slot) return false;
    return engine.bodyCount === this.#slotOfLink.size && engine.jointCount === this.#slotOfJoint.size;
  }

  /** Changes whenever a row number kept here may be another's. */
  #countMoves(): number {
    return kept.reduce((sum, component) => sum + this.#world.store(component).moves, 0);
  }

  #addLink(link: Entity, slot: number): void {
    const world = this.#world;
    const poses = world.column(Pose);
    const model = topModelOf(world, link);
    this.#linkRow[slot] = poses.row(link);
    if (world.parentOf(link) !== model) {
      this.#isNested[slot] = 1;
      this.#hasNested = true;
    }
    this.#linearRow[slot] = world.column(WorldLinearVelocity).row(link);
    this.#angularRow[slot] = world.column(WorldAngularVelocity).row(link);
    if (world.has(link, IsCanonical) && world.has(model, IsModel)) {
      this.#modelRow[slot] = poses.row(model);
      storePose(this.#offset, slot, inverse(poseBelow(world, model, link)));
    } else {
      this.#topRow[slot] = poses.row(model);
      storePose(this.#offset, slot, poseBelow(world, model, world.parentOf(link)));
    }
  }

  #writeModels(count: number): void {
    const poses = this.#world.column(Pose);
    const { slots, values } = this.#bodies;
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      const row = slot < this.#modelRow.length ? this.#modelRow[slot]! : NONE;
      if (row < 0) continue;
      composeInto(poses.data, row * POSE, values, i * BODY_RECORD, this.#offset, slot * POSE);
      poses.stamp(row);
    }
  }

  /** After the models, whose new poses these are relative to. */
  #writeOtherLinks(count: number): void {
    const poses = this.#world.column(Pose);
    const { slots, values } = this.#bodies;
    // Links of one model lie side by side: its inverse is worked out once for all of them.
    let inverseOf = NONE;
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      const top = slot < this.#topRow.length ? this.#topRow[slot]! : NONE;
      if (top < 0) continue;
      const row = this.#linkRow[slot]!;
      const isNested = this.#isNested[slot] === 1;
      if (isNested) {
        composeInto(scratch, 0, poses.data, top * POSE, this.#offset, slot * POSE);
        invertInto(scratch, POSE, scratch, 0);
        inverseOf = NONE;
      } else if (top !== inverseOf) {
        invertInto(scratch, POSE, poses.data, top * POSE);
        inverseOf = top;
      }
      composeInto(poses.data, row * POSE, scratch, POSE, values, i * BODY_RECORD);
      poses.stamp(row);
    }
  }

  #writeVelocities(count: number): void {
    const linear = this.#world.column(WorldLinearVelocity);
    const angular = this.#world.column(WorldAngularVelocity);
    const { slots, values } = this.#bodies;
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      if (slot >= this.#linearRow.length || this.#linkRow[slot]! < 0) continue;
      copyThree(linear.data, this.#linearRow[slot]! * 3, values, i * BODY_RECORD + 7);
      copyThree(angular.data, this.#angularRow[slot]! * 3, values, i * BODY_RECORD + 10);
      linear.stamp(this.#linearRow[slot]!);
      angular.stamp(this.#angularRow[slot]!);
    }
  }

  #writeJoints(count: number): void {
    if (count === 0) return;
    const positions = this.#world.column(JointPosition);
    const velocities = this.#world.column(JointVelocity);
    const { slots, values } = this.#joints;
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      copyThree(positions.data, this.#positionRow[slot]! * 3, values, i * JOINT_RECORD);
      copyThree(velocities.data, this.#velocityRow[slot]! * 3, values, i * JOINT_RECORD + 3);
      positions.stamp(this.#positionRow[slot]!);
      velocities.stamp(this.#velocityRow[slot]!);
    }
  }
}

const scratch = new Float64Array(2 * POSE);
const kept = [Pose, WorldLinearVelocity, WorldAngularVelocity, JointPosition, JointVelocity];

/** By the poses that no step writes: from those in the world, which are rounded, a restored run would get other last bits. */
function poseBelow(world: World, model: Entity, entity: Entity): PoseValue {
  if (entity === model) return identityPose;
  const own = world.get(entity, Pose) ?? identityPose;
  const parent = world.parentOf(entity);
  return parent === model ? own : compose(poseBelow(world, model, parent), own);
}

function entitiesOf({ entities, count }: Query): Entity[] {
  return Array.from(entities.subarray(0, count)) as Entity[];
}

function rowsFor(size: number): Int32Array<ArrayBuffer> {
  return new Int32Array(size);
}

function copyThree(to: Float64Array, toAt: number, from: Float64Array, fromAt: number): void {
  to[toAt] = from[fromAt]!;
  to[toAt + 1] = from[fromAt + 1]!;
  to[toAt + 2] = from[fromAt + 2]!;
}

function storePose(out: Float64Array, slot: number, { x, y, z, qx, qy, qz, qw }: PoseValue): void {
  out.set([x, y, z, qx, qy, qz, qw], slot * POSE);
}
