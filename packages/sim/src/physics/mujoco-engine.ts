import type { Pose } from "../base/pose.ts";
import { isFiniteVec3, length, zero, type Vec3 } from "../base/vec3.ts";
import {
  BODY_RECORD,
  JOINT_RECORD,
  type BodyDesc,
  type BodyId,
  type BodyKind,
  type CollisionFilter,
  type Contact,
  type JointDesc,
  type JointId,
  type MassProperties,
  type MimicLaw,
  type MovedBodies,
  type PhysicsEngine,
  type RayHit,
  type ShapeDesc,
  type ShapeId,
  type Surface,
} from "./engine.ts";
import { checkPose } from "./check-pose.ts";
import { makeRoom } from "./make-room.ts";
import { MujocoContacts } from "./mujoco-contacts.ts";
import { decodeScene, encodeScene } from "./mujoco-description.ts";
import { MujocoForces } from "./mujoco-forces.ts";
import type { Mujoco } from "./mujoco-module.ts";
import { checkMimic, isSameLaw } from "./mimic-law.ts";
import { castMujocoRay } from "./mujoco-rays.ts";
import { readMoved } from "./mujoco-moved.ts";
import { motorSection, motorsFrom } from "./mujoco-motor-section.ts";
import { readJoints } from "./mujoco-read.ts";
import { checkFilter, checkGeometry, principalMass, unitPose, type Motor, type SceneJoint } from "./mujoco-scene.ts";
import type { MujocoIntegrator } from "./mujoco-settings.ts";
import { mujocoShortcoming } from "./mujoco-shapes.ts";
import { packState, unpackState } from "./mujoco-state.ts";
import { stepWorld } from "./mujoco-step.ts";
import { MujocoWorld } from "./mujoco-world.ts";
import { MovedSlots } from "./moved-slots.ts";
import type { ShapeGeometry } from "./shape-geometry.ts";
import { bytesOf, numbersOf } from "./typed-arrays.ts";

/** Scene, numbers, motors, two of forces, contacts, moved bodies, flags. */
const SECTIONS = 8;

/** MuJoCo behind the interface of all engines. */
export class MujocoEngine implements PhysicsEngine {
  readonly name = "mujoco";
  readonly #world: MujocoWorld;
  /** The scene as bytes; undefined when it has changed since. */
  #description: Uint8Array | undefined;

  constructor(mujoco: Mujoco, gravity: Vec3, integrator: MujocoIntegrator) {
    this.#world = new MujocoWorld(mujoco, integrator);
    this.#world.setGravity(gravity);
  }

  get bodyCount(): number {
    return this.#world.scene.bodies.size;
  }

  get jointCount(): number {
    return this.#world.scene.joints.size;
  }

  hasBody(id: BodyId): boolean {
    return this.#world.scene.bodies.has(id);
  }

  hasShape(id: ShapeId): boolean {
    return this.#world.scene.shapes.has(id);
  }

  hasJoint(id: JointId): boolean {
    return this.#world.scene.joints.has(id);
  }

  bodyIds(): BodyId[] {
    return this.#world.scene.bodySlots.sortedIds();
  }

