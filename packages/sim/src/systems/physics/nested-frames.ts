import { compose, composeInto, identityPose, inverse, invertInto, type Pose as PoseValue } from "../../base/pose.ts";
import { IsModel } from "../../components/identity.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { BODY_RECORD, type PhysicsEngine } from "../../physics/engine.ts";
import { canonicalLinks } from "../../entities/canonical-link.ts";

const NONE = -1;
const POSE = 7;

/**
 * A nested model, as long as none of its components is written. Rows are NONE where a model has no pose, which then is
 * the identity.
 */
interface Frame {
  readonly row: number;
  /** Index of the enclosing frame, or NONE directly inside a top-level model, whose pose is in `aroundRow`. */
  readonly around: number;
  readonly aroundRow: number;
  /** Slot of the enclosing model's canonical link, if that model is a top-level one. */
  readonly aroundSlot: number;
  /** Slot of the link that the model follows; NONE if it keeps its place in the enclosing model. */
  readonly slot: number;
}

/**
 * The frames of nested models; each follows the model's own canonical link. All of this can be recomputed from the
 * world and the engine. In worlds without nested models it is empty.
 */
export class NestedFrames {
  readonly #frames: Frame[] = [];
  readonly #indexOf = new Map<Entity, number>();
  /**
   * Per frame: the model's frame relative to its link, the link's pose in the world, and the frame's pose in the world.
   */
  readonly #fromLink: Float64Array;
  readonly #link: Float64Array;
  readonly #place: Float64Array;
  readonly #moved: Uint8Array;

  /** `slotOf` returns NONE for links without a body. */
  constructor(world: World, engine: PhysicsEngine, slotOf: (link: Entity | undefined) => number) {
    const poses = world.column(Pose);
    const nested: Entity[] = [];
    for (const [model] of world.query(IsModel)) if (world.has(world.parentOf(model), IsModel)) nested.push(model);
    this.#fromLink = new Float64Array(nested.length * POSE);
    this.#link = new Float64Array(nested.length * POSE);
    this.#place = new Float64Array(nested.length * POSE);
    this.#moved = new Uint8Array(nested.length);
    const linkOf = canonicalLinks(world);
    // In the order of ids, so that a model comes after the enclosing one.
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

  /** Returns the index of a model's frame, or NONE for a top-level model. */
  indexOf(model: Entity): number {
    return this.#indexOf.get(model) ?? NONE;
  }

  /** Returns whether the last `update` moved a frame. */
  hasMoved(index: number): boolean {
    return this.#moved[index] === 1;
  }

  /** Writes the inverse of a frame's pose in the world. */
  invertInto(out: Float64Array, at: number, index: number): void {
    invertInto(out, at, this.#place, index * POSE);
  }

  /**
   * Moves the frames. Must be called after the top-level models have moved. `at` has, per slot, the offset of the
   * body's record in `values`, or NONE.
   */
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
 * Returns the pose of a canonical link in its model, computed from the poses between them, which no step writes. World
 * poses are rounded, so a restored run would get different last bits from them.
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
