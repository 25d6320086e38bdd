import type { Pose } from "../base/pose.ts";
import type { BodyDesc } from "./engine.ts";
import { checkBounds, vectorProblem } from "../base/value-bounds.ts";

/** Throws if a body's pose or velocity is out of bounds. */
export function checkMotion({ id, pose, linearVelocity, angularVelocity }: BodyDesc): void {
  checkPose(`body ${id}`, pose);
  if (linearVelocity !== undefined) checkBounds("body", id, "velocity", "speed", linearVelocity);
  if (angularVelocity !== undefined) checkBounds("body", id, "angular velocity", "spin", angularVelocity);
}

/** Throws if the pose of `what` is not finite, or farther away than anything should be. */
export function checkPose(what: string, { x, y, z, qx, qy, qz, qw }: Pose): void {
  if (![x, y, z, qx, qy, qz, qw].every(Number.isFinite)) throw new Error(`${what}: its pose is not finite`);
  const problem = vectorProblem(`${what}: its position`, "position", { x, y, z });
  if (problem !== undefined) throw new Error(problem);
}
