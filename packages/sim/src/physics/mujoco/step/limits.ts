import type { MujocoModel } from "../model/model.ts";
import type { JointAddress } from "../model/addresses.ts";
import { axisOrder } from "../model/xml.ts";

/**
 * Added to the distance that a joint moves towards its limit in two steps, rad or m, because it may start from rest: at
 * 1,000 rad/s² and a step of 1 ms.
 */
const NEAR = 1e-3;
/** Speed of correcting a violated limit, as a fraction per second: slow enough that nothing is thrown back. */
const RETURN = 20;
/**
 * Below this fraction of its largest speed an axis is not limited: solver rows cost time, and no speed doubles within
 * one step.
 */
const WATCHED = 0.5;

/** An axis with a largest speed. */
export interface BoundedAxis {
  /** MuJoCo's number for the joint, and the places of its position and velocity. */
  readonly joint: number;
  readonly position: number;
  readonly velocity: number;
  /** In rad/s or m/s. */
  readonly speed: number;
  /** Its limits, in rad or m. */
  readonly lower: number;
  readonly upper: number;
}

export function boundedAxes(
  { joint, address, positions, velocities }: JointAddress,
  ranges: Float64Array,
): BoundedAxis[] {
  const order = axisOrder(address.node, joint.desc);
  return joint.desc.axes.flatMap(({ velocity: speed }, axis) => {
    const number = address.joint + order.indexOf(axis);
    const [lower, upper] = [ranges[2 * number]!, ranges[2 * number + 1]!];
    // Without a range, as with RK4, MuJoCo has no limit to narrow.
    if (!(speed < Infinity) || !(lower < upper)) return [];
    return [{ joint: number, position: positions[axis]!, velocity: velocities[axis]!, speed, lower, upper }];
  });
}

/** Prepares limits right before contacts are found, so that this step includes the limits that a joint might reach. */
export function seeLimits(model: MujocoModel, dt: number): void {
  const { joints, velocities } = model.limited;
  if (joints.length === 0) return;
  const { bounded, views } = model;
  const { jnt_margin: margins, qvel } = views;
  for (let i = 0; i < joints.length; i++) margins[joints[i]!] = 2 * dt * Math.abs(qvel[velocities[i]!]!) + NEAR;
  if (bounded.length > 0) boundSpeeds(bounded, views, dt);
}

/** Limits how far an axis may move in one step, according to its largest speed. */
function boundSpeeds(bounded: readonly BoundedAxis[], views: MujocoModel["views"], dt: number): void {
  const { jnt_range: ranges, jnt_margin: margins, qpos, qvel } = views;
  for (const { joint, position, velocity, speed, lower, upper } of bounded) {
    const isWatched = Math.abs(qvel[velocity]!) >= WATCHED * speed;
    const way = speed * dt;
    ranges[2 * joint] = isWatched ? Math.max(lower, qpos[position]! - way) : lower;
    ranges[2 * joint + 1] = isWatched ? Math.min(upper, qpos[position]! + way) : upper;
    if (isWatched) margins[joint] = Math.max(margins[joint]!, way + NEAR);
  }
}

/**
 * Stops joints at their limits, between MuJoCo's two halves of a step. The spring of a limit is so stiff that its joint
 * is exactly at the limit at the end of the step, unless it stays away by itself; so the joint stops there without a
 * rebound. A limit that is already violated is left slowly.
 */
export function stopAtLimits({ data, limited }: MujocoModel, dt: number): void {
  if (limited.joints.length === 0) return;
  const count = data.nl;
  if (count === 0) return;
  const { efc_pos: distances, efc_margin: margins } = data;
  const first = data.ne + data.nf;
  for (let row = first; row < first + count; row++) {
    margins[row] = 0;
    if (distances[row]! < 0) distances[row]! *= RETURN * dt;
  }
}
