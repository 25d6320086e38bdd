import { assertNever } from "../../base/assert-never.ts";
import { atan2, cos, sin } from "../../base/math/math.ts";
import { compose, pose, rotationOf, type Pose } from "../../base/pose.ts";
import { conjugate, multiply, normalizeQuat, noRotation, rotate, type Quat } from "../../base/quat.ts";
import { add, cross, dot, scale, subtract, type Vec3 } from "../../base/vec3.ts";
import type { JointDesc } from "../engine.ts";
import { nearestTurn } from "../joint-position.ts";
import type { TreeNode } from "./model/tree.ts";
import { axisIn, axisOrder, frameIn, leadOf } from "./model/xml.ts";

/** The pose of a body and the motion of its origin, in world axes. */
export interface Motion {
  readonly pose: Pose;
  readonly linear: Vec3;
  readonly angular: Vec3;
}

/**
 * Joint coordinates in MuJoCo's order: an angle or distance for each axis, or w x y z of a ball; and the same number of
 * velocities, or three for a ball.
 */
export interface JointState {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
}

/** A joint between a body and its parent in the tree, in the frame of the body when the joint is at zero. */
export interface Hinging {
  readonly type: JointDesc["type"];
  readonly anchor: Vec3;
  /** In MuJoCo's order. */
  readonly axes: readonly Vec3[];
  /** For a screw: m/rad. */
  readonly lead: number;
}

export function hinging(node: TreeNode, joint: JointDesc): Hinging {
  const { x, y, z } = frameIn(node, joint);
  const axes = axisOrder(node, joint).map((i) => axisIn(node, joint, joint.axes[i]!));
  return { type: joint.type, anchor: { x, y, z }, axes, lead: leadOf(joint) };
}

/**
 * Returns the joint coordinates that bring a body nearest to a wanted motion, and the motion that it then has. `zero`
 * is the body's motion if the joint were fixed at zero; `last` has the previous coordinates, so that full turns are
 * counted.
 */
export function reach(
  { type, anchor, axes, lead }: Hinging,
  zero: Motion,
  wanted: Motion,
  last: readonly number[],
): JointState & { readonly motion: Motion } {
  const frame = rotationOf(zero.pose);
  const turn = multiply(conjugate(frame), rotationOf(wanted.pose));
  const spin = subtract(wanted.angular, zero.angular);
  switch (type) {
    case "fixed":
      return { position: [], velocity: [], motion: zero };
    case "prismatic": {
      const axis = rotate(frame, axes[0]!);
      const way = dot(axis, subtract(pointOf(wanted.pose, anchor), pointOf(zero.pose, anchor)));
      const there = shifted(zero, scale(axis, way));
      const at = pointOf(there.pose, anchor);
      const speed = dot(axis, subtract(velocityAt(wanted, at), velocityAt(there, at)));
      const motion = { ...there, linear: add(there.linear, scale(axis, speed)) };
      return { position: [way], velocity: [speed], motion };
    }
    case "revolute": {
      const [axis] = axes;
      const angle = nearestTurn(angleIn(turn, axis!), last[0] ?? 0);
      const speed = dot(rotate(frame, axis!), spin);
      return turned(zero, anchor, about(axis!, angle), scale(rotate(frame, axis!), speed), [angle], [speed]);
    }
    case "screw": {
      const [axis] = axes;
      const along = rotate(frame, axis!);
      const way = dot(along, subtract(pointOf(wanted.pose, anchor), pointOf(zero.pose, anchor)));
      // The distance determines the number of turns.
      const angle = nearestTurn(angleIn(turn, axis!), lead === 0 ? (last[0] ?? 0) : way / lead);
      const speed = dot(along, spin);
      const there = shifted(zero, scale(along, lead * angle));
      const state = { position: [angle, lead * angle], velocity: [speed, lead * speed] };
      const { motion } = turned(there, anchor, about(axis!, angle), scale(along, speed), [], []);
      const linear = add(motion.linear, scale(along, lead * speed));
      return { ...state, motion: { ...motion, linear } };
    }
    case "universal": {
      const [first, second] = axes;
      // The first rotation alone moves the second axis; the second rotation alone moves the first axis as seen from the
      // body.
      const angles = [
        nearestTurn(angleAbout(first!, second!, rotate(turn, second!)), last[0] ?? 0),
        nearestTurn(angleAbout(second!, rotate(conjugate(turn), first!), first!), last[1] ?? 0),
      ];
      const outer = about(first!, angles[0]!);
      const axis1 = rotate(frame, first!);
      const axis2 = rotate(multiply(frame, outer), second!);
      const [along1, along2, skew] = [dot(axis1, spin), dot(axis2, spin), dot(first!, second!)];
      const speeds = [(along1 - skew * along2) / (1 - skew * skew), (along2 - skew * along1) / (1 - skew * skew)];
      const total = multiply(outer, about(second!, angles[1]!));
      return turned(zero, anchor, total, add(scale(axis1, speeds[0]!), scale(axis2, speeds[1]!)), angles, speeds);
    }
    case "ball": {
      const unit = normalizeQuat(turn);
      const local = rotate(conjugate(multiply(frame, unit)), spin);
      return turned(zero, anchor, unit, spin, [unit.w, unit.x, unit.y, unit.z], [local.x, local.y, local.z]);
    }
    default:
      return assertNever(type, "joint type");
  }
}

/** Returns the motion of a frame that is fixed to a moving body. */
export function carried(body: Motion, frame: Pose): Motion {
  const pose = compose(body.pose, frame);
  return { pose, linear: velocityAt(body, pose), angular: body.angular };
}

function turned(
  zero: Motion,
  anchor: Vec3,
  turn: Quat,
  spin: Vec3,
  position: readonly number[],
  velocity: readonly number[],
): JointState & { readonly motion: Motion } {
  const pivot = pointOf(zero.pose, anchor);
  const rotation = multiply(rotationOf(zero.pose), turn);
  const arm = rotate(rotation, anchor);
  const angular = add(zero.angular, spin);
  const linear = subtract(velocityAt(zero, pivot), cross(angular, arm));
  return { position, velocity, motion: { pose: pose(subtract(pivot, arm), rotation), linear, angular } };
}

/** Moves the point of a motion by an offset, with the velocity that the same rigid body has there. */
function shifted(motion: Motion, way: Vec3): Motion {
  const place = add(motion.pose, way);
  return {
    pose: pose(place, rotationOf(motion.pose)),
    linear: velocityAt(motion, place),
    angular: motion.angular,
  };
}

function pointOf(p: Pose, local: Vec3): Vec3 {
  return add(p, rotate(rotationOf(p), local));
}

function velocityAt({ pose, linear, angular }: Motion, point: Vec3): Vec3 {
  return add(linear, cross(angular, subtract(point, pose)));
}

function about(axis: Vec3, angle: number): Quat {
  if (angle === 0) return noRotation;
  const s = sin(angle / 2);
  return { x: axis.x * s, y: axis.y * s, z: axis.z * s, w: cos(angle / 2) };
}

/** Returns the angle by which a rotation turns about a unit vector. */
function angleIn(turn: Quat, axis: Vec3): number {
  return 2 * atan2(turn.x * axis.x + turn.y * axis.y + turn.z * axis.z, turn.w);
}

/** Returns the rotation about a unit vector that brings one vector nearest to another. */
function angleAbout(axis: Vec3, from: Vec3, to: Vec3): number {
  const [u, v] = [from, to].map((vector) => subtract(vector, scale(axis, dot(axis, vector))));
  return atan2(dot(axis, cross(u!, v!)), dot(u!, v!));
}
