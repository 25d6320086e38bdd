import { compose, pose, rotationOf, type Pose as PoseValue } from "../../base/pose.ts";
import { conjugate, multiply } from "../../base/quat.ts";
import { fromRotationVector, toRotationVector } from "../../base/rotation.ts";
import { SECOND, type Nanoseconds } from "../../base/time.ts";
import { add, scale, subtract } from "../../base/vec3.ts";
import { Actor } from "../../components/actor.ts";
import { Pose } from "../../components/pose.ts";
import type { World } from "../../ecs/world.ts";
import type { ActorScript, ActorWaypoint } from "../../scene/actor.ts";

/** Moves actors to where their scripts put them at a time. Nothing stops them, and they touch nothing. */
export function moveActors(world: World, timeNs: Nanoseconds): void {
  const actors = world.query(Actor);
  if (actors.count === 0) return;
  for (const [actor, { pose: start, script }] of actors) {
    const along = poseInScript(script, timeNs / SECOND);
    if (along === undefined) continue;
    const next = compose(start, along);
    if (!isSame(world.get(actor, Pose), next)) world.set(actor, Pose, next);
  }
}

/**
 * Returns the pose in a script after `seconds`, relative to the actor's start; undefined if the script does not start
 * by itself or has no waypoints. The delay comes before each round, as SDF says. The path is straight from waypoint to
 * waypoint, turning the shorter way.
 */
function poseInScript(script: ActorScript, seconds: number): PoseValue | undefined {
  const points = script.trajectories.flatMap(({ waypoints }) => waypoints).sort((a, b) => a.time - b.time);
  const [first] = points;
  const last = points.at(-1);
  if (!script.autoStart || first === undefined || last === undefined) return undefined;
  const delay = Math.max(0, script.delayStart);
  const round = delay + last.time;
  const time = (script.loop && round > 0 ? seconds % round : seconds) - delay;
  const next = points.find((point) => point.time > time);
  if (next === undefined) return last.pose;
  return next === first ? first.pose : between(points[points.indexOf(next) - 1]!, next, time);
}

function between(from: ActorWaypoint, to: ActorWaypoint, time: number): PoseValue {
  const share = (time - from.time) / (to.time - from.time);
  const turn = toRotationVector(multiply(conjugate(rotationOf(from.pose)), rotationOf(to.pose)));
  return pose(
    add(from.pose, scale(subtract(to.pose, from.pose), share)),
    multiply(rotationOf(from.pose), fromRotationVector(scale(turn, share))),
  );
}

function isSame(a: PoseValue | undefined, b: PoseValue): boolean {
  return a !== undefined && (Object.keys(b) as (keyof PoseValue)[]).every((part) => a[part] === b[part]);
}
