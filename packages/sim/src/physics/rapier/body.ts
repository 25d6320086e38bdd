import * as rapier from "@dimforge/rapier3d-simd-compat";
import { assertNever } from "../../base/assert-never.ts";
import { rotationOf } from "../../base/pose.ts";
import { normalizeQuat } from "../../base/quat.ts";
import { zero } from "../../base/vec3.ts";
import { checkMotion } from "../check-pose.ts";
import type { BodyDesc, BodyId, BodyKind, ShapeId } from "../engine.ts";
import { rapierMass, setOriginVelocity } from "./rapier-bodies.ts";
import { CHILD, JOINT_NUMBERS, PARENT } from "./joints/joint-table.ts";
import type { RapierScene } from "./scene.ts";
import { slotOf } from "./slots.ts";

/** Speed in m/s below which a body may sleep; far below Rapier's default, with which a slow robot arm freezes. */
const SLEEP_LINEAR = 0.002;
const SLEEP_ANGULAR = 0.02;

/** Adds a body. Throws with the reason, without side effects, if the description is invalid. */
export function addRapierBody(scene: RapierScene, desc: BodyDesc): void {
  checkBody(scene, desc);
  const dynamic = desc.kind === "dynamic";
  const mass = dynamic ? rapierMass(desc.id, desc.mass!) : spareMass(desc);
  const { x, y, z } = desc.pose;
  const body = scene.world.createRigidBody(
    new rapier.RigidBodyDesc(bodyType(desc.kind))
      .setTranslation(x, y, z)
      .setRotation(normalizeQuat(rotationOf(desc.pose)))
      .setGravityScale(desc.gravity === false ? 0 : 1)
      .setLinearDamping(desc.linearDamping ?? 0)
      .setAngularDamping(desc.angularDamping ?? 0),
  );
  const group = desc.group ?? 0;
  const code = scene.bodies.joinGroup(group);
  const added: number[] = [];
  try {
    for (const shape of desc.shapes) added.push(scene.shapes.add(scene.world, body, shape, code));
  } catch (error) {
    scene.bodies.leaveGroup(group);
    for (const slot of added) scene.shapes.remove(slot);
    scene.world.removeRigidBody(body);
    throw error;
  }
  for (const slot of added) scene.stale.add(slot);
  const slot = scene.bodies.add(desc.id, body.handle, desc.kind, mass, group, code);
  scene.noteObstacle(body);
  if (dynamic) scene.bodies.apply(slot, body, mass);
  if (desc.kind !== "static") setOriginVelocity(body, desc.linearVelocity ?? zero, desc.angularVelocity ?? zero);
  scene.reader.begin();
  scene.reader.setSleepSpeeds(slot, SLEEP_LINEAR, SLEEP_ANGULAR);
}

export function removeRapierBody(scene: RapierScene, id: BodyId): void {
  const slot = scene.bodies.slots.slot(id);
  const body = scene.body(id);
  scene.wakeNeighbours(body);
  scene.noteObstacle(body);
  const { numbers, slots } = scene.joints;
  for (let i = 0; i < slots.extent; i++) {
    const at = i * JOINT_NUMBERS;
    if (slots.used[i] === 0 || (numbers[at + PARENT] !== slot && numbers[at + CHILD] !== slot)) continue;
    scene.wakeJoint(at);
    scene.removeJoint(i);
  }
  const colliders = Array.from({ length: body.numColliders() }, (_, i) => body.collider(i));
  for (const collider of colliders) scene.forgetShape(slotOf(collider.handle));
  if (hasJoints(scene, body)) {
    // Removing the body would also remove its joints at once, which is allowed only right before a step.
    for (const collider of colliders) scene.world.removeCollider(collider, false);
    scene.leaving.push(body.handle);
  } else scene.world.removeRigidBody(body);
  scene.forgetBody(slot);
}

/** Returns whether a body has joints, including those that are about to be removed. */
function hasJoints({ world }: RapierScene, { handle }: rapier.RigidBody): boolean {
  let found = false;
  world.impulseJoints.forEachJointHandleAttachedToRigidBody(handle, () => (found = true));
  return found;
}

export function bodyType(kind: BodyKind): rapier.RigidBodyType {
  switch (kind) {
    case "dynamic":
      return rapier.RigidBodyType.Dynamic;
    case "static":
      return rapier.RigidBodyType.Fixed;
    case "kinematic":
      return rapier.RigidBodyType.KinematicVelocityBased;
    default:
      return assertNever(kind);
  }
}

function checkBody(scene: RapierScene, desc: BodyDesc): void {
  scene.bodies.slots.checkFree(desc.id);
  checkMotion(desc);
  if (desc.kind === "dynamic" && !desc.mass) throw new Error(`body ${desc.id}: a dynamic body needs a mass`);
  const ids = new Set<ShapeId>();
  for (const { id } of desc.shapes) {
    scene.shapes.slots.checkFree(id);
    if (ids.has(id)) throw new Error(`shape ${id} is given twice`);
    ids.add(id);
  }
}

/** Returns the mass of a body that needs none now but may become dynamic; ignores an invalid mass. */
function spareMass(desc: BodyDesc): Float32Array | undefined {
  try {
    return desc.mass && rapierMass(desc.id, desc.mass);
  } catch {
    return undefined;
  }
}
