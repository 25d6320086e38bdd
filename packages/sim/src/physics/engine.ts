import type { ContactPoint } from "../base/contact-point.ts";
import type { Pose } from "../base/pose.ts";
import type { Inertia } from "../base/principal-inertia.ts";
import type { Vec3 } from "../base/vec3.ts";
import type { RayHits, RayOptions } from "./rays.ts";
import type { ShapeGeometry } from "./shape-geometry.ts";

/**
 * Ids assigned by the caller to bodies, shapes and joints; unique within their kind in one engine, integers below 2³².
 */
export type BodyId = number;
export type ShapeId = number;
export type JointId = number;

/** `kinematic` bodies move only as commanded; `static` ones never move by themselves. */
export type BodyKind = "dynamic" | "static" | "kinematic";

export interface MassProperties {
  /** In kg, above zero. */
  readonly mass: number;
  /** Centre of mass and axes of the inertia, in the body's frame. */
  readonly pose: Pose;
  /** In kg·m² about the centre of mass, in the axes of `pose`. */
  readonly inertia: Inertia;
}

export interface Surface {
  /** Coulomb's coefficient; a pair uses the smaller one. */
  readonly friction: number;
  /** 0 means sticking, 1 bouncing back at full speed; a pair uses the product of both. */
  readonly restitution: number;
}

/** Two shapes touch when `(a.category & b.mask) || (b.category & a.mask)`. 16 bits each. */
export interface CollisionFilter {
  readonly category: number;
  readonly mask: number;
}

export interface ShapeDesc {
  readonly id: ShapeId;
  readonly geometry: ShapeGeometry;
  /** In the body's frame. */
  readonly pose: Pose;
  readonly surface: Surface;
  readonly filter: CollisionFilter;
}

export interface BodyDesc {
  readonly id: BodyId;
  readonly kind: BodyKind;
  /** Pose of the body's frame, in the world. */
  readonly pose: Pose;
  /** Required for a dynamic body, ignored for others. */
  readonly mass?: MassProperties | undefined;
  readonly shapes: readonly ShapeDesc[];
  /** The velocity of the body's origin, m/s, and rad/s, in world axes. */
  readonly linearVelocity?: Vec3 | undefined;
  readonly angularVelocity?: Vec3 | undefined;
  /** Default true. */
  readonly gravity?: boolean | undefined;
  /** In 1/s: for small values, the fraction of velocity lost per second. Default 0. */
  readonly linearDamping?: number | undefined;
  readonly angularDamping?: number | undefined;
  /** Bodies of one group other than 0 (such as the links of a robot) never touch each other. Default 0. */
  readonly group?: number | undefined;
}

/**
 * The engine's own terms. `revolute` is both SDF's revolute and continuous, which differ only by their limits.
 * `universal` is SDF's universal and revolute2; the first axis belongs to the parent, the second to the child.
 */
export type JointType = "revolute" | "prismatic" | "ball" | "universal" | "fixed" | "screw";

export interface AxisDesc {
  /** Unit vector in the joint's frame. */
  readonly axis: Vec3;
  /** In rad or m; ±Infinity if free. */
  readonly lower: number;
  readonly upper: number;
  /** In N·m·s/rad or N·s/m. */
  readonly damping: number;
  /** Coulomb friction, in N·m or N. */
  readonly friction: number;
  /** Spring towards `springReference` (rad or m), in N·m/rad or N/m. */
  readonly springStiffness: number;
  readonly springReference: number;
  /** Largest force or torque of a motor; Infinity if unlimited. */
  readonly effort: number;
  /**
   * Largest speed, rad/s or m/s, whatever moves the axis; Infinity if unlimited. Rapier exceeds it by 0.5 % plus what
   * one step adds.
   */
  readonly velocity: number;
}

export interface JointDesc {
  readonly id: JointId;
  readonly type: JointType;
  /** `undefined` means the world. */
  readonly parent: BodyId | undefined;
  readonly child: BodyId;
  /** The joint's frame relative to the parent (or the world) and to the child; the two coincide at position zero. */
  readonly parentFrame: Pose;
  readonly childFrame: Pose;
  /** One for revolute, prismatic and screw (its angle), two for universal, none for ball and fixed. */
  readonly axes: readonly AxisDesc[];
  /** For a screw: metres along the axis for each turn about it. */
  readonly pitch?: number | undefined;
  /** Whether the two bodies may touch each other. */
  readonly collide: boolean;
}

/** The law by which an axis follows another: its position is `multiplier` times the leader's plus `offset`. */
export interface MimicLaw {
  /** The leader's joint. While it or its axis does not exist, the law has no effect. */
  readonly joint: JointId;
  readonly axis: number;
  readonly multiplier: number;
  readonly offset: number;
}

export interface Contact {
  /** shape1 < shape2; in each point, the first shape is shape1. */
  readonly shape1: ShapeId;
  readonly shape2: ShapeId;
  readonly points: readonly ContactPoint[];
}

/**
 * Numbers in one record of `readMoved`: x y z qx qy qz qw, vx vy vz of the origin, wx wy wz; in world axes and SI
 * units.
 */
export const BODY_RECORD = 13;

/**
 * Numbers in one record of `readJoints`: position of up to three axes, then velocity of up to three. For a ball joint,
 * its rotation vector and its angular velocity, in the joint's parent frame.
 */
export const JOINT_RECORD = 6;

/**
 * One physics world. Knows bodies, shapes and joints, but no entities. Holds WASM memory, so its creator disposes of
 * it.
 *
 * Each body and joint has a slot: a small integer that stays the same for its whole life and after `restore`, and is
 * reused after it is removed. Callers can keep arrays indexed by slot, without a map in the hot path.
 */
