import * as rapier from "@dimforge/rapier3d-simd-compat";
import { cos, sin } from "../base/math.ts";
import type { Vec3 } from "../base/vec3.ts";
import type { JointDesc, JointId } from "./engine.ts";
import { nearestTurn } from "./joint-position.ts";
import {
  freeAxis,
  JOINT_NUMBERS,
  lockedAxes,
  MOTOR_POSITION,
  MOTOR_VELOCITY,
  NO_HANDLE,
  readJoint,
  writeJoint,
  type RapierAxis,
  type RapierJoint,
} from "./rapier-joint.ts";
import { bytesOf, RapierSlots } from "./rapier-slots.ts";

/** Rapier's largest force: f32. */
const UNLIMITED = 3.4028234e38;
/** Damping that makes a motor hold its speed exactly up to its largest force, for masses from 0.1 g to 100 t. */
const RIGID = 1e12;
/** Rapier sees angles only within half a turn, by their sine; a little less, so that rounding never flips the sign. */
const NEAR = 3;

/** The calls of the package that its typed joints do not offer for joints with free axes of one's choice; axes by number. */
interface RawJoints {
  jointBodyHandle1(handle: number): number;
  jointBodyHandle2(handle: number): number;
  jointSetContactsEnabled(handle: number, enabled: boolean): void;
  jointSetLimits(handle: number, axis: number, min: number, max: number): void;
  jointConfigureMotorModel(handle: number, axis: number, model: number): void;
  jointConfigureMotor(
    handle: number,
    axis: number,
    position: number,
    speed: number,
    stiffness: number,
    damping: number,
  ): void;
  jointSetMotorMaxForce(handle: number, axis: number, maxForce: number): void;
}

interface JointFactory {
  generic(anchor1: Vec3, anchor2: Vec3, axis: Vec3, lockedAxes: number): rapier.JointData;
}

/**
 * Rapier's joints have one motor an axis, with one largest force. Spring and damper (never limited), Coulomb friction
 * and the motor each have their own law, so each that a joint needs gets a motor of its own: the first on the joint
 * itself, the others on further Rapier joints between the same bodies that lock nothing.
 *
 * Approximated: the solver takes the layers one after another (an error of the order of a substep); a position motor
 * or spring more than 3 rad from its target pulls as if it were 3 rad away; friction is a speed motor to zero, so a
 * joint under load below it creeps by rounding.
 */
export class RapierJoints {
  readonly slots: RapierSlots;
  readonly bySlot: (RapierJoint | undefined)[] = [];
  #world: rapier.World;

  constructor(world: rapier.World, slots = new RapierSlots("joint")) {
    this.#world = world;
    this.slots = slots;
  }

  get(id: JointId): RapierJoint {
    return this.bySlot[this.slots.slot(id)]!;
  }

