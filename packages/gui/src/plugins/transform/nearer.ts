import { quat, rotationOf, type Pose } from "@orrery/sim";

/** Whether a pose is nearer to one than to another, or at it; half a turn counts as much as a metre and a half. */
export function isNearer(now: Pose, to: Pose, than: Pose): boolean {
  const away = apart(now, to);
  // Numbers that are sent while a world runs are rounded by as much.
  return away < ROUNDED || away < apart(now, than);
}

function apart(a: Pose, b: Pose): number {
  const turn = quat.multiply(quat.conjugate(rotationOf(a)), rotationOf(b));
  const sine = Math.hypot(turn.x, turn.y, turn.z);
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) + Math.atan2(sine, Math.abs(turn.w));
}

const ROUNDED = 2e-3;
