import { identityPose, type Pose } from "../../base/pose.ts";
import type { Vec3 } from "../../base/vec3.ts";
import {
  BODY_RECORD,
  JOINT_RECORD,
  type AxisDesc,
  type BodyDesc,
  type BodyId,
  type JointDesc,
  type JointId,
  type MassProperties,
  type PhysicsEngine,
  type ShapeDesc,
  type ShapeId,
} from "../engine.ts";
import type { RayOptions } from "../rays.ts";
import type { ShapeGeometry } from "../shape-geometry.ts";

/** Creates a new engine; the suite disposes of it. */
export type CreateEngine = (options: { gravity: Vec3 }) => Promise<PhysicsEngine>;

export const G = 9.81;
export const down: Vec3 = { x: 0, y: 0, z: -G };
export const weightless: Vec3 = { x: 0, y: 0, z: 0 };
export const DT = 0.001;

export function at(x: number, y: number, z: number): Pose {
  return { ...identityPose, x, y, z };
}

/** Returns a pose rotated by an angle about an axis of the world. */
export function turned(axis: "x" | "y" | "z", angle: number, position: Vec3 = weightless): Pose {
  const { x, y, z } = position;
  return { x, y, z, qx: 0, qy: 0, qz: 0, [`q${axis}`]: Math.sin(angle / 2), qw: Math.cos(angle / 2) };
}

/** Returns a mass in kg, with the same inertia in kg·m² about every axis. */
export function massOf(mass: number, inertia = 0.1 * mass, centre: Pose = identityPose): MassProperties {
  return { mass, pose: centre, inertia: { ixx: inertia, iyy: inertia, izz: inertia, ixy: 0, ixz: 0, iyz: 0 } };
}

export function shape(id: number, geometry: ShapeGeometry, more: Partial<ShapeDesc> = {}): ShapeDesc {
  const surface = { friction: 0.5, restitution: 0 };
  return { id, geometry, pose: identityPose, surface, filter: { category: 1, mask: 0xffff }, ...more };
}

export function cube(size: number): ShapeGeometry {
  return { type: "box", size: { x: size, y: size, z: size } };
}

/** Returns a dynamic body of 1 kg with one shape of the same id; without a geometry it has none. */
export function body(id: BodyId, pose: Pose, geometry?: ShapeGeometry, more: Partial<BodyDesc> = {}): BodyDesc {
  return { id, kind: "dynamic", pose, mass: massOf(1), shapes: geometry ? [shape(id, geometry)] : [], ...more };
}

/** Returns a static plane through the origin, body and shape 1000. */
export function ground(friction = 0.5, restitution = 0): BodyDesc {
  const plane = shape(1000, { type: "plane", normal: { x: 0, y: 0, z: 1 } }, { surface: { friction, restitution } });
  return { id: 1000, kind: "static", pose: identityPose, shapes: [plane] };
}

export function axis(direction: Vec3, more: Partial<AxisDesc> = {}): AxisDesc {
  const free = {
    lower: -Infinity,
    upper: Infinity,
    damping: 0,
    friction: 0,
    springStiffness: 0,
    springReference: 0,
    effort: Infinity,
    velocity: Infinity,
  };
  return { axis: direction, ...free, ...more };
}

export const X: Vec3 = { x: 1, y: 0, z: 0 };
export const Y: Vec3 = { x: 0, y: 1, z: 0 };
export const Z: Vec3 = { x: 0, y: 0, z: 1 };

/** Describes a joint of child 1 to the world, with both frames at the origin. */
export function joint(
  id: JointId,
  type: JointDesc["type"],
  axes: readonly AxisDesc[],
  more: Partial<JointDesc> = {},
): JointDesc {
  return {
    id,
    type,
    parent: undefined,
    child: 1,
    parentFrame: identityPose,
    childFrame: identityPose,
    axes,
    collide: false,
    ...more,
  };
}

/**
 * Creates an engine without gravity with body 1, 1 kg and 0.1 kg·m², attached to the world by one joint along x at the
 * origin.
 */
export async function onWorld(
  create: CreateEngine,
  type: "revolute" | "prismatic",
  more: Partial<AxisDesc> = {},
): Promise<PhysicsEngine> {
  const engine = await create({ gravity: weightless });
  engine.addBody(body(1, identityPose, undefined, { mass: massOf(1, 0.1) }));
  engine.addJoint(joint(1, type, [axis(X, more)]));
  return engine;
}

export function run(engine: PhysicsEngine, seconds: number, dt = DT): void {
  const steps = Math.round(seconds / dt);
  for (let i = 0; i < steps; i++) engine.step(dt);
}

export interface BodyState {
  readonly position: Vec3;
  readonly rotation: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
  readonly velocity: Vec3;
  readonly spin: Vec3;
}

export function stateOf(engine: PhysicsEngine, id: BodyId): BodyState {
  const r = new Float64Array(BODY_RECORD);
  engine.readBody(id, r);
  return {
    position: { x: r[0]!, y: r[1]!, z: r[2]! },
    rotation: { x: r[3]!, y: r[4]!, z: r[5]!, w: r[6]! },
    velocity: { x: r[7]!, y: r[8]!, z: r[9]! },
    spin: { x: r[10]!, y: r[11]!, z: r[12]! },
  };
}

/** Returns the slots that `readMoved` reports, sorted. */
export function movedSlots(engine: PhysicsEngine): number[] {
  const out = { slots: new Int32Array(0), values: new Float64Array(0) };
  const count = engine.readMoved(out);
  return Array.from(out.slots.subarray(0, count)).sort((a, b) => a - b);
}

/** Returns the six numbers that `readJoints` reports for a joint; undefined if it reports none. */
export function jointRecord(engine: PhysicsEngine, id: JointId): number[] | undefined {
  const out = { slots: new Int32Array(0), values: new Float64Array(0) };
  const count = engine.readJoints(out);
  const index = out.slots.subarray(0, count).indexOf(engine.jointSlot(id));
  return index < 0 ? undefined : Array.from(out.values.subarray(index * JOINT_RECORD, (index + 1) * JOINT_RECORD));
}

export interface RayHit {
  readonly shape: ShapeId;
  readonly distance: number;
  readonly normal: Vec3;
}

/** Casts one ray; returns undefined if it hits nothing. */
export function castRay(
  engine: PhysicsEngine,
  origin: Vec3,
  direction: Vec3,
  maxDistance: number,
  options: Partial<RayOptions> = {},
): RayHit | undefined {
  const hits = { distances: new Float64Array(1), shapes: new Uint32Array(1), normals: new Float64Array(3) };
  const numbers = ({ x, y, z }: Vec3) => Float64Array.of(x, y, z);
  engine.castRays(numbers(origin), numbers(direction), hits, { ...options, maxDistance });
  const [x, y, z] = hits.normals;
  const distance = hits.distances[0]!;
  return distance === Infinity ? undefined : { shape: hits.shapes[0]!, distance, normal: { x: x!, y: y!, z: z! } };
}

/** Returns every body's numbers, to the bit. */
export function fingerprint(engine: PhysicsEngine, ids: readonly BodyId[]): string {
  const r = new Float64Array(BODY_RECORD);
  const words = new Uint32Array(r.buffer);
  return ids
    .map((id) => {
      engine.readBody(id, r);
      return words.join(",");
    })
    .join(";");
}
