import { compose, composeInto, identityPose, inverse, invertInto, type Pose as PoseValue } from "../../base/pose.ts";
import { IsModel } from "../../components/identity.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { BODY_RECORD, type PhysicsEngine } from "../../physics/engine.ts";
import { canonicalLinks } from "../../entities/canonical-link.ts";

const NONE = -1;
const POSE = 7;

/** A model within a model, as it is when nothing of it is written. Rows are NONE where a model has no pose, which is then the identity. */
interface Frame {
  readonly row: number;
  /** Index of the frame around it, or NONE below a model of the world, whose pose is in `aroundRow`. */
  readonly around: number;
  readonly aroundRow: number;
  /** Slot of the canonical link of the model around it, when that is one of the world's. */
  readonly aroundSlot: number;
  /** Slot of the link that it moves with; NONE when it keeps its place in the model around it. */
  readonly slot: number;
}

/**
 * The frames of models within models: each moves with its own canonical link. All of this can be worked out from the world and
 * the engine, and worlds without nested models have none of it.
 */
export class NestedFrames {
  readonly #frames: Frame[] = [];
  readonly #indexOf = new Map<Entity, number>();
  /** By frame: the model's frame seen from its link; where its link is; where it is. All in the world but the first. */
  readonly #fromLink: Float64Array;
  readonly #link: Float64Array;
  readonly #place: Float64Array;
  readonly #moved: Uint8Array;

  /** `slotOf` gives NONE for links that are no bodies. */
  constructor(world: World, engine: PhysicsEngine, slotOf: (link: Entity | undefined) => number) {
    const poses = world.column(Pose);
    const nested: Entity[] = [];
    for (const [model] of world.query(IsModel)) if (world.has(world.parentOf(model), IsModel)) nested.push(model);
    this.#fromLink = new Float64Array(nested.length * POSE);
    this.#link = new Float64Array(nested.length * POSE);
    this.#place = new Float64Array(nested.length * POSE);
    this.#moved = new Uint8Array(nested.length);
    const linkOf = canonicalLinks(world);
    // By id, so a model comes after the one around it.
    for (const model of nested) {
      const around = world.parentOf(model);
      const link = linkOf(model);
      const isKept = link === undefined || link === linkOf(around);
      const index = this.#frames.length;
      this.#frames.push({
        row: poses.row(model),
        around: this.#indexOf.get(around) ?? NONE,
        aroundRow: poses.row(around),
        aroundSlot: slotOf(linkOf(around)),
        slot: isKept ? NONE : slotOf(link),
      });
      this.#indexOf.set(model, index);
      if (isKept || slotOf(link) === NONE) continue;
      engine.readBody(link, record);
      this.#link.set(record.subarray(0, POSE), index * POSE);
      storePose(this.#fromLink, index, inverse(poseBelow(world, model, link)));
    }
    this.#frames.forEach((_, index) => this.#placeFrame(poses.data, index));
  }

  get count(): number {
    return this.#frames.length;
  }

  /** Returns the frame of a model, or NONE when the model is one of the world's. */
  indexOf(model: Entity): number {
    return this.#indexOf.get(model) ?? NONE;
  }

  /** Returns whether the last `update` moved a frame. */
  hasMoved(index: number): boolean {
    return this.#moved[index] === 1;
  }

  /** Writes the inverse of where a frame is in the world. */
  invertInto(out: Float64Array, at: number, index: number): void {
    invertInto(out, at, this.#place, index * POSE);
  }

  /** After the world's models have moved. `at` gives for a slot where `values` has the body's record, or NONE. */
  update(world: World, values: Float64Array, at: Int32Array): void {
    const poses = world.column(Pose);
    for (let i = 0; i < this.#frames.length; i++) {
      const { row, around, aroundRow, aroundSlot, slot } = this.#frames[i]!;
      const record = slot === NONE ? NONE : at[slot]!;
      const carried = around === NONE ? aroundSlot !== NONE && at[aroundSlot] !== NONE : this.#moved[around] === 1;
      this.#moved[i] = record !== NONE || carried ? 1 : 0;
      if (this.#moved[i] === 0) continue;
      for (let k = 0; record !== NONE && k < POSE; k++) this.#link[i * POSE + k] = values[record + k]!;
      this.#placeFrame(poses.data, i);
      if (slot === NONE || row === NONE) continue;
      if (around === NONE) invertInto(scratch, 0, dataOf(poses.data, aroundRow), placeOf(aroundRow));
      else invertInto(scratch, 0, this.#place, around * POSE);
      composeInto(poses.data, row * POSE, scratch, 0, this.#place, i * POSE);
      poses.stamp(row);
    }
  }

  #placeFrame(poses: Float64Array, index: number): void {
    const { row, around, aroundRow, slot } = this.#frames[index]!;
    const at = index * POSE;
    if (slot !== NONE) composeInto(this.#place, at, this.#link, at, this.#fromLink, at);
    else if (around === NONE)
      composeInto(this.#place, at, dataOf(poses, aroundRow), placeOf(aroundRow), dataOf(poses, row), placeOf(row));
    else composeInto(this.#place, at, this.#place, around * POSE, dataOf(poses, row), placeOf(row));
  }
}

const IDENTITY = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

function dataOf(poses: Float64Array, row: number): Float64Array {
  return row === NONE ? IDENTITY : poses;
}

function placeOf(row: number): number {
  return row === NONE ? 0 : row * POSE;
}

const record = new Float64Array(BODY_RECORD);
const scratch = new Float64Array(POSE);

/**
 * Returns where a canonical link is in its model, from the poses on the way, which no step writes. From poses in the
 * world, which are rounded, a restored run would get different last bits.
 */
export function poseBelow(world: World, model: Entity, entity: Entity): PoseValue {
  if (entity === model) return identityPose;
  const own = world.get(entity, Pose) ?? identityPose;
  const parent = world.parentOf(entity);
  return parent === model ? own : compose(poseBelow(world, model, parent), own);
}

export function storePose(out: Float64Array, slot: number, { x, y, z, qx, qy, qz, qw }: PoseValue): void {
  out.set([x, y, z, qx, qy, qz, qw], slot * POSE);
}
