import type { Pose } from "../../base/pose.ts";
import { isFiniteVec3, zero, type Vec3 } from "../../base/vec3.ts";
import { checkPose } from "../check-pose.ts";
import { BODY_RECORD, type BodyDesc, type BodyId, type BodyKind } from "../engine.ts";
import { checkGeometry, unitPose } from "./scene/scene.ts";
import type { MujocoWorld } from "./world.ts";
import { checkBounds } from "../../base/value-bounds.ts";

/** Throws with the reason, without side effects, if the description is invalid. */
export function addMujocoBody(world: MujocoWorld, desc: BodyDesc): void {
  const body = world.scene.addBody(desc);
  world.changed();
  if (body.kind === "static") return;
  const { linearVelocity: linear = zero, angularVelocity: angular = zero } = desc;
  world.wish(body, { pose: body.pose, linear, angular });
}

export function setMujocoKind(world: MujocoWorld, id: BodyId, kind: BodyKind): void {
  const { scene } = world;
  const body = scene.body(id);
  if (kind === body.kind) return;
  if (kind === "dynamic" && !body.mass) throw new Error(`body ${id}: a dynamic body needs a mass`);
  for (const shape of body.shapes) checkGeometry(shape, scene.shape(shape).geometry, kind);
  world.read(id, record);
  const [x, y, z, qx, qy, qz, qw] = record;
  const pose = { x: x!, y: y!, z: z!, qx: qx!, qy: qy!, qz: qz!, qw: qw! };
  const wasStatic = body.kind === "static";
  if (kind === "static") world.forget(body);
  body.kind = kind;
  body.pose = pose;
  world.changed();
  if (wasStatic) world.wish(body, { pose, linear: zero, angular: zero });
  world.touched.add(body.slot);
}

export function setMujocoPose(world: MujocoWorld, id: BodyId, pose: Pose): void {
  checkPose(`body ${id}`, pose);
  const body = world.scene.body(id);
  const unit = unitPose(pose);
  if (body.kind !== "static") world.wish(body, { pose: unit });
  else {
    body.pose = unit;
    world.changed();
    world.touched.add(body.slot);
  }
}

export function setMujocoVelocity(world: MujocoWorld, id: BodyId, linear: Vec3, angular: Vec3): void {
  checkBounds("body", id, "velocity", "speed", linear);
  checkBounds("body", id, "angular velocity", "spin", angular);
  const body = world.scene.body(id);
  if (body.kind !== "static") world.wish(body, { linear: { ...linear }, angular: { ...angular } });
}

/** Adds a force, at the centre of mass if no point is given. */
export function addMujocoForce(world: MujocoWorld, id: BodyId, force: Vec3, point: Vec3 | undefined): void {
  const { kind, slot } = world.scene.body(id);
  if (kind !== "dynamic") return;
  checkBounds("body", id, "force", "force", force);
  if (point && !isFiniteVec3(point)) throw new Error(`body ${id}: the point of its force is not finite`);
  if (point) world.forces.addAt(slot, force, point);
  else world.forces.addAtCentre(slot, force);
}

export function addMujocoTorque(world: MujocoWorld, id: BodyId, torque: Vec3): void {
  const { kind, slot } = world.scene.body(id);
  if (kind !== "dynamic") return;
  checkBounds("body", id, "torque", "torque", torque);
  world.forces.addTorque(slot, torque);
}

const record = new Float64Array(BODY_RECORD);