export interface PhysicsEngine extends Disposable {
  readonly name: "rapier" | "mujoco";

  setGravity(gravity: Vec3): void;

  addBody(desc: BodyDesc): void;
  /** Removes the body, its shapes and its joints. */
  removeBody(id: BodyId): void;
  addShape(body: BodyId, desc: ShapeDesc): void;
  removeShape(id: ShapeId): void;
  /** Replaces the geometry. The mass stays; use `setMass` to change it. */
  setShapeGeometry(id: ShapeId, geometry: ShapeGeometry): void;
  setShapeSurface(id: ShapeId, surface: Surface): void;
  setShapeFilter(id: ShapeId, filter: CollisionFilter): void;
  setMass(id: BodyId, mass: MassProperties): void;
  setBodyKind(id: BodyId, kind: BodyKind): void;
  setBodyGravity(id: BodyId, on: boolean): void;
  setDamping(id: BodyId, linear: number, angular: number): void;
  /** Moves the body at once and wakes it. For a kinematic body this is a jump, not a motion. */
  setPose(id: BodyId, pose: Pose): void;
  /** Sets the velocity of the origin, in world axes; wakes the body. */
  setVelocity(id: BodyId, linear: Vec3, angular: Vec3): void;
  /**
   * Adds a force (N) at a point of the world, or at the centre of mass, and a torque (N·m), in world axes, for the next
   * step only. Wakes the body.
   */
  addForce(id: BodyId, force: Vec3, point?: Vec3): void;
  addTorque(id: BodyId, torque: Vec3): void;

  addJoint(desc: JointDesc): void;
  removeJoint(id: JointId): void;
  /** Drives an axis to a speed (rad/s or m/s) with at most `maxForce`. Applies until changed. */
  setVelocityMotor(id: JointId, axis: number, target: number, maxForce: number): void;
  /** Drives an axis by an implicit spring and damper towards `target`. Applies until changed. */
  setPositionMotor(
    id: JointId,
    axis: number,
    target: number,
    stiffness: number,
    damping: number,
    maxForce: number,
  ): void;
  clearMotor(id: JointId, axis: number): void;
  /**
   * Makes an axis follow another, or ends that. Applies until changed, or until the joint is removed. In MuJoCo the
   * leader feels the load; in Rapier it does not. Throws if the axis would follow itself.
   */
  setMimic(id: JointId, axis: number, law: MimicLaw | undefined): void;
  /**
   * Adds a torque (N·m) or force (N) along an axis for the next step only, on the child, and the opposite one on the
   * parent.
   */
  addJointForce(id: JointId, axis: number, force: number): void;

  /**
   * Advances by `dt` seconds, which must be above zero. Returns the bodies whose motion diverged, nearly always none:
   * these stay where they were, at rest, while the others have moved on.
   */
  step(dt: number): readonly BodyId[];

  bodySlot(id: BodyId): number;
  jointSlot(id: JointId): number;
  /**
   * Writes slots and records of BODY_RECORD numbers for the bodies that were awake in the last step, or that a call has
   * moved since, and returns their number. Enlarges `out` if it is too small, and allocates nothing otherwise.
   */
  readMoved(out: MovedBodies): number;
  /**
   * Writes all joints whose bodies may have moved in the last step, in the same way as `readMoved`, with JOINT_RECORD
   * numbers each.
   */
  readJoints(out: MovedBodies): number;
  /** Writes one body's record to the start of `out`. */
  readBody(id: BodyId, out: Float64Array): void;

  /**
   * Writes the load on a joint in the last step into `out`, as six numbers: N and N·m about its anchor, acting on the
   * child by the parent, in world axes. Absent from engines that do not know it: MuJoCo has it, Rapier does not.
   */
  readJointWrench?(id: JointId, out: Float64Array): void;

  /** Returns what the engine cannot do with a shape as described; undefined if it supports the shape fully. */
  shapeShortcoming?(id: ShapeId): string | undefined;

  /** Returns why `addJoint` would refuse a joint that other engines support; undefined if it would not. */
  jointShortcoming?(desc: JointDesc): string | undefined;

  /** Returns all pairs that touch now, sorted by (shape1, shape2). Allocates, so not for every step. */
  contacts(): Contact[];
  /** Returns those of `contacts` with one shape, in the same order; none if there is no such shape. */
  contactsOf(id: ShapeId): Contact[];
  /**
   * Casts a batch of rays at the present shapes, and writes where each ray first hits. Directions have three numbers
   * each and may have any length; there is one origin per ray, or one for all. A ray that starts in a solid hits it at
   * once, with a normal that points back along the ray. Meshes and heightmaps are surfaces without an inside. Allocates
   * nothing per ray.
   */
  castRays(origins: Float64Array, directions: Float64Array, hits: RayHits, options: RayOptions): void;

  hasBody(id: BodyId): boolean;
  hasShape(id: ShapeId): boolean;
  hasJoint(id: JointId): boolean;
  /** Returns all bodies, sorted. */
  bodyIds(): BodyId[];
  shapeIds(): ShapeId[];
  jointIds(): JointId[];
  readonly bodyCount: number;
  readonly jointCount: number;

  /** Applies all pending changes, so that reads and saves from here on do not affect what follows. */
  settle(): void;
  /**
   * Returns everything that the next step depends on. `restore(save())` changes nothing, to the bit; a restored engine
   * saves the same bytes.
   */
  save(): Uint8Array;
  /** Throws, without changing anything, if the bytes are not a state of this engine and version. */
  restore(state: Uint8Array): void;
}

/** Buffers that a caller owns and reuses. */
export interface MovedBodies {
  slots: Int32Array;
  values: Float64Array;
}
