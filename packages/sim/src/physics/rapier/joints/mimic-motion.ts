import {
  AXES,
  AXIS_NUMBERS,
  CHILD,
  EFFORT,
  FIRST_AXIS,
  JOINT_NUMBERS,
  LOWER,
  NO_HANDLE,
  PARENT,
  RECORD,
  UPPER,
} from "./joint-table.ts";
import type { RapierMimic } from "./mimics.ts";
import type { RapierScene } from "../scene.ts";

/** rad/s or m/s by which an axis comes back that is not where its leader wants it: what is far off is not thrown. */
const RETURN = 1;
/** rad or m that an axis may be off when its leader sleeps: it would never rest for rounding. */
const REST = 1e-4;

/**
 * Right before a step: each axis that follows gets the speed that brings it to where its leader is about to be, within its
 * limits and its effort. The leader feels nothing of it, and is seen as it was after the last step.
 */
export function driveMimics(scene: RapierScene, dt: number): void {
  const { joints } = scene;
  const { slots, mimics, numbers } = joints;
  for (const mimic of mimics.list) {
    const at = mimic.slot * JOINT_NUMBERS;
    const { joint, axis, multiplier, offset } = mimic.law;
    const leader = slots.has(joint) ? slots.slot(joint) * JOINT_NUMBERS : -1;
    if (leader < 0 || axis >= numbers[leader + AXES]!) {
      if (mimic.handle !== NO_HANDLE) {
        joints.dropLayer(mimic);
        joints.removeLeaving();
      }
      continue;
    }
    const isLed = isAwake(scene, leader);
    if (!isLed && !isAwake(scene, at) && !Number.isNaN(mimic.speed)) continue;
    const own = at + FIRST_AXIS + mimic.axis * AXIS_NUMBERS;
    const target = multiplier * numbers[leader + RECORD + axis]! + offset;
    const place = Math.max(numbers[own + LOWER]!, Math.min(numbers[own + UPPER]!, target));
    const gap = place - numbers[at + RECORD + mimic.axis]!;
    const lead = place === target ? multiplier * numbers[leader + RECORD + 3 + axis]! : 0;
    const rests = !isLed && Math.abs(gap) < REST;
    const speed = rests ? 0 : lead + Math.max(-RETURN, Math.min(RETURN, gap / dt));
    // What its leader moves would count as resting when it is slow.
    if (isLed || speed !== mimic.speed) scene.wakeJoint(at);
    if (speed !== mimic.speed) setSpeed(scene, mimic, speed, numbers[own + EFFORT]!);
  }
}

/** Returns whether a body of the joint is whose numbers begin at `at`. */
function isAwake({ joints: { numbers }, awake }: RapierScene, at: number): boolean {
  return awake.has(numbers[at + CHILD]!) || awake.has(numbers[at + PARENT]!);
}

function setSpeed({ joints }: RapierScene, mimic: RapierMimic, speed: number, effort: number): void {
  if (mimic.handle === NO_HANDLE) mimic.handle = joints.addLayer(mimic.slot * JOINT_NUMBERS);
  joints.driveLayer(mimic, speed, effort);
  mimic.speed = speed;
}
