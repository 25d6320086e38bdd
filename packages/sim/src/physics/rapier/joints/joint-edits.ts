import { checkPose } from "../../check-pose.ts";
import type { JointDesc, JointId, MimicLaw } from "../../engine.ts";
import { AXES, AXIS_NUMBERS, FIRST_AXIS, FORCE, jointNumbers } from "./joint-table.ts";
import { locateJoint } from "./joint-motion.ts";
import type { RapierScene } from "../scene.ts";
import { checkBound } from "../../../base/value-bounds.ts";

/** Throws with the reason, without side effects, if the description is invalid. */
export function addRapierJoint(scene: RapierScene, desc: JointDesc): void {
  const { bodies, joints } = scene;
  joints.slots.checkFree(desc.id);
  checkPose(`joint ${desc.id}`, desc.parentFrame);
  checkPose(`joint ${desc.id}`, desc.childFrame);
  const parent = desc.parent === undefined ? 0 : bodies.slots.slot(desc.parent);
  const child = bodies.slots.slot(desc.child);
  const joint = jointNumbers(desc, parent, child);
  scene.reader.begin();
  locateJoint(scene, joint, 0);
  joints.add(desc.id, joint);
  scene.weldsChanged = true;
  scene.wakeJoint(joints.at(desc.id));
  scene.unread.add(child);
}

export function removeRapierJoint(scene: RapierScene, id: JointId): void {
  const slot = scene.joints.slots.slot(id);
  scene.wakeJoint(scene.joints.at(id));
  scene.removeJoint(slot);
}

export function setRapierMimic(scene: RapierScene, id: JointId, axis: number, law: MimicLaw | undefined): void {
  const { slots, mimics } = scene.joints;
  checkAxis(scene, id, axis);
  const slot = slots.slot(id);
  if (law === undefined) {
    const known = mimics.of(slot, axis);
    if (known === undefined) return;
    scene.joints.dropLayer(known);
    mimics.delete([known]);
  } else {
    const slotOf = (other: JointId): number | undefined => (slots.has(other) ? slots.slot(other) : undefined);
    if (!mimics.set(id, slot, axis, law, slotOf)) return;
  }
  scene.wakeJoint(scene.joints.at(id));
}

export function addRapierJointForce(scene: RapierScene, id: JointId, axis: number, force: number): void {
  checkAxis(scene, id, axis);
  checkBound("joint", id, "force", "jointForce", force);
  const { joints } = scene;
  joints.numbers[joints.at(id) + FIRST_AXIS + axis * AXIS_NUMBERS + FORCE]! += force;
  scene.hasJointForces ||= force !== 0;
}

function checkAxis({ joints }: RapierScene, id: JointId, axis: number): void {
  const axes = joints.numbers[joints.at(id) + AXES]!;
  if (!(axis >= 0 && axis < axes)) throw new Error(`joint ${id} has ${axes} axes; there is no axis ${axis}`);
}
