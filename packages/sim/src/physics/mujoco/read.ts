import { atan2 } from "../../base/math/math.ts";
import { pose } from "../../base/pose.ts";
import { BODY_RECORD } from "../engine.ts";
import type { Motion } from "./joint.ts";
import { JOINT_TABLE, type MujocoModel } from "./model/model.ts";
import type { JointAddress } from "./model/addresses.ts";
import type { MujocoViews } from "./model/views.ts";

/** Writes the record of the `i`-th whole body into `out` from `at`. Allocates nothing. */
export function readRecord(model: MujocoModel, views: MujocoViews, i: number, out: Float64Array, at: number): void {
  const { xpos, xquat } = views;
  const velocities = model.velocities.current(views);
  const body = model.bodies[i]!;
  out[at] = xpos[3 * body]!;
  out[at + 1] = xpos[3 * body + 1]!;
  out[at + 2] = xpos[3 * body + 2]!;
  out[at + 3] = xquat[4 * body + 1]!;
  out[at + 4] = xquat[4 * body + 2]!;
  out[at + 5] = xquat[4 * body + 3]!;
  out[at + 6] = xquat[4 * body]!;
  for (let k = 0; k < 6; k++) out[at + 7 + k] = velocities[6 * i + k]!;
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

/** Writes slots, positions and velocities of all joints, six numbers each. Allocates nothing. */
export function readJoints({ views, joints, jointTable }: MujocoModel, slots: Int32Array, out: Float64Array): void {
  const { qpos, qvel } = views;
  for (let i = 0, at = 0; i < joints.length; i++, at += 6) {
    const row = i * JOINT_TABLE;
    slots[i] = jointTable[row]!;
    const axes = jointTable[row + 1]!;
    for (let k = 0; k < 3; k++) {
      out[at + k] = k < axes ? qpos[jointTable[row + 2 + k]!]! : 0;
      out[at + 3 + k] = k < axes ? qvel[jointTable[row + 4 + k]!]! : 0;
    }
    if (axes === 0 && joints[i]!.type === "ball") readBall(views, joints[i]!, out, at);
  }
}

/**
 * Reads a ball joint. MuJoCo has rotation and angular velocity in the body attached to the joint; records have both in
 * the joint's parent frame.
 */
function readBall({ qpos, qvel }: MujocoViews, { address, frame }: JointAddress, out: Float64Array, at: number): void {
  const { position, velocity, node } = address;
  const w = qpos[position]!;
  const x = qpos[position + 1]!;
  const y = qpos[position + 2]!;
  const z = qpos[position + 3]!;
  const sine = Math.sqrt(x * x + y * y + z * z);
  // By the shorter way round; the factor tends to 2 as the sine tends to zero.
  const factor = sine === 0 ? 2 : (2 * atan2(w < 0 ? -sine : sine, w < 0 ? -w : w)) / sine;
  const sign = node.reversed ? -1 : 1;
  unturn(frame, sign * factor * x, sign * factor * y, sign * factor * z, out, at);
  const vx = qvel[velocity]!;
  const vy = qvel[velocity + 1]!;
  const vz = qvel[velocity + 2]!;
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

/** Rotates a vector into the frame. */
function unturn(frame: Float64Array, vx: number, vy: number, vz: number, out: Float64Array, at: number): void {
  const x = -frame[0]!;
  const y = -frame[1]!;
  const z = -frame[2]!;
  const w = frame[3]!;
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[at] = vx + w * tx + y * tz - z * ty;
  out[at + 1] = vy + w * ty + z * tx - x * tz;
  out[at + 2] = vz + w * tz + x * ty - y * tx;
}
