import type { ContactPoint } from "../base/contact-point.ts";
import type { Pose } from "../base/pose.ts";
import type { Inertia } from "../base/principal-inertia.ts";
import type { Vec3 } from "../base/vec3.ts";
import type { RayHits, RayOptions } from "./rays.ts";
import type { ShapeGeometry } from "./shape-geometry.ts";

/**
 * Ids that the caller gives to bodies, shapes and joints; unique within their kind in one engine, integers below 2³².
 */
export type BodyId = number;
export type ShapeId = number;
export type JointId = number;

/** `kinematic` bodies move only as they are told; `static` ones never move by themselves. */
export type BodyKind = "dynamic" | "static" | "kinematic";

export interface MassProperties {
  /** kg, above zero. */
  readonly mass: number;
  /** Centre of mass and axes of the inertia, in the body's frame. */
  readonly pose: Pose;
  /** kg·m² about the centre of mass, in the axes of `pose`. */
  readonly inertia: Inertia;
}

export interface Surface {
  /** Coulomb coefficient; the smaller one of a pair counts. */
  readonly friction: number;
  /** 0 sticks, 1 bounces back at full speed; a pair has the product of both. */
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
  /** A dynamic body needs it; the others ignore it. */
  readonly mass?: MassProperties | undefined;
  readonly shapes: readonly ShapeDesc[];
  /** m/s of the body's origin and rad/s, in world axes. */
  readonly linearVelocity?: Vec3 | undefined;
  readonly angularVelocity?: Vec3 | undefined;
  /** Default true. */
  readonly gravity?: boolean | undefined;
  /** 1/s: the share of the velocity that is lost in a second, for small values. Default 0. */
  readonly linearDamping?: number | undefined;
  readonly angularDamping?: number | undefined;
  /** Bodies of one group other than 0 never touch each other (the links of one robot). Default 0. */
  readonly group?: number | undefined;
}

/**
 * The engine's own words: `revolute` is both SDF's revolute and continuous, which differ only by their limits; `universal` is
 * SDF's universal and revolute2, the first axis the parent's, the second the child's.
 */
export type JointType = "revolute" | "prismatic" | "ball" | "universal" | "fixed" | "screw";

export interface AxisDesc {
  /** Unit vector in the joint's frame. */
  readonly axis: Vec3;
  /** rad or m; ±Infinity where free. */
  readonly lower: number;
  readonly upper: number;
  /** N·m·s/rad or N·s/m. */
  readonly damping: number;
  /** N·m or N that holds the joint still (Coulomb). */
  readonly friction: number;
  /** Spring towards `springReference` (rad or m): N·m/rad or N/m. */
  readonly springStiffness: number;
  readonly springReference: number;
  /** Largest force or torque of a motor; Infinity where free. */
  readonly effort: number;
  /** Largest speed, rad/s or m/s, whatever moves the axis; Infinity where free. Rapier passes it by half a per cent and what a step adds. */
  readonly velocity: number;
}

export interface JointDesc {
  readonly id: JointId;
  readonly type: JointType;
  /** `undefined` is the world. */
  readonly parent: BodyId | undefined;
  readonly child: BodyId;
  /** The joint's frame seen from the parent (or the world) and from the child; they coincide at position zero. */
  readonly parentFrame: Pose;
  readonly childFrame: Pose;
  /** One for revolute, prismatic and screw (its angle), two for universal, none for ball and fixed. */
  readonly axes: readonly AxisDesc[];
  /** For a screw: metres along the axis for each turn about it. */
  readonly pitch?: number | undefined;
  /** Whether the two bodies may touch each other. */
  readonly collide: boolean;
}

/** How an axis follows another: its position is `multiplier` · the leader's + `offset`. */
export interface MimicLaw {
  /** The leader. While it or its axis does not exist, nothing is followed. */
  readonly joint: JointId;
  readonly axis: number;
  readonly multiplier: number;
  readonly offset: number;
}

export interface Contact {
  /** shape1 < shape2: it is the first shape of each point. */
  readonly shape1: ShapeId;
  readonly shape2: ShapeId;
  readonly points: readonly ContactPoint[];
}

