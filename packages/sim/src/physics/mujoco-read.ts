import { atan2 } from "../base/math.ts";
import { pose } from "../base/pose.ts";
import { BODY_RECORD } from "./engine.ts";
import type { Motion } from "./mujoco-joint.ts";
import type { JointPlace, MujocoModel, MujocoViews } from "./mujoco-model.ts";

/** The record of the `i`-th whole body, into `out` from `at`. Allocates nothing. */
export function readRecord(model: MujocoModel, views: MujocoViews, i: number, out: Float64Array, at: number): void {
  const { xpos, xquat, cvel } = views;
  const body = model.bodies[i]!;
  const x = xpos[3 * body]!;
  const y = xpos[3 * body + 1]!;
  const z = xpos[3 * body + 2]!;
  const wx = cvel[6 * body]!;
  const wy = cvel[6 * body + 1]!;
  const wz = cvel[6 * body + 2]!;
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + 3] = xquat[4 * body + 1]!;
  out[at + 4] = xquat[4 * body + 2]!;
  out[at + 5] = xquat[4 * body + 3]!;
  out[at + 6] = xquat[4 * body]!;
  const free = model.freeVelocities[i]!;
  if (free >= 0) {
    out[at + 7] = views.qvel[free]!;
    out[at + 8] = views.qvel[free + 1]!;
    out[at + 9] = views.qvel[free + 2]!;
  } else {
    // MuJoCo's velocity is that of the body's material at the centre of mass of its whole tree.
    const root = 3 * model.roots[i]!;
    const dx = x - views.subtree_com[root]!;
    const dy = y - views.subtree_com[root + 1]!;
    const dz = z - views.subtree_com[root + 2]!;
    out[at + 7] = cvel[6 * body + 3]! + wy * dz - wz * dy;
    out[at + 8] = cvel[6 * body + 4]! + wz * dx - wx * dz;
    out[at + 9] = cvel[6 * body + 5]! + wx * dy - wy * dx;
  }
  out[at + 10] = wx;
  out[at + 11] = wy;
  out[at + 12] = wz;
}

export function readMotion(model: MujocoModel, i: number): Motion {
  readRecord(model, model.views, i, record, 0);
  const [x, y, z, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz] = record;
  return {
    pose: pose({ x: x!, y: y!, z: z! }, { x: qx!, y: qy!, z: qz!, w: qw! }),
    linear: { x: vx!, y: vy!, z: vz! },
    angular: { x: wx!, y: wy!, z: wz! },
  };
}

const record = new Float64Array(BODY_RECORD);

/** Positions and velocities of one joint, six numbers into `out` from `at`. */
export function readJoint(views: MujocoViews, joint: JointPlace, out: Float64Array, at: number): void {
  for (let k = 0; k < 6; k++) out[at + k] = 0;
  if (joint.type === "ball") {
    readBall(views, joint, out, at);
    return;
  }
  const { positions, velocities } = joint;
  for (let axis = 0; axis < positions.length; axis++) {
    out[at + axis] = views.qpos[positions[axis]!]!;
    out[at + 3 + axis] = views.qvel[velocities[axis]!]!;
  }
}

/** MuJoCo has the rotation and its velocity in the body that hangs on the joint; we want both in the joint's parent frame. */
function readBall({ qpos, qvel }: MujocoViews, { place, frame }: JointPlace, out: Float64Array, at: number): void {
  const { position, velocity, node } = place;
  const w = qpos[position]!;
  const x = qpos[position + 1]!;
  const y = qpos[position + 2]!;
  const z = qpos[position + 3]!;
  const sine = Math.sqrt(x * x + y * y + z * z);
  // By the short way round; 2 where the sine vanishes.
  const factor = sine === 0 ? 2 : (2 * atan2(w < 0 ? -sine : sine, w < 0 ? -w : w)) / sine;
  const sign = node.reversed ? -1 : 1;
  unturn(frame, sign * factor * x, sign * factor * y, sign * factor * z, out, at);
  const [vx, vy, vz] = [qvel[velocity]!, qvel[velocity + 1]!, qvel[velocity + 2]!];
  if (node.reversed) unturn(frame, -vx, -vy, -vz, out, at + 3);
  else {
    const tx = 2 * (y * vz - z * vy);
    const ty = 2 * (z * vx - x * vz);
    const tz = 2 * (x * vy - y * vx);
    unturn(
      frame,
      vx + w * tx + y * tz - z * ty,
      vy + w * ty + z * tx - x * tz,
      vz + w * tz + x * ty - y * tx,
      out,
      at + 3,
    );
  }
}

/** The vector seen from the frame. */
function unturn(frame: Float64Array, vx: number, vy: number, vz: number, out: Float64Array, at: number): void {
  const [x, y, z, w] = [-frame[0]!, -frame[1]!, -frame[2]!, frame[3]!];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[at] = vx + w * tx + y * tz - z * ty;
  out[at + 1] = vy + w * ty + z * tx - x * tz;
  out[at + 2] = vz + w * tz + x * ty - y * tx;
}
