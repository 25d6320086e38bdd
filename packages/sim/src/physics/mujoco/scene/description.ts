import { assertNever } from "../../../base/assert-never.ts";
import type { Pose } from "../../../base/pose.ts";
import type { Quat } from "../../../base/quat.ts";
import type { Vec3 } from "../../../base/vec3.ts";
import type { AxisDesc, BodyKind, JointType } from "../../engine.ts";
import type { PrincipalMass } from "./mass.ts";
import { MujocoScene, type SceneBody, type SceneJoint, type SceneShape } from "./scene.ts";
import type { MujocoIntegrator } from "../model/settings.ts";
import { NumberReader, NumberWriter } from "../../number-codec.ts";
import type { ShapeGeometry } from "../../shape-geometry.ts";

const INTEGRATORS: readonly MujocoIntegrator[] = ["discrete", "rk4"];
const KINDS: readonly BodyKind[] = ["dynamic", "static", "kinematic"];
const JOINTS: readonly JointType[] = ["revolute", "prismatic", "ball", "universal", "fixed", "screw"];
const GEOMETRIES: readonly ShapeGeometry["type"][] = [
  "box",
  "sphere",
  "cylinder",
  "capsule",
  "cone",
  "ellipsoid",
  "plane",
  "convex",
  "compound",
  "mesh",
  "heightmap",
];

/**
 * Returns a scene as bytes, the same for equal scenes with the same slots. Leaves out motors, which may change in every
 * step.
 */
export function encodeScene(scene: MujocoScene): Uint8Array {
  const out = new NumberWriter();
  out.number(INTEGRATORS.indexOf(scene.integrator));
  vector(out, scene.gravity);
  out.number(scene.bodies.size);
  for (const body of scene.sortedBodies()) writeBody(out, body);
  out.number(scene.shapes.size);
  for (const shape of scene.sortedShapes()) writeShape(out, shape);
  out.number(scene.joints.size);
  for (const joint of scene.sortedJoints()) writeJoint(out, joint);
  const mimics = scene.mimics();
  // Scenes without mimic laws end before this.
  if (mimics.length > 0) out.number(mimics.length);
  for (const { joint, axis, law } of mimics) {
    out.numbers(joint, axis, law.joint, law.axis, law.multiplier, law.offset);
  }
  return out.bytes();
}

/** Throws with the reason if the bytes do not describe a scene. */
export function decodeScene(bytes: Uint8Array): MujocoScene {
  const from = new NumberReader(bytes);
  const scene = new MujocoScene(one(INTEGRATORS, from.number()));
  scene.gravity = readVector(from);
  from.list(() => readBody(from, scene));
  from.list(() => readShape(from, scene));
  from.list(() => readJoint(from, scene));
  if (!from.isAtEnd) from.list(() => readMimic(from, scene));
  if (!from.isAtEnd) throw new Error("the state's description of the scene is too long");
  return scene;
}

function writeBody(out: NumberWriter, body: SceneBody): void {
  out.numbers(body.id, body.slot, KINDS.indexOf(body.kind), body.group, body.gravity ? 1 : 0);
  out.numbers(body.linearDamping, body.angularDamping);
  // The poses of other bodies are in MuJoCo's state.
  if (body.kind === "static") writePose(out, body.pose);
  out.number(body.mass === undefined ? 0 : 1);
  if (body.mass === undefined) return;
  out.number(body.mass.mass);
  vector(out, body.mass.centre);
  vector(out, body.mass.moments);
  quaternion(out, body.mass.rotation);
}

function readBody(from: NumberReader, scene: MujocoScene): void {
  const [id, slot] = [from.number(), from.number()];
  const kind = one(KINDS, from.number());
  const group = from.number();
  const gravity = from.number() === 1;
  const [linearDamping, angularDamping] = [from.number(), from.number()];
  const pose = kind === "static" ? readPose(from) : { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 };
  const mass: PrincipalMass | undefined =
    from.number() === 0
      ? undefined
      : { mass: from.number(), centre: readVector(from), moments: readVector(from), rotation: readQuaternion(from) };
  scene.putBody({
    id,
    slot,
    kind,
    pose,
    mass,
    gravity,
    linearDamping,
    angularDamping,
    group,
    shapes: new Set(),
  });
}

function writeShape(out: NumberWriter, { id, body, geometry, pose, surface, filter }: SceneShape): void {
  out.numbers(id, body, filter.category, filter.mask, surface.friction, surface.restitution);
  writePose(out, pose);
  writeGeometry(out, geometry);
}

function readShape(from: NumberReader, scene: MujocoScene): void {
  const [id, body, category, mask] = [from.number(), from.number(), from.number(), from.number()];
  const surface = { friction: from.number(), restitution: from.number() };
  const pose = readPose(from);
  scene.putShape({ id, body, geometry: readGeometry(from), pose, surface, filter: { category, mask } });
}