  /** `parent` and `child` are Rapier's handles. */
  add(desc: JointDesc, joint: RapierJoint, parent: number, child: number): number {
    joint.handle = this.#create(joint, parent, child, lockedAxes(joint.type));
    if (!desc.collide) this.#raw.jointSetContactsEnabled(joint.handle, false);
    const springs = joint.axes.some((axis) => axis.damping > 0 || axis.springStiffness > 0);
    const rubs = joint.axes.some((axis) => axis.friction > 0);
    if (springs) joint.passive = joint.handle;
    if (rubs) joint.friction = springs ? this.#create(joint, parent, child, 0) : joint.handle;
    const slot = this.slots.add(desc.id, joint.handle);
    this.bySlot[slot] = joint;
    joint.axes.forEach((axis, i) => this.#apply(joint, axis, i));
    return slot;
  }

  remove(slot: number): void {
    const joint = this.bySlot[slot]!;
    for (const handle of new Set([joint.motor, joint.friction, joint.passive, joint.handle])) {
      if (handle !== NO_HANDLE) this.#world.removeImpulseJoint(this.#world.getImpulseJoint(handle), false);
    }
    this.bySlot[slot] = undefined;
    this.slots.remove(slot);
  }

  setMotor(
    joint: RapierJoint,
    index: number,
    wanted: Pick<RapierAxis, "motor" | "target" | "stiffness" | "motorDamping" | "maxForce">,
  ): void {
    const axis = joint.axes[index];
    if (!axis) throw new Error(`the joint has ${joint.axes.length} axes; there is no axis ${index}`);
    const { motor, target, stiffness, motorDamping, maxForce } = wanted;
    if (joint.motor === NO_HANDLE) {
      const own = joint.passive === NO_HANDLE && joint.friction === NO_HANDLE;
      const raw = this.#raw;
      joint.motor = own
        ? joint.handle
        : this.#create(joint, raw.jointBodyHandle1(joint.handle), raw.jointBodyHandle2(joint.handle), 0);
      // The other axes of a new joint have no law yet.
      joint.axes.forEach((other, i) => this.#apply(joint, other, i));
    }
    Object.assign(axis, { motor, target, stiffness, motorDamping, maxForce });
    this.#apply(joint, axis, index);
  }

  /**
   * Before a step: Rapier knows angles only within half a turn and a universal joint only near its zero, so the frames
   * of such joints follow the bodies, and far targets are brought near. Calls Rapier only where something changes.
   */
  prepare(joint: RapierJoint): void {
    let turned = false;
    for (let i = 0; i < joint.axes.length; i++) {
      const axis = joint.axes[i]!;
      const position = joint.record[i]!;
      if (joint.type === "universal") {
        turned ||= axis.base !== position;
        axis.base = position;
      } else if (joint.type === "revolute" && isWide(axis) && Math.abs(position - axis.base) > 1) {
        turned = true;
        axis.base = position;
      }
    }
    if (turned) this.#turnFrames(joint);
    for (let i = 0; i < joint.axes.length; i++) {
      const axis = joint.axes[i]!;
      const moved =
        turned ||
        (axis.springStiffness > 0 && axis.springApplied !== appliedTarget(joint, i, axis.springReference)) ||
        (axis.motor === MOTOR_POSITION && axis.motorApplied !== appliedTarget(joint, i, axis.target));
      if (moved) this.#apply(joint, axis, i);
    }
  }

  /** Sections of a saved state: the ids', then all joints in order of their slots. */
  sections(): Uint8Array[] {
    const numbers = new Float64Array(this.slots.size * JOINT_NUMBERS);
    let at = 0;
    for (let slot = 0; slot < this.slots.extent; slot++) {
      const joint = this.bySlot[slot];
      if (!joint) continue;
      writeJoint(joint, numbers, at);
      at += JOINT_NUMBERS;
    }
    return [...this.slots.sections(), bytesOf(numbers, numbers.length)];
  }

  static from(world: rapier.World, sections: readonly Uint8Array[]): RapierJoints {
    const joints = new RapierJoints(world, RapierSlots.from("joint", sections.slice(0, 3)));
    const numbers = new Float64Array(joints.slots.size * JOINT_NUMBERS);
    const saved = sections[3];
    if (saved?.length !== numbers.byteLength) throw new Error("the state's table of joints is damaged");
    new Uint8Array(numbers.buffer).set(saved);
    let at = 0;
    for (let slot = 0; slot < joints.slots.extent; slot++) {
      if (joints.slots.used[slot] === 0) continue;
      joints.bySlot[slot] = readJoint(numbers, at);
      at += JOINT_NUMBERS;
    }
    return joints;
  }

  get #raw(): RawJoints {
    return this.#world.impulseJoints.raw;
  }

  #create(joint: RapierJoint, parent: number, child: number, locked: number): number {
    const world = this.#world;
    const zero = { x: 0, y: 0, z: 0 };
    const data = (rapier.JointData as JointFactory).generic(zero, zero, { x: 1, y: 0, z: 0 }, locked);
    const made = world.createImpulseJoint(data, world.getRigidBody(parent), world.getRigidBody(child), false);
    this.#setFrames(made, joint);
    for (let i = 0; i < joint.axes.length; i++) {
      const axis = freeAxis(joint.type, i);
      this.#raw.jointConfigureMotorModel(made.handle, axis, rapier.MotorModel.ForceBased);
    }
    return made.handle;
  }

