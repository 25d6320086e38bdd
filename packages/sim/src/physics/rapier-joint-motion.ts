import { BODY_RECORD } from "./engine.ts";
import { axisInto, jointPosition, placeFrame } from "./joint-position.ts";
import { freeAxis, MOTOR_VELOCITY, type RapierJoint } from "./rapier-joint.ts";
import type { BodyReader } from "./rapier-memory.ts";
import type { RapierScene } from "./rapier-scene.ts";

/**
 * Positions and velocities of joints whose bodies moved. Called at most once between two steps with effect, and always
 * before the next one, so that no turn goes uncounted.
 */
export function updateJoints(scene: RapierScene, reader: BodyReader): void {
  const { unread, joints } = scene;
  if (unread.count === 0) return;
  if (joints.slots.size > 0) {
    reader.begin(scene.world);
    for (let slot = 0; slot < joints.slots.extent; slot++) {
      const joint = joints.bySlot[slot];
      if (!joint || !(unread.has(joint.child) || unread.has(joint.parent))) continue;
      locateJoint(scene, reader, joint);
      scene.movedJoints.add(slot);
    }
  }
  unread.clear();
}

/**
 * What Rapier must be told of joints that move, right before the step: it keeps a set of bodies to wake for every joint touched,
 * in an order that a restore does not bring back, so none may be waiting when a state is saved.
 */
export function prepareJoints({ joints, awake }: RapierScene, wake: (joint: RapierJoint) => void): void {
  for (let slot = 0; slot < joints.slots.extent; slot++) {
    const joint = joints.bySlot[slot];
    // Only of the awake: the change would wake them.
    if (!joint || !(awake.has(joint.child) || awake.has(joint.parent))) continue;
    joints.prepare(joint);
    // A small wheel that a motor turns slowly would count as resting.
    if (isDriven(joint)) wake(joint);
  }
}

/** `reader.begin` comes first. */
export function locateJoint(scene: RapierScene, reader: BodyReader, joint: RapierJoint): void {
  if (joint.type === "prismatic") readBodies(scene, reader, joint);
  else {
    reader.readTurn(joint.parent, scene, parentRecord);
    reader.readTurn(joint.child, scene, childRecord);
  }
  jointPosition(joint.type, parentRecord, joint.parentFrame, childRecord, joint.childFrame, joint.record);
}

/** Turns the forces that wait on joints into forces on their bodies. */
export function spreadJointForces(scene: RapierScene, reader: BodyReader): void {
  reader.begin(scene.world);
  for (const joint of scene.joints.bySlot) {
    joint?.axes.forEach((axis, index) => {
      if (axis.force !== 0) spreadForce(scene, reader, joint, index, axis.force);
      axis.force = 0;
    });
  }
}

function spreadForce(scene: RapierScene, reader: BodyReader, joint: RapierJoint, index: number, size: number): void {
  readBodies(scene, reader, joint);
  // The second axis of a universal joint is the child's, all others are the parent's.
  const ofChild = joint.type === "universal" && index === 1;
  placeFrame(ofChild ? childRecord : parentRecord, ofChild ? joint.childFrame : joint.parentFrame, frame);
  axisInto(frame, freeAxis(joint.type, index) % 3, direction);
  placeFrame(childRecord, joint.childFrame, frame);
  for (const [slot, signed] of [
    [joint.child, size],
    [joint.parent, -size],
  ] as const) {
    if (scene.bodies.kind(slot) !== "dynamic") continue;
    const [x, y, z] = [signed * direction[0]!, signed * direction[1]!, signed * direction[2]!];
    // Both at the child's anchor: in line, so that the pair turns nothing.
    if (joint.type === "prismatic") scene.forces.add(slot, x, y, z, frame[0]!, frame[1]!, frame[2]!);
    else scene.forces.addTorque(slot, x, y, z);
  }
}

function readBodies(scene: RapierScene, reader: BodyReader, joint: RapierJoint): void {
  reader.read(joint.parent, scene, parentRecord, 0);
  reader.read(joint.child, scene, childRecord, 0);
}

/** Whether a motor keeps an axis moving. */
function isDriven(joint: RapierJoint): boolean {
  for (let i = 0; i < joint.axes.length; i++) {
    const { motor, target } = joint.axes[i]!;
    if (motor === MOTOR_VELOCITY && target !== 0 && Math.abs(joint.record[3 + i]!) > 1e-5) return true;
  }
  return false;
}

const parentRecord = new Float64Array(BODY_RECORD);
const childRecord = new Float64Array(BODY_RECORD);
const frame = new Float64Array(7);
const direction = new Float64Array(3);
