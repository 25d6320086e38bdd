import { BODY_RECORD } from "../../engine.ts";
import { axisInto, jointPosition, placeFrame } from "../../joint-position.ts";
import {
  AXES,
  AXIS_NUMBERS,
  CHILD,
  CHILD_FRAME,
  FIRST_AXIS,
  FORCE,
  freeAxis,
  HOLDER,
  JOINT_NUMBERS,
  JOINT_TYPES,
  MODE,
  MOTOR_VELOCITY,
  NO_HANDLE,
  PARENT,
  PARENT_FRAME,
  RECORD,
  TARGET,
  TOLD,
  TYPE,
  UNTOLD,
} from "./joint-table.ts";
import type { RapierScene } from "../scene.ts";

/**
 * Computes positions and velocities of joints whose bodies have moved. Must be called at least once before each step,
 * so that no turn is missed; further calls between two steps have no effect.
 */
export function updateJoints(scene: RapierScene): void {
  const { unread, joints } = scene;
  if (unread.count === 0) return;
  const { numbers, slots } = joints;
  if (slots.size > 0) {
    scene.reader.begin();
    for (let slot = 0; slot < slots.extent; slot++) {
      const at = slot * JOINT_NUMBERS;
      if (slots.used[slot] === 0 || !(unread.has(numbers[at + CHILD]!) || unread.has(numbers[at + PARENT]!))) continue;
      locateJoint(scene, numbers, at);
      scene.movedJoints.add(slot);
    }
  }
  unread.clear();
}

/** Passes changes of joints on to Rapier, right before the step. */
export function prepareJoints(scene: RapierScene): void {
  const { joints, awake } = scene;
  const { slots } = joints;
  for (let slot = 0; slot < slots.extent; slot++) {
    if (slots.used[slot] === 0) continue;
    const { numbers } = joints;
    const at = slot * JOINT_NUMBERS;
    const parent = numbers[at + PARENT]!;
    const child = numbers[at + CHILD]!;
    const untold = numbers[at + UNTOLD] !== TOLD;
    const childIsAwake = awake.has(child);
    // A change wakes both bodies in Rapier's own order, so sleeping ones are woken here first.
    if (untold && !(childIsAwake && (parent === 0 || awake.has(parent)))) scene.wakeJoint(at);
    if (!untold && !childIsAwake && !awake.has(parent)) continue;
    if (numbers[at + HOLDER] === NO_HANDLE) joints.make(at, scene.handle(parent), scene.handle(child));
    joints.prepare(at);
    // Otherwise a small wheel that a motor turns slowly would count as resting.
    if (isDriven(numbers, at)) scene.wakeJoint(at);
  }
}

/** Updates a joint's position and velocity. Call `reader.begin` first. */
export function locateJoint({ reader }: RapierScene, numbers: Float64Array, at: number): void {
  const parent = numbers[at + PARENT]!;
  const child = numbers[at + CHILD]!;
  if (JOINT_TYPES[numbers[at + TYPE]!] === "prismatic") {
    reader.read(parent, parentRecord, 0);
    reader.read(child, childRecord, 0);
  } else {
    reader.readTurn(parent, parentRecord);
    reader.readTurn(child, childRecord);
  }
  jointPosition(parentRecord, childRecord, numbers, at);
}

/** Converts the forces on joints for the next step to forces on their bodies. */
export function spreadJointForces(scene: RapierScene): void {
  if (!scene.hasJointForces) return;
  scene.hasJointForces = false;
  const { numbers, slots } = scene.joints;
  scene.reader.begin();
  for (let at = 0; at < slots.extent * JOINT_NUMBERS; at += JOINT_NUMBERS) {
    for (let i = 0; i < numbers[at + AXES]!; i++) {
      const force = at + FIRST_AXIS + i * AXIS_NUMBERS + FORCE;
      if (numbers[force] !== 0) spreadForce(scene, at, i, numbers[force]!);
      numbers[force] = 0;
    }
  }
}

function spreadForce(scene: RapierScene, at: number, index: number, size: number): void {
  const { reader } = scene;
  const { numbers } = scene.joints;
  const type = JOINT_TYPES[numbers[at + TYPE]!]!;
  const parent = numbers[at + PARENT]!;
  const child = numbers[at + CHILD]!;
  reader.read(parent, parentRecord, 0);
  reader.read(child, childRecord, 0);
  // The second axis of a universal joint belongs to the child, all others to the parent.
  if (type === "universal" && index === 1) placeFrame(childRecord, numbers, at + CHILD_FRAME, frame);
  else placeFrame(parentRecord, numbers, at + PARENT_FRAME, frame);
  axisInto(frame, freeAxis(type, index) % 3, direction);
  placeFrame(childRecord, numbers, at + CHILD_FRAME, frame);
  for (const [slot, signed] of [
    [child, size],
    [parent, -size],
  ] as const) {
    if (scene.bodies.kind(slot) !== "dynamic") continue;
    const [x, y, z] = [signed * direction[0]!, signed * direction[1]!, signed * direction[2]!];
    // Both act at the child's anchor, in line, so that the pair causes no rotation.
    if (type === "prismatic") scene.forces.add(slot, x, y, z, frame[0]!, frame[1]!, frame[2]!);
    else scene.forces.addTorque(slot, x, y, z);
  }
}

/** Returns whether a motor keeps an axis moving. */
function isDriven(numbers: Float64Array, at: number): boolean {
  for (let i = 0; i < numbers[at + AXES]!; i++) {
    const axis = at + FIRST_AXIS + i * AXIS_NUMBERS;
    if (numbers[axis + MODE] !== MOTOR_VELOCITY || numbers[axis + TARGET] === 0) continue;
    if (Math.abs(numbers[at + RECORD + 3 + i]!) > 1e-5) return true;
  }
  return false;
}

const parentRecord = new Float64Array(BODY_RECORD);
const childRecord = new Float64Array(BODY_RECORD);
const frame = new Float64Array(7);
const direction = new Float64Array(3);