/** Numbers in one record of `readMoved`: x y z qx qy qz qw, vx vy vz of the origin, wx wy wz; world axes, SI. */
export const BODY_RECORD = 13;

/** Numbers in one record of `readJoints`: position of up to three axes, then velocity of up to three. A ball joint gives its rotation vector and its angular velocity, in the joint's parent frame. */
export const JOINT_RECORD = 6;

/**
 * One physics world. Knows bodies, shapes and joints, not entities. Holds WASM memory, so its creator disposes of it.
 *
 * Each body and joint has a slot: a small integer, the same for its whole life and after `restore`, reused after it is
 * removed. Callers can keep arrays by slot, and need no map in the hot path.
 */
export interface PhysicsEngine extends Disposable {
  readonly name: "rapier" | "mujoco";

  setGravity(gravity: Vec3): void;

  addBody(desc: BodyDesc): void;
  /** Removes the body, its shapes and its joints. */
  removeBody(id: BodyId): void;
  addShape(body: BodyId, desc: ShapeDesc): void;
  removeShape(id: ShapeId): void;
  /** Replaces the geometry. Mass is not recomputed; `setMass` does that. */
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
   * Makes an axis follow another, or stops that. Applies until changed, or until the joint is removed. In MuJoCo the
   * leader feels the load; in Rapier it does not. Throws when the axis would follow itself.
   */
  setMimic(id: JointId, axis: number, law: MimicLaw | undefined): void;
  /**
   * Adds a torque (N·m) or force (N) along an axis for the next step only: on the child, and the opposite on the
   * parent.
   */
  addJointForce(id: JointId, axis: number, force: number): void;

  /**
   * Advances by `dt` seconds, above zero. Returns the bodies whose motion ran away, nearly always none: these stay
   * where they were, at rest, while the others have moved on.
   */
  step(dt: number): readonly BodyId[];

  bodySlot(id: BodyId): number;
  jointSlot(id: JointId): number;
  /**
   * Writes slots and records of BODY_RECORD numbers for the bodies that were awake in the last step, or were moved by a
   * call since, and returns how many there are. Grows `out` when it is too small, and allocates nothing otherwise.
   */
  readMoved(out: MovedBodies): number;
  /**
   * Writes all joints whose bodies may have moved in the last step, as `readMoved` does, with JOINT_RECORD numbers
   * each.
   */
  readJoints(out: MovedBodies): number;
  /** Writes one body's record into `out` from 0. */
  readBody(id: BodyId, out: Float64Array): void;

  /**
   * Writes the load on a joint in the last step into `out`: N and N·m about its anchor, on the child by the parent, in
   * world axes; six numbers. Only engines that know it have this.
   */
  readJointWrench?(id: JointId, out: Float64Array): void;

  /** Returns what the engine cannot do with a shape as it is described; undefined when it does all. */
  shapeShortcoming?(id: ShapeId): string | undefined;

  /** Returns why `addJoint` would refuse a joint that other engines have; undefined when it would not. */
  jointShortcoming?(desc: JointDesc): string | undefined;

  /** Returns all pairs that touch now, sorted by (shape1, shape2). Allocates, so not for every step. */
  contacts(): Contact[];
  /**
   * Casts a batch of rays at shapes where they are now, and writes where each hits first. Directions have three numbers
   * each and may have any length; there is one origin per ray, or one for all. A ray that begins in a solid hits it at
   * once, and its normal points back along the ray. Meshes and heightmaps are surfaces without an inside. Allocates
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

  /**
   * Applies all pending changes, so that whether anybody reads or saves from here on makes no difference to what
   * follows.
   */
  settle(): void;
  /**
   * Returns all that the next step depends on. `restore(save())` changes nothing, to the bit; a restored engine saves
   * the same bytes.
   */
  save(): Uint8Array;
  /** Throws, and changes nothing, when the bytes are not a state of this engine and version. */
  restore(state: Uint8Array): void;
}

/** Buffers that a caller owns and reuses. */
export interface MovedBodies {
  slots: Int32Array;
  values: Float64Array;
}
