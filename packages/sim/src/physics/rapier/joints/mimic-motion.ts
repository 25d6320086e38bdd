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

/** In rad/s or m/s: how fast an axis corrects its distance from the law, so that one that is far off is not thrown. */
const RETURN = 1;
/**
 * In rad or m: an axis may be off by this much while its leader sleeps; because of rounding it would never rest
 * otherwise.
 */
const REST = 1e-4;

/**
 * Sets the speed of each following axis, right before a step, to bring it to where its leader is about to be, within
 * its limits and its effort. The leader does not feel the load; its position is that after the last step.
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
    // Otherwise an axis that its leader moves slowly would count as resting.
    if (isLed || speed !== mimic.speed) scene.wakeJoint(at);
    if (speed !== mimic.speed) setSpeed(scene, mimic, speed, numbers[own + EFFORT]!);
  }
}

/** Returns whether a body of the joint whose numbers begin at `at` is awake. */
function isAwake({ joints: { numbers }, awake }: RapierScene, at: number): boolean {
  return awake.has(numbers[at + CHILD]!) || awake.has(numbers[at + PARENT]!);
}

function setSpeed({ joints }: RapierScene, mimic: RapierMimic, speed: number, effort: number): void {
  if (mimic.handle === NO_HANDLE) mimic.handle = joints.addLayer(mimic.slot * JOINT_NUMBERS);
  joints.driveLayer(mimic, speed, effort);
  mimic.speed = speed;
}