  shapeIds(): ShapeId[] {
    return [...this.#world.scene.shapes.keys()].sort((a, b) => a - b);
  }

  jointIds(): JointId[] {
    return this.#world.scene.jointSlots.sortedIds();
  }

  setGravity(gravity: Vec3): void {
    if (!isFiniteVec3(gravity)) throw new Error("gravity is not finite");
    this.#world.setGravity(gravity);
    this.#description = undefined;
  }

  addBody(desc: BodyDesc): void {
    const body = this.#world.scene.addBody(desc);
    this.#change();
    if (body.kind === "static") return;
    const { linearVelocity: linear = zero, angularVelocity: angular = zero } = desc;
    this.#world.wish(body, { pose: body.pose, linear, angular });
  }

  removeBody(id: BodyId): void {
    const body = this.#world.scene.body(id);
    this.#world.forget(body);
    this.#world.scene.removeBody(id);
    this.#change();
  }

  addShape(id: BodyId, desc: ShapeDesc): void {
    this.#world.scene.addShape(id, desc);
    this.#change();
  }

  removeShape(id: ShapeId): void {
    this.#world.scene.removeShape(id);
    this.#change();
  }

  setShapeGeometry(id: ShapeId, geometry: ShapeGeometry): void {
    const shape = this.#world.scene.shape(id);
    checkGeometry(id, geometry, this.#world.scene.body(shape.body).kind);
    shape.geometry = geometry;
    this.#change();
  }

  setShapeSurface(id: ShapeId, surface: Surface): void {
    this.#world.scene.shape(id).surface = surface;
    this.#world.surfacesChanged();
    this.#description = undefined;
  }

  setShapeFilter(id: ShapeId, filter: CollisionFilter): void {
    const shape = this.#world.scene.shape(id);
    checkFilter(id, filter);
    shape.filter = filter;
    this.#change();
  }

  setMass(id: BodyId, mass: MassProperties): void {
    const body = this.#world.scene.body(id);
    body.mass = principalMass(id, mass);
    this.#change();
  }

  setBodyKind(id: BodyId, kind: BodyKind): void {
    const { scene } = this.#world;
    const body = scene.body(id);
    if (kind === body.kind) return;
    if (kind === "dynamic" && !body.mass) throw new Error(`body ${id}: a dynamic body needs a mass`);
    for (const shape of body.shapes) checkGeometry(shape, scene.shape(shape).geometry, kind);
    this.readBody(id, record);
    const [x, y, z, qx, qy, qz, qw] = record;
    const pose = { x: x!, y: y!, z: z!, qx: qx!, qy: qy!, qz: qz!, qw: qw! };
    const wasStatic = body.kind === "static";
    if (kind === "static") this.#world.forget(body);
    body.kind = kind;
    body.pose = pose;
    this.#change();
    if (wasStatic) this.#world.wish(body, { pose, linear: zero, angular: zero });
    this.#world.touched.add(body.slot);
  }

  setBodyGravity(id: BodyId, on: boolean): void {
    this.#world.scene.body(id).gravity = on;
    this.#change();
  }

  setDamping(id: BodyId, linear: number, angular: number): void {
    const body = this.#world.scene.body(id);
    body.linearDamping = linear;
    body.angularDamping = angular;
    this.#change();
  }

  setPose(id: BodyId, pose: Pose): void {
    checkPose(`body ${id}`, pose);
    const body = this.#world.scene.body(id);
    const unit = unitPose(pose);
    if (body.kind !== "static") this.#world.wish(body, { pose: unit });
    else {
      body.pose = unit;
      this.#change();
      this.#world.touched.add(body.slot);
    }
  }

  setVelocity(id: BodyId, linear: Vec3, angular: Vec3): void {
    if (!isFiniteVec3(linear) || !isFiniteVec3(angular)) throw new Error(`body ${id}: its velocity is not finite`);
    const body = this.#world.scene.body(id);
    if (body.kind !== "static") this.#world.wish(body, { linear: { ...linear }, angular: { ...angular } });
  }

  addForce(id: BodyId, force: Vec3, point?: Vec3): void {
    const { kind, slot } = this.#world.scene.body(id);
    if (kind !== "dynamic") return;
    if (!isFiniteVec3(force) || (point && !isFiniteVec3(point))) throw new Error(`body ${id}: its force is not finite`);
    if (point) this.#world.forces.addAt(slot, force, point);
    else this.#world.forces.addAtCentre(slot, force);
  }

  addTorque(id: BodyId, torque: Vec3): void {
    const { kind, slot } = this.#world.scene.body(id);
    if (kind !== "dynamic") return;
    if (!isFiniteVec3(torque)) throw new Error(`body ${id}: its torque is not finite`);
    this.#world.forces.addTorque(slot, torque);
  }

  addJoint(desc: JointDesc): void {
    this.#world.scene.addJoint(desc);
    this.#change();
  }

  removeJoint(id: JointId): void {
    this.#world.scene.removeJoint(id);
    this.#change();
  }

  setVelocityMotor(id: JointId, axis: number, target: number, maxForce: number): void {
    this.#setMotor(id, axis, "velocity", target, 0, 0, maxForce);
  }

  setPositionMotor(
    id: JointId,
    axis: number,
    target: number,
    stiffness: number,
    damping: number,
    maxForce: number,
  ): void {
    this.#setMotor(id, axis, "position", target, stiffness, damping, maxForce);
  }

  clearMotor(id: JointId, axis: number): void {
    this.#setMotor(id, axis, "off", 0, 0, 0, 0);
  }

  setMimic(id: JointId, axis: number, law: MimicLaw | undefined): void {
    const { scene } = this.#world;
    motorOf(scene.joint(id), axis);
    if (isSameLaw(scene.mimic(id, axis), law)) return;
    if (law !== undefined) checkMimic(id, axis, law, (other, of) => scene.mimic(other, of));
    scene.setMimic(id, axis, law && { ...law });
    this.#change();
  }

  addJointForce(id: JointId, axis: number, force: number): void {
    const motor = motorOf(this.#world.scene.joint(id), axis);
    if (!Number.isFinite(force)) throw new Error(`joint ${id}: its force is not finite`);
    motor.force += force;
    this.#world.hasJointForces ||= force !== 0;
  }

  step(dt: number): void {
    if (!(dt > 0) || !Number.isFinite(dt)) throw new Error(`a step takes more than zero seconds, not ${dt}`);
    stepWorld(this.#world, dt);
  }

  bodySlot(id: BodyId): number {
    return this.#world.scene.bodySlots.slot(id);
  }

  jointSlot(id: JointId): number {
    return this.#world.scene.jointSlots.slot(id);
  }

  readMoved(out: MovedBodies): number {
    return readMoved(this.#world, out);
  }

  readJoints(out: MovedBodies): number {
    const world = this.#world;
    const model = world.current();
    if (!world.hasMovedJoints) return 0;
    makeRoom(out, model.joints.length, JOINT_RECORD);
    readJoints(model, out.slots, out.values);
    world.hasMovedJoints = false;
    return model.joints.length;
  }

  readBody(id: BodyId, out: Float64Array): void {
    this.#world.read(id, out);
  }

  readJointWrench(id: JointId, out: Float64Array): void {
    this.#world.readWrench(this.#world.scene.joint(id).slot, out);
  }

  shapeShortcoming(id: ShapeId): string | undefined {
    const { scene } = this.#world;
    const { geometry, body } = scene.shape(id);
    return mujocoShortcoming(geometry, scene.body(body).kind === "static");
  }

  contacts(): Contact[] {
    return this.#world.contacts();
  }

  castRay(origin: Vec3, direction: Vec3, maxDistance: number): RayHit | undefined {
    if (!(length(direction) > 0) || !(maxDistance > 0)) return undefined;
    return castMujocoRay(this.#world.current(), origin, direction, maxDistance);
  }

  settle(): void {
    this.#world.current();
  }

  save(): Uint8Array {
    const world = this.#world;
    const numbers = world.numbers();
    this.#description ??= encodeScene(world.scene);
    return packState([
      this.#description,
      bytesOf(numbers, numbers.length),
      motorSection(world.scene),
      ...world.forces.sections(),
      world.contactBytes(),
      world.touched.section(),
      Uint8Array.of(world.hasMoved ? 1 : 0, world.hasMovedJoints ? 1 : 0),
    ]);
  }

  restore(state: Uint8Array): void {
    const [description, numbers, motors, slots, forces, contacts, touched, flags] = unpackState(state, SECTIONS);
    const world = this.#world;
    const isSame = this.#description !== undefined && equal(this.#description, description!);
    const scene = isSame ? world.scene : decodeScene(description!);
    const restoredForces = MujocoForces.from([slots!, forces!]);
    const restoredTouched = MovedSlots.from(touched!);
    const axes = scene.motors();
    const driven = motorsFrom(motors!, axes.length);
    const before = axes.map((motor) => ({ ...motor }));
    axes.forEach((motor, i) => Object.assign(motor, driven[i]));
    try {
      world.become(scene, numbersOf(numbers!), MujocoContacts.from(contacts!));
    } catch (error) {
      axes.forEach((motor, i) => Object.assign(motor, before[i]));
      throw error;
    }
    world.forces = restoredForces;
    world.hasJointForces = axes.some(({ force }) => force !== 0);
    world.touched = restoredTouched;
    world.hasMoved = flags![0] === 1;
    world.hasMovedJoints = flags![1] === 1;
    this.#description = description!.slice();
  }

  [Symbol.dispose](): void {
    this.#world.free();
  }

  #change(): void {
    this.#world.changed();
    this.#description = undefined;
  }

  /** Controllers say the same again in most steps: then nothing is to do. */
  #setMotor(
    id: JointId,
    axis: number,
    mode: Motor["mode"],
    target: number,
    stiffness: number,
    damping: number,
    maxForce: number,
  ): void {
    const joint = this.#world.scene.joint(id);
    const motor = motorOf(joint, axis);
    const isAsBefore =
      motor.mode === mode && motor.stiffness === stiffness && motor.damping === damping && motor.maxForce === maxForce;
    if (isAsBefore && motor.target === target) return;
    if (!Number.isFinite(target)) throw new Error(`joint ${id}: its motor's target is not finite`);
    motor.mode = mode;
    motor.target = target;
    motor.stiffness = stiffness;
    motor.damping = damping;
    motor.maxForce = maxForce;
    if (isAsBefore && mode === "position") this.#world.targetChanged(joint.slot, axis, target);
    else this.#world.motorsChanged();
  }
}

const record = new Float64Array(BODY_RECORD);

function motorOf({ id, motors }: SceneJoint, axis: number): Motor {
  const motor = motors[axis];
  if (motor === undefined) throw new Error(`joint ${id} has ${motors.length} axes; there is no axis ${axis}`);
  return motor;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
