import type { MujocoModel } from "../model/model.ts";
import type { JointPlace } from "../model/places.ts";
import { axisOrder } from "../model/xml.ts";

/**
 * Added to the distance that a joint moves towards its limit in two steps, rad or m: it may start from rest, at 1,000
 * rad/s² and a step of a millisecond.
 */
const NEAR = 1e-3;
/** How fast a violated limit is corrected, as a share per second: gently enough that nothing is thrown back. */
const RETURN = 20;
/**
 * Below this share of its largest speed an axis is not limited: solver rows cost time, and no speed doubles in one
 * step.
 */
const WATCHED = 0.5;

/** An axis with a largest speed. */
export interface BoundedAxis {
  /** MuJoCo's number of the joint, and where its position and velocity are. */
  readonly joint: number;
  readonly position: number;
  readonly velocity: number;
  /** rad/s or m/s. */
  readonly speed: number;
  /** Its limits, rad or m. */
  readonly lower: number;
  readonly upper: number;
}

export function boundedAxes({ joint, place, positions, velocities }: JointPlace, ranges: Float64Array): BoundedAxis[] {
  const order = axisOrder(place.node, joint.desc);
  return joint.desc.axes.flatMap(({ velocity: speed }, axis) => {
    const number = place.joint + order.indexOf(axis);
    const [lower, upper] = [ranges[2 * number]!, ranges[2 * number + 1]!];
    // Without a range, as with RK4, MuJoCo has no limit that could be narrowed.
    if (!(speed < Infinity) || !(lower < upper)) return [];
    return [{ joint: number, position: positions[axis]!, velocity: velocities[axis]!, speed, lower, upper }];
  });
}

/** Prepares limits right before contacts are found: the limits that a joint might reach in this step are part of it. */
export function seeLimits(model: MujocoModel, dt: number): void {
  const { joints, velocities } = model.limited;
  if (joints.length === 0) return;
  const { bounded, views } = model;
  const { jnt_margin: margins, qvel } = views;
  for (let i = 0; i < joints.length; i++) margins[joints[i]!] = 2 * dt * Math.abs(qvel[velocities[i]!]!) + NEAR;
  if (bounded.length > 0) boundSpeeds(bounded, views, dt);
}

/** Limits how far an axis may go in one step to what its largest speed allows. */
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
 * Stops joints at their limits, between MuJoCo's two halves of a step. The spring of a limit is stiff enough that its
 * joint is exactly there at the end of the step, unless it stays away by itself: that stops it dead. A limit that is
 * already violated is left slowly.
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
