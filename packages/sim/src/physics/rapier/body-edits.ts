import * as rapier from "@dimforge/rapier3d-simd-compat";
import { rotationOf, type Pose } from "../../base/pose.ts";
import { normalizeQuat } from "../../base/quat.ts";
import { isFiniteVec3, zero, type Vec3 } from "../../base/vec3.ts";
import { checkPose } from "../check-pose.ts";
import type { BodyId, BodyKind, MassProperties } from "../engine.ts";
import { rapierMass, setOriginVelocity } from "./rapier-bodies.ts";
import { bodyType } from "./body.ts";
import type { RapierScene } from "./scene.ts";
import { checkBounds } from "../../base/value-bounds.ts";

export function setRapierMass(scene: RapierScene, id: BodyId, mass: MassProperties): void {
  const { bodies } = scene;
  const slot = bodies.slots.slot(id);
  const numbers = rapierMass(id, mass);
  bodies.setMass(slot, numbers);
  scene.landings.forget(slot);
  if (bodies.kind(slot) === "dynamic") bodies.apply(slot, scene.body(id), numbers);
  scene.weldsChanged = true;
}

export function setRapierKind(scene: RapierScene, id: BodyId, kind: BodyKind): void {
  const { bodies } = scene;
  const slot = bodies.slots.slot(id);
  const mass = bodies.mass(slot);
  if (kind === "dynamic" && !mass) throw new Error(`body ${id}: a dynamic body needs a mass`);
  const body = scene.body(id);
  scene.wakeNeighbours(body);
  scene.noteObstacle(body);
  // A body that becomes fixed would stay in Rapier's list of awake bodies with its last solver data, which no saved
  // state contains.
  body.setBodyType(kind === "static" ? rapier.RigidBodyType.KinematicVelocityBased : bodyType(kind), false);
  bodies.setKind(slot, kind);
  scene.landings.forget(slot);
  bodies.apply(slot, body, kind === "dynamic" ? mass : undefined);
  scene.weldsChanged = true;
  if (kind === "static") setOriginVelocity(body, zero, zero);
  scene.touch(slot);
}

export function setRapierGravity(scene: RapierScene, id: BodyId, on: boolean): void {
  const body = scene.body(id);
  body.setGravityScale(on ? 1 : 0, false);
  scene.weldsChanged = true;
  body.wakeUp();
}

export function setRapierDamping(scene: RapierScene, id: BodyId, linear: number, angular: number): void {
  const body = scene.body(id);
  body.setLinearDamping(linear);
  body.setAngularDamping(angular);
  scene.weldsChanged = true;
  body.wakeUp();
}

export function setRapierPose(scene: RapierScene, id: BodyId, pose: Pose): void {
  checkPose(`body ${id}`, pose);
  const body = scene.body(id);
  // Called before the removal, because bodies that rested on it must wake.
  scene.wakeNeighbours(body);
  body.setTranslation({ x: pose.x, y: pose.y, z: pose.z }, false);
  body.setRotation(normalizeQuat(rotationOf(pose)), false);
  body.wakeUp();
  scene.markStale(body);
  scene.noteObstacle(body);
  scene.touch(scene.bodies.slots.slot(id));
}

export function setRapierVelocity(scene: RapierScene, id: BodyId, linear: Vec3, angular: Vec3): void {
  checkBounds("body", id, "velocity", "speed", linear);
  checkBounds("body", id, "angular velocity", "spin", angular);
  const slot = scene.bodies.slots.slot(id);
  if (scene.bodies.kind(slot) === "static") return;
  setOriginVelocity(scene.body(id), linear, angular);
  scene.touch(slot);
}

/** Adds a force, at the centre of mass if no point is given. */
export function addRapierForce(scene: RapierScene, id: BodyId, force: Vec3, point: Vec3 | undefined): void {
  const slot = scene.bodies.slots.slot(id);
  if (scene.bodies.kind(slot) !== "dynamic") return;
  checkBounds("body", id, "force", "force", force);
  if (point && !isFiniteVec3(point)) throw new Error(`body ${id}: the point of its force is not finite`);
  if (point) scene.forces.add(slot, force.x, force.y, force.z, point.x, point.y, point.z);
  else scene.forces.addAtCentre(slot, force.x, force.y, force.z);
}

export function addRapierTorque(scene: RapierScene, id: BodyId, torque: Vec3): void {
  const slot = scene.bodies.slots.slot(id);
  if (scene.bodies.kind(slot) !== "dynamic") return;
  checkBounds("body", id, "torque", "torque", torque);
  scene.forces.addTorque(slot, torque.x, torque.y, torque.z);
}
