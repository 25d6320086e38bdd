import type { JointId, MimicLaw } from "./engine.ts";
import { checkMimic, isSameLaw } from "./mimic-law.ts";
import type { Motor, MotorMode, SceneJoint } from "./mujoco-scene.ts";
import type { MujocoWorld } from "./mujoco-world.ts";
import { checkBound } from "./value-bounds.ts";

/** Controllers say the same again in most steps: then nothing is to do, and nothing is allocated. */
export function setMujocoMotor(
  world: MujocoWorld,
  id: JointId,
  axis: number,
  mode: MotorMode,
  target: number,
  stiffness: number,
  damping: number,
  maxForce: number,
): void {
  const joint = world.scene.joint(id);
  const motor = motorOf(joint, axis);
  const isAsBefore =
    motor.mode === mode && motor.stiffness === stiffness && motor.damping === damping && motor.maxForce === maxForce;
  if (isAsBefore && motor.target === target) return;
  checkBound("joint", id, "motor's target", "motorTarget", target);
  motor.mode = mode;
  motor.target = target;
  motor.stiffness = stiffness;
  motor.damping = damping;
  motor.maxForce = maxForce;
  if (isAsBefore && mode === "position") world.targetChanged(joint.slot, axis, target);
  else world.motorsChanged();
}

export function setMujocoMimic(world: MujocoWorld, id: JointId, axis: number, law: MimicLaw | undefined): void {
  const { scene } = world;
  motorOf(scene.joint(id), axis);
  if (isSameLaw(scene.mimic(id, axis), law)) return;
  if (law !== undefined) checkMimic(id, axis, law, (other, of) => scene.mimic(other, of));
  scene.setMimic(id, axis, law && { ...law });
  world.changed();
}

export function addMujocoJointForce(world: MujocoWorld, id: JointId, axis: number, force: number): void {
  const motor = motorOf(world.scene.joint(id), axis);
  checkBound("joint", id, "force", "jointForce", force);
  motor.force += force;
  world.hasJointForces ||= force !== 0;
}

/** Throws when there is no such axis. */
function motorOf({ id, motors }: SceneJoint, axis: number): Motor {
  const motor = motors[axis];
  if (motor === undefined) throw new Error(`joint ${id} has ${motors.length} axes; there is no axis ${axis}`);
  return motor;
}
