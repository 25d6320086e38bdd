import { copyVector } from "../../base/vec3.ts";
import { JointPosition, JointVelocity } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { JOINT_RECORD, type MovedBodies, type PhysicsEngine } from "../../physics/engine.ts";
import { areFinite } from "./are-finite.ts";
import { jointsOf } from "./describe-joint.ts";

/** Where the positions and velocities of the engine's joints are in the columns. */
export class JointRows {
  readonly #world: World;
  readonly #engine: PhysicsEngine;
  readonly #slotOf: ReadonlyMap<Entity, number>;
  // Indexed by joint slot.
  readonly #positionRow: Int32Array;
  readonly #velocityRow: Int32Array;

  constructor(world: World, engine: PhysicsEngine) {
    this.#world = world;
    this.#engine = engine;
    const joints = jointsOf(world).filter((joint) => engine.hasJoint(joint));
    this.#slotOf = new Map(joints.map((joint) => [joint, engine.jointSlot(joint)]));
    const size = joints.reduce((most, joint) => Math.max(most, engine.jointSlot(joint) + 1), 0);
    this.#positionRow = new Int32Array(size);
    this.#velocityRow = new Int32Array(size);
    for (const [joint, slot] of this.#slotOf) {
      this.#positionRow[slot] = world.column(JointPosition).row(joint);
      this.#velocityRow[slot] = world.column(JointVelocity).row(joint);
    }
  }

  /** Whether the engine's joints have the same slots as before; in a restored engine they may differ. */
  get hasSlots(): boolean {
    const engine = this.#engine;
    for (const [joint, slot] of this.#slotOf)
      if (!engine.hasJoint(joint) || engine.jointSlot(joint) !== slot) return false;
    return engine.jointCount === this.#slotOf.size;
  }

  /** Writes the joints of the first `count` records. One whose numbers are not finite stays as it was. */
  write({ slots, values }: MovedBodies, count: number): void {
    if (count === 0) return;
    const positions = this.#world.column(JointPosition);
    const velocities = this.#world.column(JointVelocity);
    const areAllFinite = areFinite(values, 0, count * JOINT_RECORD);
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      if (!areAllFinite && !areFinite(values, i * JOINT_RECORD, (i + 1) * JOINT_RECORD)) continue;
      copyVector(positions.data, this.#positionRow[slot]! * 3, values, i * JOINT_RECORD);
      copyVector(velocities.data, this.#velocityRow[slot]! * 3, values, i * JOINT_RECORD + 3);
      positions.stamp(this.#positionRow[slot]!);
      velocities.stamp(this.#velocityRow[slot]!);
    }
  }
}
