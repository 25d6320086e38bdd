import type { gz } from "@orrery/msgs";
import { fromSecNsec, type Nanoseconds } from "../../base/time.ts";
import { boundProblem } from "../../base/value-bounds.ts";

/**
 * Where joints should be, from the time of the previous point to the time of this one. Missing values stay as they
 * were.
 */
export interface TrajectoryPoint {
  /** One value per joint: rad or m, rad/s or m/s, N·m or N. */
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  readonly efforts: readonly number[];
  /** Measured from the start of the trajectory. */
  readonly timeNs: Nanoseconds;
}

/** A trajectory and the progress along it. Plain data, stored in a component. */
export interface Trajectory {
  readonly joints: readonly string[];
  readonly points: readonly TrajectoryPoint[];
  /** The simulated time of the first step that follows it; undefined before. */
  readonly startNs: Nanoseconds | undefined;
  /** Index of the point being followed; −1 before the first. */
  readonly index: number;
}

/** Reads a trajectory from a message. Throws if it is invalid. */
export function trajectoryOf({ joint_names = [], points = [] }: gz.JointTrajectory, startNs?: Nanoseconds): Trajectory {
  if (joint_names.length === 0) throw new Error("a trajectory without joint names");
  return { joints: joint_names, points: points.map(pointOf), startNs, index: -1 };
}

/**
 * Returns the trajectory with the point for a time: each point is a set-point until its own time has passed, without
 * interpolation.
 */
export function followed(trajectory: Trajectory, nowNs: Nanoseconds): Trajectory {
  const { points, startNs = nowNs } = trajectory;
  let index = Math.max(0, trajectory.index);
  while (index + 1 < points.length && points[index]!.timeNs < nowNs - startNs) index++;
  return index === trajectory.index ? trajectory : { ...trajectory, startNs, index };
}

/** Returns whether only the last point remains to be held. */
export function isOver({ points, index }: Trajectory): boolean {
  return index + 1 >= points.length;
}

function pointOf({
  positions = [],
  velocities = [],
  effort = [],
  time_from_start: { sec = 0, nsec = 0 } = {},
}: gz.JointTrajectoryPoint): TrajectoryPoint {
  for (const value of [...positions, ...velocities, ...effort]) {
    const problem = boundProblem("a value of a trajectory", "motorTarget", value);
    if (problem !== undefined) throw new Error(problem);
  }
  return { positions, velocities, efforts: effort, timeNs: fromSecNsec({ sec, nsec }) };
}
