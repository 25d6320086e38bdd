import type { JointId, MimicLaw } from "../engine.ts";
import { checkMimic, isSameLaw } from "../mimic-law.ts";
import {
  DAMPING,
  FORCE,
  MAX_FORCE,
  MODE,
  STIFFNESS,
  TARGET,
  TO_POSITION,
  type MotorMode,
} from "./scene/motor-table.ts";
import type { MujocoScene } from "./scene/scene.ts";
import type { MujocoWorld } from "./world.ts";
import { checkBound } from "../../base/value-bounds.ts";

/** Sets a motor. In most steps controllers change only the target, which is cheap and allocates nothing. */
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
  const { scene } = world;
  const slot = scene.jointSlots.slot(id);
  checkAxis(scene, id, slot, axis);
  const { numbers } = scene.motors;
  const at = scene.motors.at(slot, axis);
  const isAsBefore =
    numbers[at + MODE] === mode &&
    numbers[at + STIFFNESS] === stiffness &&
    numbers[at + DAMPING] === damping &&
    numbers[at + MAX_FORCE] === maxForce;
  if (isAsBefore && numbers[at + TARGET] === target) return;
  checkBound("joint", id, "motor's target", "motorTarget", target);
  numbers[at + MODE] = mode;
  numbers[at + TARGET] = target;
  numbers[at + STIFFNESS] = stiffness;
  numbers[at + DAMPING] = damping;
  numbers[at + MAX_FORCE] = maxForce;
  if (isAsBefore && mode === TO_POSITION) world.targetChanged(slot, axis, target);
  else world.motorsChanged();
}

export function setMujocoMimic(world: MujocoWorld, id: JointId, axis: number, law: MimicLaw | undefined): void {
  const { scene } = world;
  checkAxis(scene, id, scene.jointSlots.slot(id), axis);
  if (isSameLaw(scene.mimic(id, axis), law)) return;
  if (law !== undefined) checkMimic(id, axis, law, (other, of) => scene.mimic(other, of));
  scene.setMimic(id, axis, law && { ...law });
  world.changed();
}

export function addMujocoJointForce(world: MujocoWorld, id: JointId, axis: number, force: number): void {
  const { scene } = world;
  const slot = scene.jointSlots.slot(id);
  checkAxis(scene, id, slot, axis);
  checkBound("joint", id, "force", "jointForce", force);
  scene.motors.numbers[scene.motors.at(slot, axis) + FORCE]! += force;
  world.hasJointForces ||= force !== 0;
}

function checkAxis({ motors }: MujocoScene, id: JointId, slot: number, axis: number): void {
  if (axis >= 0 && axis < motors.axes(slot)) return;
  throw new Error(`joint ${id} has ${motors.axes(slot)} axes; there is no axis ${axis}`);
}