  #turnFrames(joint: RapierJoint): void {
    for (const handle of new Set([joint.handle, joint.passive, joint.friction, joint.motor])) {
      if (handle !== NO_HANDLE) this.#setFrames(this.#world.getImpulseJoint(handle), joint);
    }
  }

  /** A revolute joint's parent frame turns by the base about x; a universal joint's frames meet half-way, about y and z. */
  #setFrames(made: rapier.ImpulseJoint, joint: RapierJoint): void {
    const [first, second] = joint.axes;
    if (joint.type === "universal") {
      setFrame(made, 1, joint.parentFrame, 1, first!.base);
      setFrame(made, 2, joint.childFrame, 2, -second!.base);
    } else {
      setFrame(made, 1, joint.parentFrame, 0, joint.type === "revolute" ? first!.base : 0);
      setFrame(made, 2, joint.childFrame, 0, 0);
    }
  }

  /** Brings limits and motors of one axis to Rapier. */
  #apply(joint: RapierJoint, axis: RapierAxis, index: number): void {
    const raw = this.#raw;
    const free = freeAxis(joint.type, index);
    if (axis.lower > -Infinity || axis.upper < Infinity) {
      const reach = joint.type === "prismatic" ? 1e9 : Math.PI;
      const lower = Math.max(axis.lower - axis.base, -reach);
      raw.jointSetLimits(joint.handle, free, lower, Math.max(lower, Math.min(axis.upper - axis.base, reach)));
    }
    if (joint.passive !== NO_HANDLE) {
      axis.springApplied = appliedTarget(joint, index, axis.springReference);
      this.#drive(joint.passive, free, axis.springApplied, 0, axis.springStiffness, axis.damping, UNLIMITED);
    }
    if (joint.friction !== NO_HANDLE) this.#drive(joint.friction, free, 0, 0, 0, RIGID, axis.friction);
    if (joint.motor !== NO_HANDLE) {
      const maxForce = Math.min(axis.maxForce, axis.effort, UNLIMITED);
      axis.motorApplied = 0;
      if (axis.motor === MOTOR_VELOCITY) {
        this.#drive(joint.motor, free, 0, axis.target, 0, RIGID, maxForce);
      } else if (axis.motor === MOTOR_POSITION) {
        axis.motorApplied = appliedTarget(joint, index, axis.target);
        this.#drive(joint.motor, free, axis.motorApplied, 0, axis.stiffness, axis.motorDamping, maxForce);
      } else {
        this.#drive(joint.motor, free, 0, 0, 0, 0, 0);
      }
    }
  }

  #drive(
    handle: number,
    axis: number,
    position: number,
    speed: number,
    stiffness: number,
    damping: number,
    maxForce: number,
  ): void {
    const raw = this.#raw;
    raw.jointConfigureMotor(handle, axis, position, speed, stiffness, damping);
    // A motor with neither stiffness nor damping would be rigid: only its largest force can switch it off.
    raw.jointSetMotorMaxForce(handle, axis, stiffness === 0 && damping === 0 ? 0 : maxForce);
  }
}

/** Whether a revolute axis may go where Rapier's own view of its limits ends. */
function isWide(axis: RapierAxis): boolean {
  const limited = axis.lower > -Infinity || axis.upper < Infinity;
  return limited && (axis.lower < -NEAR || axis.upper > NEAR);
}

/** A target as Rapier understands it: near, from the base, and within half a turn. */
function appliedTarget(joint: RapierJoint, index: number, target: number): number {
  if (joint.type === "prismatic") return target;
  const position = joint.record[index]!;
  const near = position + Math.max(-NEAR, Math.min(NEAR, target - position));
  return nearestTurn(near - joint.axes[index]!.base, 0);
}

/** Gives one side of a joint its frame, turned by an angle about one of its own axes. */
function setFrame(made: rapier.ImpulseJoint, side: 1 | 2, frame: Float64Array, axis: number, angle: number): void {
  const s = sin(angle / 2);
  const c = cos(angle / 2);
  const turn = [axis === 0 ? s : 0, axis === 1 ? s : 0, axis === 2 ? s : 0];
  const [x, y, z, w] = [frame[3]!, frame[4]!, frame[5]!, frame[6]!];
  const [a, b, d] = [turn[0]!, turn[1]!, turn[2]!];
  const rotation = {
    x: w * a + x * c + y * d - z * b,
    y: w * b - x * d + y * c + z * a,
    z: w * d + x * b - y * a + z * c,
    w: w * c - x * a - y * b - z * d,
  };
  const anchor = { x: frame[0]!, y: frame[1]!, z: frame[2]! };
  if (side === 1) made.setLocalFrame1(anchor, rotation);
  else made.setLocalFrame2(anchor, rotation);
}
