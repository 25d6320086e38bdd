import * as rapier from "@dimforge/rapier3d-simd-compat";
import type { Vec3 } from "../../../base/vec3.ts";
import type { JointId } from "../../engine.ts";
import {
  ALL_UNTOLD,
  AXES,
  AXIS_NUMBERS,
  BASE,
  BRAKE,
  checkJointNumbers,
  CHILD_FRAME,
  COLLIDE,
  DAMPING,
  FIRST_AXIS,
  freeAxis,
  FRICTION,
  HOLDER,
  JOINT_NUMBERS,
  JOINT_TYPES,
  lockedAxes,
  MAX_FORCE,
  MODE,
  MOTOR,
  MOTOR_DAMPING,
  MOTOR_UNTOLD,
  NO_HANDLE,
  PARENT_FRAME,
  PASSIVE,
  RECORD,
  RUBBING,
  SPRING_STIFFNESS,
  STIFFNESS,
  TARGET,
  TOLD,
  TYPE,
  UNTOLD,
  type RapierJointType,
} from "./joint-table.ts";
import {
  brakeOf,
  driveAxis,
  holdAxis,
  holdSpeed,
  isWide,
  motorHasMoved,
  rubAxis,
  springHasMoved,
  type RawJoints,
} from "./joint-laws.ts";
import { setJointFrame } from "./joint-frame.ts";
import { RapierMimics, type RapierMimic } from "./mimics.ts";
import { RapierSlots } from "../slots.ts";
import { grown } from "../../../base/grown.ts";
import { bytesOf, numbersOf } from "../../typed-arrays.ts";

interface JointFactory {
  generic(anchor1: Vec3, anchor2: Vec3, axis: Vec3, lockedAxes: number): rapier.JointData;
}

/**
 * Rapier's joints have one motor per axis, with one largest force. Spring and damper (unlimited), Coulomb friction and
 * the motor each follow a law of their own, so each of them that a joint needs gets a motor of its own: the first on
 * the joint itself, the others on additional Rapier joints between the same bodies that lock nothing.
 *
 * For every joint that is created or changed, Rapier keeps sets of bodies to join and to wake, in an order that a
 * restore does not reproduce, and a list of added and removed joints, which no saved state contains. So joints are
 * created, changed and removed only right before a step, which empties these sets; until then all changes wait in the
 * table.
 *
 * Approximations: the solver handles the layers one after another, with an error of the order of a substep. A position
 * motor or spring more than 3 rad from its target pulls as if it were 3 rad away. Friction is a speed motor to zero, so
 * a joint under a smaller load creeps by rounding.
 */
export class RapierJoints {
  readonly slots: RapierSlots;
  /** One row of JOINT_NUMBERS per slot; zeros where the slot is free. */
  numbers = new Float64Array(16 * JOINT_NUMBERS);
  mimics = new RapierMimics();
  /** Rapier's handles of the joints to be removed right before the next step. */
  leaving: number[] = [];
  readonly #world: rapier.World;
  readonly #raw: RawJoints;

  constructor(world: rapier.World, slots = new RapierSlots("joint")) {
    this.#world = world;
    this.#raw = world.impulseJoints.raw;
    this.slots = slots;
  }

  /** Returns the offset of the joint's numbers. */
  at(id: JointId): number {
    return this.slots.slot(id) * JOINT_NUMBERS;
  }

  add(id: JointId, joint: Float64Array): void {
    const slot = this.slots.add(id, this.slots.freeHandle());
    const end = (slot + 1) * JOINT_NUMBERS;
    if (end > this.numbers.length) this.numbers = grown(this.numbers, new Float64Array(2 * end));
    this.numbers.set(joint, slot * JOINT_NUMBERS);
  }

