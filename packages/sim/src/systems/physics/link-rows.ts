import { composeInto, inverse, invertInto } from "../../base/pose.ts";
import { copyVector } from "../../base/vec3.ts";
import { IsCanonical, IsLink, IsStatic } from "../../components/identity.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { canonicalLinks } from "../../entities/canonical-link.ts";
import { topModelOf } from "../../entities/find.ts";
import { BODY_RECORD, type MovedBodies, type PhysicsEngine } from "../../physics/engine.ts";
import { NestedFrames, poseBelow, storePose } from "./nested-frames.ts";

/** Stands for slots with nothing to write. */
const NONE = -1;
const POSE = 7;

/** A link that is not canonical, with the slot of its model's canonical link. */
interface Follower {
  readonly link: Entity;
  readonly slot: number;
  readonly leader: number;
}

/** Where the poses and velocities of the engine's bodies are in the columns, and which poses follow which bodies. */
export class LinkRows {
  readonly #world: World;
  readonly #engine: PhysicsEngine;
  readonly #slotOf: ReadonlyMap<Entity, number>;
  readonly #nested: NestedFrames;
  readonly #followers: readonly Follower[];
  /** Number of bodies of links that are not static. If all of them moved, so did every follower. */
  readonly #movable: number;
  // Indexed by body slot.
  readonly #linkRow: Int32Array;
  /** Row of the model that follows this link; NONE for links that are not canonical. */
  readonly #modelRow: Int32Array;
  /** For a link that is not canonical: the row of its model, if that is a top-level one. */
  readonly #topRow: Int32Array;
  /** For a link that is not canonical in a nested model: the index of that model's frame. */
  readonly #frame: Int32Array;
  readonly #linearRow: Int32Array;
  readonly #angularRow: Int32Array;
  /** For canonical links: the model's frame relative to the link. */
  readonly #offset: Float64Array;
  /** Offset of the record of a body that moved in this step, else NONE; updated only when needed. */
  readonly #at: Int32Array;

  constructor(world: World, engine: PhysicsEngine) {
    this.#world = world;
    this.#engine = engine;
    const { entities, count } = world.query(IsLink);
    const links = (Array.from(entities.subarray(0, count)) as Entity[]).filter((link) => engine.hasBody(link));
    const slots = links.map((link) => engine.bodySlot(link));
    const size = slots.reduce((most, slot) => Math.max(most, slot + 1), 0);
    this.#linkRow = new Int32Array(size).fill(NONE);
    this.#modelRow = new Int32Array(size).fill(NONE);
    this.#topRow = new Int32Array(size).fill(NONE);
    this.#frame = new Int32Array(size).fill(NONE);
    this.#linearRow = new Int32Array(size);
    this.#angularRow = new Int32Array(size);
    this.#offset = new Float64Array(size * POSE);
    this.#at = new Int32Array(size);
    this.#slotOf = new Map(links.map((link, i) => [link, slots[i]!]));
    const slotOf = (link: Entity | undefined): number => (link && this.#slotOf.get(link)) ?? NONE;
    this.#nested = new NestedFrames(world, engine, slotOf);
    this.#movable = links.filter((link) => !world.has(world.parentOf(link), IsStatic)).length;
    const canonicalOf = canonicalLinks(world);
    this.#followers = links.flatMap((link, i) => {
      const leader = canonicalOf(world.parentOf(link));
      return this.#addLink(link, slots[i]!, leader, canonicalOf(topModelOf(world, link)))
        ? [{ link, slot: slots[i]!, leader: slotOf(leader) }]
        : [];
    });
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

  /** Returns whether everything is as it was at a version of the world, as far as the poses of links decide it. */
  isCurrent(builtAt: number): boolean {
    if (this.#nested.count > 0 || !this.#hasSlots()) return false;
    const { versions } = this.#world.column(Pose);
    for (let slot = 0; slot < this.#modelRow.length; slot++) {
      // A model's frame depends on its canonical link's own pose.
      if (this.#modelRow[slot]! >= 0 && versions[this.#linkRow[slot]!]! > builtAt) return false;
    }
    return true;
  }

  /** Returns whether the engine's bodies have the same slots as before; in a restored engine they may differ. */
  #hasSlots(): boolean {
    const engine = this.#engine;
    for (const [link, slot] of this.#slotOf) if (!engine.hasBody(link) || engine.bodySlot(link) !== slot) return false;
    return engine.bodyCount === this.#slotOf.size;
  }

  /** Returns the links by the slots of their bodies. */
  bySlot(): ReadonlyMap<number, Entity> {
    return new Map([...this.#slotOf].map(([link, slot]) => [slot, link]));
  }

  /** Writes what follows from the first `count` records: models, then the links in them, then velocities. */
  write(moved: MovedBodies, count: number): void {
    this.#writeModels(moved, count);
    const hasLeft = this.#followers.length > 0 && count < this.#movable;
    if (hasLeft || this.#nested.count > 0) this.#findRecords(moved, count);
    if (this.#nested.count > 0) this.#nested.update(this.#world, moved.values, this.#at);
    this.#writeFollowers(moved, count);
    if (hasLeft) this.#writeLeft();
    this.#writeVelocities(moved, count);
  }

  #writeModels({ slots, values }: MovedBodies, count: number): void {
    const poses = this.#world.column(Pose);
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      const row = slot < this.#modelRow.length ? this.#modelRow[slot]! : NONE;
      if (row < 0) continue;
      composeInto(poses.data, row * POSE, values, i * BODY_RECORD, this.#offset, slot * POSE);
      poses.stamp(row);
    }
  }

  /** Writes the poses of followers. Must be called after the models, to whose new poses these are relative. */
  #writeFollowers({ slots, values }: MovedBodies, count: number): void {
    const poses = this.#world.column(Pose);
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

  #findRecords({ slots }: MovedBodies, count: number): void {
    this.#at.fill(NONE);
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
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

  #writeVelocities({ slots, values }: MovedBodies, count: number): void {
    const linear = this.#world.column(WorldLinearVelocity);
    const angular = this.#world.column(WorldAngularVelocity);
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      if (slot >= this.#linearRow.length || this.#linkRow[slot]! < 0) continue;
      copyVector(linear.data, this.#linearRow[slot]! * 3, values, i * BODY_RECORD + 7);
      copyVector(angular.data, this.#angularRow[slot]! * 3, values, i * BODY_RECORD + 10);
      linear.stamp(this.#linearRow[slot]!);
      angular.stamp(this.#angularRow[slot]!);
    }
  }
}

const scratch = new Float64Array(POSE);
const record = new Float64Array(BODY_RECORD);
