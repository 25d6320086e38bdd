import type * as rapier from "@dimforge/rapier3d-simd-compat";
import { cos, sin } from "../../../base/math/math.ts";

/** Gives one side of a joint its frame, rotated by an angle about one of its own axes. */
export function setJointFrame(
  made: rapier.ImpulseJoint,
  side: 1 | 2,
  frames: Float64Array,
  at: number,
  axis: number,
  angle: number,
): void {
  const s = sin(angle / 2);
  const c = cos(angle / 2);
  const turn = [axis === 0 ? s : 0, axis === 1 ? s : 0, axis === 2 ? s : 0];
  const [x, y, z, w] = [frames[at + 3]!, frames[at + 4]!, frames[at + 5]!, frames[at + 6]!];
  const [a, b, d] = [turn[0]!, turn[1]!, turn[2]!];
  const rotation = {
    x: w * a + x * c + y * d - z * b,
    y: w * b - x * d + y * c + z * a,
    z: w * d + x * b - y * a + z * c,
    w: w * c - x * a - y * b - z * d,
  };
  const anchor = { x: frames[at]!, y: frames[at + 1]!, z: frames[at + 2]! };
  if (side === 1) made.setLocalFrame1(anchor, rotation);
  else made.setLocalFrame2(anchor, rotation);
}
