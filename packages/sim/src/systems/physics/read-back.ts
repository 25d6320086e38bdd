import { composeInto, inverse, invertInto } from "../../base/pose.ts";
import { IsCanonical, IsJoint, IsLink, IsStatic } from "../../components/identity.ts";
import { JointPosition, JointVelocity } from "../../components/joint.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { Query } from "../../ecs/query.ts";
import type { World } from "../../ecs/world.ts";
import { BODY_RECORD, JOINT_RECORD, type MovedBodies, type PhysicsEngine } from "../../physics/engine.ts";
import { canonicalLinks } from "../../entities/canonical-link.ts";
import { topModelOf } from "../../entities/find.ts";
import { Accelerations } from "./accelerations.ts";
import { NestedFrames, poseBelow, storePose } from "./nested-frames.ts";
import { structural } from "./effects.ts";

/** Stands for slots with nothing to write. */
const NONE = -1;
const POSE = 7;

/**
 * Writes what has moved into the columns. A model's frame follows its canonical link; the poses of its other links
 * follow from that. Everything here can be recomputed from the world and the engine; it only saves looking up rows for
 * each body in each step.
 */
export class ReadBack {
  readonly #world: World;
  readonly #engine: PhysicsEngine;
  readonly #accelerations: Accelerations;
  readonly #bodies: MovedBodies = { slots: new Int32Array(64), values: new Float64Array(64 * BODY_RECORD) };
  readonly #joints: MovedBodies = { slots: new Int32Array(64), values: new Float64Array(64 * JOINT_RECORD) };
  // Indexed by body slot.
  #linkRow = new Int32Array(0);
  /** Row of the model that follows this link; NONE for links that are not canonical. */
  #modelRow = new Int32Array(0);
  /** For a link that is not canonical: the row of its model, if that is a top-level one. */
  #topRow = new Int32Array(0);
  /** For a link that is not canonical in a nested model: the index of that model's frame. */
  #frame = new Int32Array(0);
  #nested: NestedFrames;
  #linearRow = new Int32Array(0);
  #angularRow = new Int32Array(0);
  /** For canonical links: the model's frame relative to the link. */
  #offset = new Float64Array(0);
  /** Offset of the record of a body that moved in this step, else NONE; updated only when needed. */
  #at = new Int32Array(0);
  /** Links that are not canonical, with the slots of their models' canonical links. */
  #followers: readonly Follower[] = [];
  /** Number of bodies of links that are not static. If all of them moved, so did every follower. */
  #movable = 0;
  /** World version at which the tables were built. */
  #builtAt = -1;
  #slotOfLink = new Map<Entity, number>();
  #slotOfJoint = new Map<Entity, number>();
  #moves = -1;
  // Indexed by joint slot.
  #positionRow = new Int32Array(0);
  #velocityRow = new Int32Array(0);

  constructor(world: World, engine: PhysicsEngine) {
    this.#world = world;
    this.#engine = engine;
    this.#accelerations = new Accelerations(world);
    this.#nested = new NestedFrames(world, engine, () => NONE);
  }

