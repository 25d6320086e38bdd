import type { MujocoModel } from "./mujoco-model.ts";

/** Beyond what a joint comes nearer to its limit in two steps, rad or m: it may start from rest, at 1,000 rad/s² and a millisecond. */
const NEAR = 1e-3;
/** Of a passed limit, by which share it is undone in a second: so gently that nothing is thrown back. */
const RETURN = 20;

/** Right before contacts are found: limits that a joint might reach in this step are part of it. */
export function seeLimits({ limited, views }: MujocoModel, dt: number): void {
  const { joints, velocities } = limited;
  if (joints.length === 0) return;
  const { jnt_margin: margins, qvel } = views;
  for (let i = 0; i < joints.length; i++) margins[joints[i]!] = 2 * dt * Math.abs(qvel[velocities[i]!]!) + NEAR;
}

/**
 * Between MuJoCo's two halves of a step. The spring of a limit is so stiff that its joint is just there at the end of the
 * step, unless it stays away by itself: that stops it dead. A limit that is passed already is left slowly.
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
