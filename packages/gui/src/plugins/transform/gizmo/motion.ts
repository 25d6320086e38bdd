import { fromAxisAngle, pose, quat, rotationOf, vec3, type Entity, type Pose, type Vec3 } from "@orrery/sim";
import { assertNever } from "@orrery/sim/host";
import { isAxis, UNITS, type Axis, type GizmoFrame, type GizmoTool, type Handle } from "./handle.ts";

/** Something that the tools move: a model or a light directly below the world. */
export interface Thing {
  readonly entity: Entity;
  readonly name: string;
  /** Its pose in the world. */
  readonly pose: Pose;
  /** Whether it has a size; lights have none. */
  readonly hasSize: boolean;
}

/** The target pose of a thing, and its scale along its own axes. */
export interface Placement {
  readonly entity: Entity;
  readonly pose: Pose;
  readonly factors?: Vec3 | undefined;
}

/** A motion in the axes of a gizmo. */
export type Motion =
  | { readonly kind: "translate"; readonly offset: Vec3 }
  /** Rotates by an angle in radians about an axis of length 1. */
  | { readonly kind: "rotate"; readonly axis: Vec3; readonly angle: number }
  | { readonly kind: "scale"; readonly factors: Vec3 };

/**
 * Converts the values of a handle (metres, degrees, a factor) to a motion. `view` is the line of sight in the gizmo's
 * axes.
 */
export function motionOf(tool: GizmoTool, handle: Handle, values: readonly number[], view: Vec3): Motion {
  switch (tool) {
    case "translate": {
      const names = handle === "all" ? "xyz" : handle;
      const along = (axis: Axis): number => (names.includes(axis) ? (values[names.indexOf(axis)] ?? 0) : 0);
      return { kind: "translate", offset: { x: along("x"), y: along("y"), z: along("z") } };
    }
    case "rotate": {
      const axis = isAxis(handle) ? UNITS[handle] : view;
      return { kind: "rotate", axis, angle: ((values[0] ?? 0) * Math.PI) / 180 };
    }
    case "scale": {
      const [factor = 1] = values;
      const along = (axis: Axis): number => (handle === "all" || handle === axis ? factor : 1);
      return { kind: "scale", factors: { x: along("x"), y: along("y"), z: along("z") } };
    }
    default:
      return assertNever(tool);
  }
}

/** Returns where the motion brings things, each about the frame that `frameOf` returns for it. */
export function placementsOf(
  things: readonly Thing[],
  motion: Motion,
  frameOf: (thing: Thing) => GizmoFrame,
): readonly Placement[] {
  return things.map((thing) => placementOf(thing, motion, frameOf(thing)));
}

function placementOf({ entity, pose: from, hasSize }: Thing, motion: Motion, frame: GizmoFrame): Placement {
  switch (motion.kind) {
    case "translate":
      return { entity, pose: shifted(from, quat.rotate(frame.rotation, motion.offset)) };
    case "rotate":
      return { entity, pose: turned(from, frame.origin, quat.rotate(frame.rotation, motion.axis), motion.angle) };
    case "scale": {
      const { factors } = motion;
      const local = quat.rotate(quat.conjugate(frame.rotation), vec3.subtract(from, frame.origin));
      const grown = { x: local.x * (factors.x - 1), y: local.y * (factors.y - 1), z: local.z * (factors.z - 1) };
      const to = shifted(from, quat.rotate(frame.rotation, grown));
      return hasSize ? { entity, pose: to, factors } : { entity, pose: to };
    }
    default:
      return assertNever(motion);
  }
}

export function shifted(from: Pose, offset: Vec3): Pose {
  return { ...from, x: sum(from.x, offset.x), y: sum(from.y, offset.y), z: sum(from.z, offset.z) };
}

/** Rotates a pose by an angle, in radians, about an axis of length 1 through a place. */
export function turned(from: Pose, origin: Vec3, axis: Vec3, angle: number): Pose {
  return turnedBy(from, origin, fromAxisAngle(axis, angle));
}

function turnedBy(from: Pose, origin: Vec3, rotation: quat.Quat): Pose {
  const arm = vec3.subtract(from, origin);
  const swung = quat.rotate(rotation, arm);
  const { x, y, z } = shifted(from, vec3.subtract(swung, arm));
  return pose({ x, y, z }, quat.normalizeQuat(quat.multiply(rotation, rotationOf(from))));
}

export function isSamePose(a: Pose, b: Pose): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z && a.qx === b.qx && a.qy === b.qy && a.qz === b.qz && a.qw === b.qw;
}

/**
 * Adds two numbers. With an offset of 0 the number stays the same to the bit; otherwise floating-point noise is
 * removed, so that 0.1 + 0.2 m is 0.3 m.
 */
function sum(from: number, offset: number): number {
  if (Math.abs(offset) < 1e-13) return from;
  return Number((from + offset).toFixed(12));
}