  /** Rebuilds the tables if necessary. Called after edits and restores, most of which leave them valid. */
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
      (this.#frame = rowsFor(size)),
    ])
      rows.fill(NONE);
    this.#linearRow = rowsFor(size);
    this.#angularRow = rowsFor(size);
    this.#offset = new Float64Array(size * POSE);
    this.#at = new Int32Array(size);
    this.#slotOfLink = new Map(links.map((link, i) => [link, slots[i]!]));
    const slotOf = (link: Entity | undefined): number => (link && this.#slotOfLink.get(link)) ?? NONE;
    this.#nested = new NestedFrames(world, engine, slotOf);
    this.#movable = links.filter((link) => !world.has(world.parentOf(link), IsStatic)).length;
    const canonicalOf = canonicalLinks(world);
    this.#followers = links.flatMap((link, i) => {
      const leader = canonicalOf(world.parentOf(link));
      return this.#addLink(link, slots[i]!, leader, canonicalOf(topModelOf(world, link)))
        ? [{ link, slot: slots[i]!, leader: slotOf(leader) }]
        : [];
    });

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

  /**
   * Writes what moved in a step. `putBack` is called for each link whose numbers in the engine are no longer finite, to
   * restore them.
   */
  run(dt: number, putBack: (link: Entity) => void): void {
    this.#accelerations.before();
    const count = this.#engine.readMoved(this.#bodies);
    if (!areFinite(this.#bodies.values, 0, count * BODY_RECORD)) this.#readLost(count, putBack);
    if (count > 0) {
      this.#writeModels(count);
      const hasLeft = this.#followers.length > 0 && count < this.#movable;
      if (hasLeft || this.#nested.count > 0) this.#findRecords(count);
      if (this.#nested.count > 0) this.#nested.update(this.#world, this.#bodies.values, this.#at);
      this.#writeFollowers(count);
      if (hasLeft) this.#writeLeft();
      this.#writeVelocities(count);
    }
    this.#writeJoints(this.#engine.readJoints(this.#joints));
    this.#accelerations.after(dt);
  }

  #readLost(count: number, putBack: (link: Entity) => void): void {
    const { slots, values } = this.#bodies;
    const links = new Map([...this.#slotOfLink].map(([link, slot]) => [slot, link]));
    for (let i = 0; i < count; i++) {
      const link = links.get(slots[i]!);
      if (link === undefined || areFinite(values, i * BODY_RECORD, (i + 1) * BODY_RECORD)) continue;
      putBack(link);
      this.#engine.readBody(link, record);
      values.set(record, i * BODY_RECORD);
    }
  }

  /** Whether a stored row number may belong to a different entity now. */
  get isStale(): boolean {
    return this.#moves !== this.#countMoves();
  }

  #isCurrent(): boolean {
    if (this.#nested.count > 0 || this.isStale || this.#world.lastPlaced > this.#builtAt || !this.#hasSlots())
      return false;
    if (structural.some((component) => this.#world.store(component).lastWrite > this.#builtAt)) return false;
    const { versions } = this.#world.column(Pose);
    for (let slot = 0; slot < this.#modelRow.length; slot++) {
      // A model's frame depends on its canonical link's own pose.
      if (this.#modelRow[slot]! >= 0 && versions[this.#linkRow[slot]!]! > this.#builtAt) return false;
    }
    return true;
  }

  /**
   * Returns whether the engine's bodies and joints have the same slots as before; in a restored engine they may differ.
   */
  #hasSlots(): boolean {
    const engine = this.#engine;
    for (const [link, slot] of this.#slotOfLink)
      if (!engine.hasBody(link) || engine.bodySlot(link) !== slot) return false;
    for (const [joint, slot] of this.#slotOfJoint)
      if (!engine.hasJoint(joint) || engine.jointSlot(joint) !== slot) return false;
    return engine.bodyCount === this.#slotOfLink.size && engine.jointCount === this.#slotOfJoint.size;
  }

  /** Returns a count that changes whenever a stored row number may have become invalid. */
  #countMoves(): number {
    let moves = 0;
    for (const component of kept) moves += this.#world.store(component).moves;
    return moves;
  }

  /**
   * Returns whether the link's pose in its model changes, where the model's canonical link is `leader`. `first` is the
   * canonical link of the top-level model: a model that was added within another has a mark of its own, which does not
   * count there.
   */
  #addLink(link: Entity, slot: number, leader: Entity | undefined, first: Entity | undefined): boolean {
    const world = this.#world;
    const poses = world.column(Pose);
    const model = topModelOf(world, link);
    this.#linkRow[slot] = poses.row(link);
    this.#linearRow[slot] = world.column(WorldLinearVelocity).row(link);
    this.#angularRow[slot] = world.column(WorldAngularVelocity).row(link);
    if (link === first && world.has(link, IsCanonical)) {
      this.#modelRow[slot] = poses.row(model);
      storePose(this.#offset, slot, inverse(poseBelow(world, model, link)));
      return false;
    }
    const parent = world.parentOf(link);
    if (parent === model) this.#topRow[slot] = poses.row(model);
    else if (leader === link) return false;
    else this.#frame[slot] = this.#nested.indexOf(parent);
    return true;
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

  /** Writes the poses of followers. Must be called after the models, to whose new poses these are relative. */
  #writeFollowers(count: number): void {
    const poses = this.#world.column(Pose);
    const { slots, values } = this.#bodies;
    // Links of one model are next to each other, so its inverse is computed once for all of them.
    let inverseOf = NONE;
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      if (slot >= this.#topRow.length) continue;
      const top = this.#topRow[slot]!;
      if (top < 0) {
        if (this.#frame[slot]! < 0) continue;
        this.#nested.invertInto(scratch, 0, this.#frame[slot]!);
        inverseOf = NONE;
      } else if (top !== inverseOf) {
        invertInto(scratch, 0, poses.data, top * POSE);
        inverseOf = top;
      }
      const row = this.#linkRow[slot]!;
      composeInto(poses.data, row * POSE, scratch, 0, values, i * BODY_RECORD);
      poses.stamp(row);
    }
  }

  #findRecords(count: number): void {
    this.#at.fill(NONE);
    for (let i = 0; i < count; i++) {
      const slot = this.#bodies.slots[i]!;
      if (slot < this.#at.length) this.#at[slot] = i * BODY_RECORD;
    }
  }

  /** Writes links that did not move while their model did: their poses in the model change nevertheless. */
  #writeLeft(): void {
    const poses = this.#world.column(Pose);
    for (const { link, slot, leader } of this.#followers) {
      if (this.#at[slot] !== NONE) continue;
      const frame = this.#frame[slot]!;
      const hasMoved = frame < 0 ? leader !== NONE && this.#at[leader] !== NONE : this.#nested.hasMoved(frame);
      if (!hasMoved) continue;
      const row = this.#linkRow[slot]!;
      this.#engine.readBody(link, record);
      if (frame < 0) invertInto(scratch, 0, poses.data, this.#topRow[slot]! * POSE);
      else this.#nested.invertInto(scratch, 0, frame);
      composeInto(poses.data, row * POSE, scratch, 0, record, 0);
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
    const areAllFinite = areFinite(values, 0, count * JOINT_RECORD);
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      if (!areAllFinite && !areFinite(values, i * JOINT_RECORD, (i + 1) * JOINT_RECORD)) continue;
      copyThree(positions.data, this.#positionRow[slot]! * 3, values, i * JOINT_RECORD);
      copyThree(velocities.data, this.#velocityRow[slot]! * 3, values, i * JOINT_RECORD + 3);
      positions.stamp(this.#positionRow[slot]!);
      velocities.stamp(this.#velocityRow[slot]!);
    }
  }
}

interface Follower {
  readonly link: Entity;
  readonly slot: number;
  readonly leader: number;
}

/**
 * Returns whether values are finite, judging by their sum. The sum is not finite if a value is not, or if values are
 * too large for the next step to compute with.
 */
function areFinite(values: Float64Array, start: number, end: number): boolean {
  // Two sums, because each addition waits for the previous one.
  let first = (end - start) % 2 === 0 ? 0 : values[end - 1]!;
  let second = 0;
  for (let i = start + 1; i < end; i += 2) {
    first += values[i - 1]!;
    second += values[i]!;
  }
  return Number.isFinite(first + second);
}

const scratch = new Float64Array(POSE);
const record = new Float64Array(BODY_RECORD);
const kept = [Pose, WorldLinearVelocity, WorldAngularVelocity, JointPosition, JointVelocity];

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