  remove(slot: number): void {
    const at = slot * JOINT_NUMBERS;
    this.leaving.push(...[...this.#handles(at)].reverse());
    this.mimics.delete(this.mimics.ofSlot(slot));
    this.numbers.fill(0, at, at + JOINT_NUMBERS);
    this.slots.remove(slot);
  }

  /** Removes the joints in `leaving`. Called right before a step. */
  removeLeaving(): void {
    for (const handle of this.leaving) this.#world.removeImpulseJoint(this.#world.getImpulseJoint(handle), false);
    this.leaving = [];
  }

  /**
   * Sets a motor, from the next step on. Controllers mostly repeat the same values, which changes nothing and wakes no
   * body.
   */
  setMotor(
    at: number,
    index: number,
    mode: number,
    target: number,
    stiffness: number,
    damping: number,
    maxForce: number,
  ): void {
    const n = this.numbers;
    if (!(index >= 0 && index < n[at + AXES]!))
      throw new Error(`the joint has ${n[at + AXES]!} axes; there is no axis ${index}`);
    const axis = at + FIRST_AXIS + index * AXIS_NUMBERS;
    if (
      n[axis + MODE] === mode &&
      n[axis + TARGET] === target &&
      n[axis + STIFFNESS] === stiffness &&
      n[axis + MOTOR_DAMPING] === damping &&
      n[axis + MAX_FORCE] === maxForce
    ) {
      return;
    }
    n[axis + MODE] = mode;
    n[axis + TARGET] = target;
    n[axis + STIFFNESS] = stiffness;
    n[axis + MOTOR_DAMPING] = damping;
    n[axis + MAX_FORCE] = maxForce;
    if (n[at + UNTOLD] === TOLD) n[at + UNTOLD] = MOTOR_UNTOLD;
  }

  /** Creates Rapier's joint. Called right before its first step. `parent` and `child` are Rapier's handles. */
  make(at: number, parent: number, child: number): void {
    const n = this.numbers;
    n[at + HOLDER] = this.#create(parent, child, lockedAxes(JOINT_TYPES[n[at + TYPE]!]!));
    const springs = anyAxis(n, at, DAMPING) || anyAxis(n, at, SPRING_STIFFNESS);
    if (springs) n[at + PASSIVE] = n[at + HOLDER]!;
    if (anyAxis(n, at, FRICTION)) n[at + RUBBING] = springs ? this.#create(parent, child, 0) : n[at + HOLDER]!;
  }

  /**
   * Prepares a joint right before a step. Rapier knows angles only within half a turn, and those of a universal joint
   * only near zero. So the frames of such joints follow the bodies, and distant targets are brought near. Calls Rapier
   * only if something changes.
   */
  prepare(at: number): void {
    const n = this.numbers;
    const type = JOINT_TYPES[n[at + TYPE]!]!;
    const axes = n[at + AXES]!;
    let turned = n[at + UNTOLD] === ALL_UNTOLD;
    for (let i = 0; i < axes; i++) {
      const axis = at + FIRST_AXIS + i * AXIS_NUMBERS;
      const position = n[at + RECORD + i]!;
      if (type === "universal") {
        turned ||= n[axis + BASE] !== position;
        n[axis + BASE] = position;
      } else if (type === "revolute" && isWide(n, axis) && Math.abs(position - n[axis + BASE]!) > 1) {
        turned = true;
        n[axis + BASE] = position;
      }
    }
    if (n[at + UNTOLD] !== TOLD) turned = this.#addLayer(at) || turned;
    if (turned) this.#turnFrames(at, type);
    if (n[at + UNTOLD] === ALL_UNTOLD && n[at + COLLIDE] === 0) {
      this.#raw.jointSetContactsEnabled(n[at + HOLDER]!, false);
    }
    const commanded = turned || n[at + UNTOLD] !== TOLD;
    for (let i = 0; i < axes; i++) {
      const axis = at + FIRST_AXIS + i * AXIS_NUMBERS;
      if (turned || springHasMoved(n, at, axis, type, i)) holdAxis(this.#raw, n, at, axis, type, i);
      if (commanded || motorHasMoved(n, at, axis, type, i)) driveAxis(this.#raw, n, at, axis, type, i, turned);
    }
    for (let i = 0; i < axes; i++) this.#brake(at, at + FIRST_AXIS + i * AXIS_NUMBERS, type, i);
    n[at + UNTOLD] = TOLD;
  }

  #brake(at: number, axis: number, type: RapierJointType, index: number): void {
    const n = this.numbers;
    const brake = brakeOf(n, at, axis, index);
    if (brake === n[axis + BRAKE]) return;
    n[axis + BRAKE] = brake;
    const isNew = n[at + RUBBING] === NO_HANDLE;
    if (isNew) n[at + RUBBING] = this.addLayer(at);
    for (let i = 0; i < n[at + AXES]!; i++) {
      const each = at + FIRST_AXIS + i * AXIS_NUMBERS;
      if (i === index || isNew) rubAxis(this.#raw, n, at, each, freeAxis(type, i));
    }
  }

  /** Adds an additional Rapier joint, which locks nothing, between the same bodies. Called right before a step. */
  addLayer(at: number): number {
    const holder = this.numbers[at + HOLDER]!;
    const handle = this.#create(this.#raw.jointBodyHandle1(holder), this.#raw.jointBodyHandle2(holder), 0);
    this.#turnFrame(handle, at, JOINT_TYPES[this.numbers[at + TYPE]!]!);
    return handle;
  }

  driveLayer({ slot, axis, handle }: RapierMimic, speed: number, maxForce: number): void {
    const free = freeAxis(JOINT_TYPES[this.numbers[slot * JOINT_NUMBERS + TYPE]!]!, axis);
    holdSpeed(this.#raw, handle, free, speed, maxForce);
  }

  dropLayer(mimic: RapierMimic): void {
    if (mimic.handle !== NO_HANDLE) this.leaving.push(mimic.handle);
    mimic.handle = NO_HANDLE;
    mimic.speed = Number.NaN;
  }

  /**
   * Returns sections of a saved state: those of the ids, then the joints' rows in order of their slots, mimic laws, and
   * joints to remove.
   */
  sections(): Uint8Array[] {
    const rows = bytesOf(this.numbers, this.slots.extent * JOINT_NUMBERS);
    return [
      ...this.slots.sections(),
      rows,
      this.mimics.section(),
      bytesOf(Float64Array.from(this.leaving), this.leaving.length),
    ];
  }

  static from(world: rapier.World, sections: readonly Uint8Array[]): RapierJoints {
    const joints = new RapierJoints(world, RapierSlots.from("joint", sections.slice(0, 3)));
    const { slots } = joints;
    const [rows, mimics, leaving] = sections.slice(3);
    if (rows?.length !== slots.extent * JOINT_NUMBERS * 8) throw new Error("the state's table of joints is damaged");
    if (slots.extent > 16) joints.numbers = new Float64Array(slots.extent * JOINT_NUMBERS);
    new Uint8Array(joints.numbers.buffer).set(rows);
    for (let slot = 0; slot < slots.extent; slot++) {
      if (slots.used[slot] === 1) checkJointNumbers(joints.numbers, slot * JOINT_NUMBERS);
    }
    const axesOf = (slot: number): number =>
      slots.used[slot] === 1 ? joints.numbers[slot * JOINT_NUMBERS + AXES]! : 0;
    joints.mimics = RapierMimics.from(mimics!, axesOf);
    joints.leaving = [...numbersOf(leaving!)];
    if (!joints.leaving.every((handle) => world.impulseJoints.contains(handle)))
      throw new Error("the state removes joints that do not exist");
    return joints;
  }

  #create(parent: number, child: number, locked: number): number {
    const world = this.#world;
    const zero = { x: 0, y: 0, z: 0 };
    const data = (rapier.JointData as JointFactory).generic(zero, zero, { x: 1, y: 0, z: 0 }, locked);
    return world.createImpulseJoint(data, world.getRigidBody(parent), world.getRigidBody(child), false).handle;
  }

  /** Returns the handles of the joint's Rapier joints, each once. */
  #handles(at: number): Set<number> {
    const n = this.numbers;
    const handles = new Set([n[at + HOLDER]!, n[at + PASSIVE]!, n[at + RUBBING]!, n[at + MOTOR]!]);
    for (const { handle } of this.mimics.ofSlot(at / JOINT_NUMBERS)) handles.add(handle);
    handles.delete(NO_HANDLE);
    return handles;
  }

  /** Gives the motor a Rapier joint of its own if it needs one and has none yet. */
  #addLayer(at: number): boolean {
    const n = this.numbers;
    if (n[at + MOTOR] !== NO_HANDLE || !anyAxis(n, at, MODE)) return false;
    const own = n[at + PASSIVE] === NO_HANDLE && n[at + RUBBING] === NO_HANDLE;
    n[at + MOTOR] = own ? n[at + HOLDER]! : this.addLayer(at);
    return true;
  }

  #turnFrames(at: number, type: RapierJointType): void {
    for (const handle of this.#handles(at)) this.#turnFrame(handle, at, type);
  }

  /**
   * Rotates a joint's frames: the parent frame of a revolute joint by the base about x; the frames of a universal joint
   * meet halfway, about y and z.
   */
  #turnFrame(handle: number, at: number, type: RapierJointType): void {
    const n = this.numbers;
    const made = this.#world.getImpulseJoint(handle);
    setJointFrame(made, 1, n, at + PARENT_FRAME, type === "universal" ? 1 : 0, n[at + FIRST_AXIS + BASE]!);
    setJointFrame(
      made,
      2,
      n,
      at + CHILD_FRAME,
      type === "universal" ? 2 : 0,
      -n[at + FIRST_AXIS + AXIS_NUMBERS + BASE]!,
    );
    for (let i = 0; i < n[at + AXES]!; i++) {
      this.#raw.jointConfigureMotorModel(handle, freeAxis(type, i), rapier.MotorModel.ForceBased);
    }
  }
}

/** Returns whether this number is above zero for any axis. */
function anyAxis(n: Float64Array, at: number, number: number): boolean {
  for (let i = 0; i < n[at + AXES]!; i++) if (n[at + FIRST_AXIS + i * AXIS_NUMBERS + number]! > 0) return true;
  return false;
}