function writeGeometry(out: NumberWriter, geometry: ShapeGeometry): void {
  out.number(GEOMETRIES.indexOf(geometry.type));
  switch (geometry.type) {
    case "box":
      return vector(out, geometry.size);
    case "sphere":
      return out.number(geometry.radius);
    case "cylinder":
    case "capsule":
    case "cone":
      return out.numbers(geometry.radius, geometry.length);
    case "ellipsoid":
      return vector(out, geometry.radii);
    case "plane":
      return vector(out, geometry.normal);
    case "convex":
      return out.array(geometry.points);
    case "compound":
      out.number(geometry.hulls.length);
      for (const points of geometry.hulls) out.array(points);
      return undefined;
    case "mesh":
      out.number(geometry.twoSided ? 1 : 0);
      out.array(geometry.vertices);
      return out.array(geometry.indices);
    case "heightmap":
      out.numbers(geometry.columns, geometry.rows, geometry.size.x, geometry.size.y);
      return out.array(geometry.heights);
    default:
      return assertNever(geometry, "geometry");
  }
}

function readGeometry(from: NumberReader): ShapeGeometry {
  const type = one(GEOMETRIES, from.number());
  switch (type) {
    case "box":
      return { type, size: readVector(from) };
    case "sphere":
      return { type, radius: from.number() };
    case "cylinder":
    case "capsule":
    case "cone":
      return { type, radius: from.number(), length: from.number() };
    case "ellipsoid":
      return { type, radii: readVector(from) };
    case "plane":
      return { type, normal: readVector(from) };
    case "convex":
      return { type, points: from.singles() };
    case "compound": {
      const hulls: Float32Array[] = [];
      for (let left = from.number(); left > 0; left--) hulls.push(from.singles());
      return { type, hulls };
    }
    case "mesh":
      return { type, twoSided: from.number() === 1, vertices: from.singles(), indices: from.words() };
    case "heightmap": {
      const [columns, rows, x, y] = [from.number(), from.number(), from.number(), from.number()];
      return { type, columns, rows, size: { x, y }, heights: from.singles() };
    }
    default:
      return assertNever(type, "geometry");
  }
}

function writeJoint(out: NumberWriter, { id, slot, desc }: SceneJoint): void {
  out.numbers(id, slot, JOINTS.indexOf(desc.type), desc.child, desc.collide ? 1 : 0);
  out.number(desc.parent === undefined ? 0 : 1);
  if (desc.parent !== undefined) out.number(desc.parent);
  writePose(out, desc.parentFrame);
  writePose(out, desc.childFrame);
  if (desc.type === "screw") out.number(desc.pitch ?? 0);
  out.number(desc.axes.length);
  for (const axis of desc.axes) {
    vector(out, axis.axis);
    out.numbers(axis.lower, axis.upper, axis.damping, axis.friction);
    out.numbers(axis.springStiffness, axis.springReference, axis.effort, axis.velocity);
  }
}

function readJoint(from: NumberReader, scene: MujocoScene): void {
  const [id, slot] = [from.number(), from.number()];
  const type = one(JOINTS, from.number());
  const child = from.number();
  const collide = from.number() === 1;
  const parent = from.number() === 0 ? undefined : from.number();
  const [parentFrame, childFrame] = [readPose(from), readPose(from)];
  const pitch = type === "screw" ? from.number() : undefined;
  const axes = from.list((): AxisDesc => {
    const axis = readVector(from);
    const [lower, upper, damping, friction] = [from.number(), from.number(), from.number(), from.number()];
    const [springStiffness, springReference] = [from.number(), from.number()];
    const [effort, velocity] = [from.number(), from.number()];
    return { axis, lower, upper, damping, friction, springStiffness, springReference, effort, velocity };
  });
  scene.putJoint({ id, type, parent, child, parentFrame, childFrame, axes, pitch, collide }, slot);
}

function readMimic(from: NumberReader, scene: MujocoScene): void {
  const [id, axis, joint, leaderAxis] = [from.number(), from.number(), from.number(), from.number()];
  if (axis >= scene.joint(id).desc.axes.length)
    throw new Error(`the state's joint ${id} has no axis ${axis} that could follow another`);
  scene.setMimic(id, axis, { joint, axis: leaderAxis, multiplier: from.number(), offset: from.number() });
}

function vector(out: NumberWriter, { x, y, z }: Vec3): void {
  out.numbers(x, y, z);
}

function readVector(from: NumberReader): Vec3 {
  return { x: from.number(), y: from.number(), z: from.number() };
}

function quaternion(out: NumberWriter, { x, y, z, w }: Quat): void {
  out.numbers(x, y, z, w);
}

function readQuaternion(from: NumberReader): Quat {
  return { x: from.number(), y: from.number(), z: from.number(), w: from.number() };
}

function writePose(out: NumberWriter, { x, y, z, qx, qy, qz, qw }: Pose): void {
  out.numbers(x, y, z, qx, qy, qz, qw);
}

function readPose(from: NumberReader): Pose {
  const [x, y, z] = [from.number(), from.number(), from.number()];
  const [qx, qy, qz, qw] = [from.number(), from.number(), from.number(), from.number()];
  return { x, y, z, qx, qy, qz, qw };
}

function one<T>(of: readonly T[], index: number): T {
  const value = of[index];
  if (value === undefined) throw new Error(`the state names kind ${index} of ${of.length}`);
  return value;
}
