import { grown } from "../../../base/grown.ts";
import { cos, sin } from "../../../base/math/math.ts";
import type { MujocoModel } from "../model/model.ts";

/** Position, rotation, velocity and angular velocity of a body. */
const STATE = 13;

/** Stores the poses and velocities of kinematic bodies until `moveKinematic`. */
export function keepKinematic({ kinematic, views: { qpos, qvel } }: MujocoModel): void {
  if (states.length < STATE * kinematic.length) states = grown(states, new Float64Array(2 * STATE * kinematic.length));
  for (let i = 0; i < kinematic.length; i++) {
    const { position, velocity } = kinematic[i]!;
    for (let k = 0; k < 7; k++) states[STATE * i + k] = qpos[position + k]!;
    for (let k = 0; k < 6; k++) states[STATE * i + 7 + k] = qvel[velocity + k]!;
  }
}

/** Moves kinematic bodies at their stored velocity, whatever has pushed them. */
export function moveKinematic({ kinematic, views: { qpos, qvel } }: MujocoModel, dt: number): void {
  for (let i = 0; i < kinematic.length; i++) {
    const { position, velocity } = kinematic[i]!;
    const at = STATE * i;
    for (let k = 0; k < 3; k++) qpos[position + k] = states[at + k]! + states[at + 7 + k]! * dt;
    turn(at, dt);
    for (let k = 3; k < 7; k++) qpos[position + k] = states[at + k]!;
    for (let k = 0; k < 6; k++) qvel[velocity + k] = states[at + 7 + k]!;
  }
}

let states = new Float64Array(STATE);

/** Rotates a stored body by its angular velocity. Its axes turn with it, so that velocity in them stays the same. */
function turn(at: number, dt: number): void {
  const sx = states[at + 10]!;
  const sy = states[at + 11]!;
  const sz = states[at + 12]!;
  const speed = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (!(speed > 0)) return;
  const s = sin((speed * dt) / 2) / speed;
  const a = cos((speed * dt) / 2);
  const b = sx * s;
  const c = sy * s;
  const d = sz * s;
  const w = states[at + 3]!;
  const x = states[at + 4]!;
  const y = states[at + 5]!;
  const z = states[at + 6]!;
  const tw = w * a - x * b - y * c - z * d;
  const tx = w * b + x * a + y * d - z * c;
  const ty = w * c - x * d + y * a + z * b;
  const tz = w * d + x * c - y * b + z * a;
  const size = Math.sqrt(tw * tw + tx * tx + ty * ty + tz * tz);
  states[at + 3] = tw / size;
  states[at + 4] = tx / size;
  states[at + 5] = ty / size;
  states[at + 6] = tz / size;
}
