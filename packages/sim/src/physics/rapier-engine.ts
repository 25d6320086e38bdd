import * as rapier from "@dimforge/rapier3d-simd-compat";
import { rotationOf, type Pose } from "../base/pose.ts";
import { normalizeQuat } from "../base/quat.ts";
import { isFiniteVec3, zero, type Vec3 } from "../base/vec3.ts";
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
import { rapierMass, setOriginVelocity } from "./rapier-bodies.ts";
import { ContactImpulses, MemoryContactImpulses, rapierContacts } from "./rapier-contacts.ts";
import {
  AXES,
  AXIS_NUMBERS,
  FIRST_AXIS,
  FORCE,
  JOINT_NUMBERS,
  jointNumbers,
  MOTOR_OFF,
  MOTOR_POSITION,
  MOTOR_VELOCITY,
  rapierShortcoming,
  RECORD,
} from "./rapier-joint.ts";
import { hasJointForces, locateJoint, prepareJoints, spreadJointForces, updateJoints } from "./rapier-joint-motion.ts";
import { bodyReader, type BodyReader } from "./rapier-memory.ts";
import { castRapierRay } from "./rapier-rays.ts";
import { addRapierBody, bodyType, removeRapierBody } from "./rapier-body.ts";
import { RapierScene } from "./rapier-scene.ts";
import { runRapier } from "./rapier-run.ts";
import { slotOf } from "./rapier-slots.ts";
import { shareMasses } from "./rapier-welds.ts";
import type { ShapeGeometry } from "./shape-geometry.ts";

/** Rapier behind the interface of all engines. Whoever makes it has awaited `prepareRapier`. */
export class RapierEngine implements PhysicsEngine {
  readonly name = "rapier";
  readonly #reader: BodyReader;
  readonly #impulses: ContactImpulses;
  readonly #memory: WebAssembly.Memory | undefined;
  #scene: RapierScene;
  #hasJointForces = false;

  constructor(gravity: Vec3, memory: WebAssembly.Memory | undefined) {
    this.#memory = memory;
    this.#reader = bodyReader(memory);
    this.#impulses = memory ? new MemoryContactImpulses(memory) : new ContactImpulses();
    this.#scene = RapierScene.create(gravity, memory);
  }

  get bodyCount(): number {
    return this.#scene.bodies.slots.size;
  }

  get jointCount(): number {
    return this.#scene.joints.slots.size;
  }

  hasBody(id: BodyId): boolean {
    return this.#scene.bodies.slots.has(id);
  }

  hasShape(id: ShapeId): boolean {
    return this.#scene.shapes.slots.has(id);
  }

  hasJoint(id: JointId): boolean {
    return this.#scene.joints.slots.has(id);
  }

  bodyIds(): BodyId[] {
    return this.#scene.bodies.slots.sortedIds();
  }

  shapeIds(): ShapeId[] {
    return this.#scene.shapes.slots.sortedIds();
  }

  jointIds(): JointId[] {
    return this.#scene.joints.slots.sortedIds();
  }

  setGravity(gravity: Vec3): void {
    if (!isFiniteVec3(gravity)) throw new Error("gravity is not finite");
    this.#scene.world.gravity = { x: gravity.x, y: gravity.y, z: gravity.z };
    this.#scene.world.bodies.forEach((body) => {
      if (body.isDynamic()) body.wakeUp();
    });
  }

  addBody(desc: BodyDesc): void {
    addRapierBody(this.#scene, this.#reader, desc);
  }

  removeBody(id: BodyId): void {
    removeRapierBody(this.#scene, id);
  }

  addShape(id: BodyId, desc: ShapeDesc): void {
    const body = this.#scene.body(id);
    this.#scene.shapes.slots.checkFree(desc.id);
    const code = this.#scene.bodies.groupCode(slotOf(body.handle));
    this.#scene.stale.add(this.#scene.shapes.add(this.#scene.world, body, desc, code));
    this.#scene.noteObstacle(body);
    body.wakeUp();
  }

  removeShape(id: ShapeId): void {
    const slot = this.#scene.shapes.slots.slot(id);
    const collider = this.#scene.shapes.collider(this.#scene.world, slot);
    this.#scene.wakeAround(collider);
    this.#scene.noteObstacle(collider.parent()!);
    this.#scene.forgetShape(slot);
    this.#scene.world.removeCollider(collider, true);
  }

  setShapeGeometry(id: ShapeId, geometry: ShapeGeometry): void {
    const slot = this.#scene.shapes.slots.slot(id);
    this.#scene.shapes.setGeometry(this.#scene.world, slot, geometry);
    const collider = this.#scene.shapes.collider(this.#scene.world, slot);
    this.#scene.wakeAround(collider);
    this.#scene.noteObstacle(collider.parent()!);
    this.#scene.stale.add(slot);
  }

  setShapeSurface(id: ShapeId, surface: Surface): void {
    const slot = this.#scene.shapes.slots.slot(id);
    this.#scene.shapes.setSurface(this.#scene.world, slot, surface);
    this.#scene.wakeAround(this.#scene.shapes.collider(this.#scene.world, slot));
  }

  setShapeFilter(id: ShapeId, filter: CollisionFilter): void {
    const slot = this.#scene.shapes.slots.slot(id);
    this.#scene.shapes.setFilter(this.#scene.world, slot, filter);
    this.#scene.wakeAround(this.#scene.shapes.collider(this.#scene.world, slot));
  }

  setMass(id: BodyId, mass: MassProperties): void {
    const slot = this.#scene.bodies.slots.slot(id);
    const numbers = rapierMass(id, mass);
    this.#scene.bodies.setMass(slot, numbers);
    if (this.#scene.bodies.kind(slot) === "dynamic") this.#scene.bodies.apply(slot, this.#scene.body(id), numbers);
    this.#scene.weldsChanged = true;
  }

  setBodyKind(id: BodyId, kind: BodyKind): void {
    const slot = this.#scene.bodies.slots.slot(id);
    const mass = this.#scene.bodies.mass(slot);
    if (kind === "dynamic" && !mass) throw new Error(`body ${id}: a dynamic body needs a mass`);
    const body = this.#scene.body(id);
    this.#scene.wakeNeighbours(body);
    this.#scene.noteObstacle(body);
    // One that becomes fixed stays in Rapier's list of the awake, with what the solver last knew of it: no state has that.
    body.setBodyType(kind === "static" ? rapier.RigidBodyType.KinematicVelocityBased : bodyType(kind), false);
    this.#scene.bodies.setKind(slot, kind);
    this.#scene.bodies.apply(slot, body, kind === "dynamic" ? mass : undefined);
    this.#scene.weldsChanged = true;
    if (kind === "static") setOriginVelocity(body, zero, zero);
    this.#scene.touch(slot);
  }

  setBodyGravity(id: BodyId, on: boolean): void {
    const body = this.#scene.body(id);
    body.setGravityScale(on ? 1 : 0, false);
    this.#scene.weldsChanged = true;
    body.wakeUp();
  }

  setDamping(id: BodyId, linear: number, angular: number): void {
    const body = this.#scene.body(id);
    body.setLinearDamping(linear);
    body.setAngularDamping(angular);
    this.#scene.weldsChanged = true;
    body.wakeUp();
  }

  setPose(id: BodyId, pose: Pose): void {
    checkPose(`body ${id}`, pose);
    const body = this.#scene.body(id);
    // Before it goes: those that rested on it must notice.
    this.#scene.wakeNeighbours(body);
    body.setTranslation({ x: pose.x, y: pose.y, z: pose.z }, false);
    body.setRotation(normalizeQuat(rotationOf(pose)), false);
    body.wakeUp();
    this.#scene.markStale(body);
    this.#scene.noteObstacle(body);
    this.#scene.touch(this.#scene.bodies.slots.slot(id));
  }

  setVelocity(id: BodyId, linear: Vec3, angular: Vec3): void {
    if (!isFiniteVec3(linear) || !isFiniteVec3(angular)) throw new Error(`body ${id}: its velocity is not finite`);
    const slot = this.#scene.bodies.slots.slot(id);
    if (this.#scene.bodies.kind(slot) === "static") return;
    setOriginVelocity(this.#scene.body(id), linear, angular);
    this.#scene.touch(slot);
  }

  addForce(id: BodyId, force: Vec3, point?: Vec3): void {
    const slot = this.#scene.bodies.slots.slot(id);
    if (this.#scene.bodies.kind(slot) !== "dynamic") return;
    if (!isFiniteVec3(force) || (point && !isFiniteVec3(point))) throw new Error(`body ${id}: its force is not finite`);
    if (point) this.#scene.forces.add(slot, force.x, force.y, force.z, point.x, point.y, point.z);
    else this.#scene.forces.addAtCentre(slot, force.x, force.y, force.z);
  }

  addTorque(id: BodyId, torque: Vec3): void {
    const slot = this.#scene.bodies.slots.slot(id);
    if (this.#scene.bodies.kind(slot) !== "dynamic") return;
    if (!isFiniteVec3(torque)) throw new Error(`body ${id}: its torque is not finite`);
    this.#scene.forces.addTorque(slot, torque.x, torque.y, torque.z);
  }

  addJoint(desc: JointDesc): void {
    this.#scene.joints.slots.checkFree(desc.id);
    checkPose(`joint ${desc.id}`, desc.parentFrame);
    checkPose(`joint ${desc.id}`, desc.childFrame);
    const parent = desc.parent === undefined ? 0 : this.#scene.bodies.slots.slot(desc.parent);
    const child = this.#scene.bodies.slots.slot(desc.child);
    const joint = jointNumbers(desc, parent, child);
    this.#reader.begin(this.#scene.world);
    locateJoint(this.#scene, this.#reader, joint, 0);
    this.#scene.joints.add(desc.id, joint);
    this.#scene.weldsChanged = true;
    this.#scene.wakeJoint(this.#scene.joints.at(desc.id));
    this.#scene.unread.add(child);
  }

  removeJoint(id: JointId): void {
    const slot = this.#scene.joints.slots.slot(id);
    this.#scene.wakeJoint(this.#scene.joints.at(id));
    this.#scene.removeJoint(slot);
  }

  setVelocityMotor(id: JointId, axis: number, target: number, maxForce: number): void {
    this.#setMotor(id, axis, MOTOR_VELOCITY, target, 0, 0, maxForce);
  }

  setPositionMotor(
    id: JointId,
    axis: number,
    target: number,
    stiffness: number,
    damping: number,
    maxForce: number,
  ): void {
    this.#setMotor(id, axis, MOTOR_POSITION, target, stiffness, damping, maxForce);
  }

  clearMotor(id: JointId, axis: number): void {
    this.#setMotor(id, axis, MOTOR_OFF, 0, 0, 0, 0);
  }

  setMimic(id: JointId, axis: number, law: MimicLaw | undefined): void {
    const { joints } = this.#scene;
    const { slots, mimics } = joints;
    const slot = slots.slot(id);
    const at = joints.at(id);
    const axes = joints.numbers[at + AXES]!;
    if (!(axis >= 0 && axis < axes)) throw new Error(`joint ${id} has ${axes} axes; there is no axis ${axis}`);
    if (law === undefined) {
      const known = mimics.of(slot, axis);
      if (known === undefined) return;
      joints.dropLayer(known);
      mimics.delete([known]);
    } else {
      const slotOf = (other: JointId): number | undefined => (slots.has(other) ? slots.slot(other) : undefined);
      if (!mimics.set(id, slot, axis, law, slotOf)) return;
    }
    this.#scene.wakeJoint(at);
  }

  addJointForce(id: JointId, index: number, force: number): void {
    const { joints } = this.#scene;
    const at = joints.at(id);
    const axes = joints.numbers[at + AXES]!;
    if (!(index >= 0 && index < axes)) throw new Error(`joint ${id} has ${axes} axes; there is no axis ${index}`);
    if (!Number.isFinite(force)) throw new Error(`joint ${id}: its force is not finite`);
    joints.numbers[at + FIRST_AXIS + index * AXIS_NUMBERS + FORCE]! += force;
    this.#hasJointForces ||= force !== 0;
  }

  step(dt: number): void {
    if (!(dt > 0) || !Number.isFinite(dt)) throw new Error(`a step takes more than zero seconds, not ${dt}`);
    const scene = this.#scene;
    if (scene.weldsChanged) shareMasses(scene);
    scene.weldsChanged = false;
    updateJoints(scene, this.#reader);
    prepareJoints(scene);
    if (this.#hasJointForces) spreadJointForces(scene, this.#reader);
    this.#hasJointForces = false;
    scene.forces.apply(scene.world, scene.bodies);
    scene.listObstaclesAnew();
    runRapier(scene, this.#reader, this.#memory, dt);
    scene.forces.clear(scene.world, scene.bodies.slots);
    this.#scene.stale.clear();
  }

  bodySlot(id: BodyId): number {
    return this.#scene.bodies.slots.slot(id);
  }

  jointSlot(id: JointId): number {
    return this.#scene.joints.slots.slot(id);
  }

  readMoved(out: MovedBodies): number {
    const moved = this.#scene.moved;
    const count = moved.count;
    if (count === 0) return 0;
    makeRoom(out, count, BODY_RECORD);
    const reader = this.#reader;
    const handles = this.#scene.bodies.slots;
    const { slots, values } = out;
    reader.begin(this.#scene.world);
    for (let i = 0; i < count; i++) {
      const slot = moved.at(i);
      slots[i] = slot;
      reader.read(slot, handles, values, i * BODY_RECORD);
    }
    moved.clear();
    return count;
  }

  readJoints(out: MovedBodies): number {
    updateJoints(this.#scene, this.#reader);
    const count = this.#scene.movedJoints.count;
    if (count === 0) return 0;
    makeRoom(out, count, JOINT_RECORD);
    const { numbers } = this.#scene.joints;
    for (let i = 0; i < count; i++) {
      const slot = this.#scene.movedJoints.at(i);
      const record = slot * JOINT_NUMBERS + RECORD;
      out.slots[i] = slot;
      for (let k = 0; k < JOINT_RECORD; k++) out.values[i * JOINT_RECORD + k] = numbers[record + k]!;
    }
    this.#scene.movedJoints.clear();
    return count;
  }

  readBody(id: BodyId, out: Float64Array): void {
    this.#reader.begin(this.#scene.world);
    this.#reader.read(this.#scene.bodies.slots.slot(id), this.#scene.bodies.slots, out, 0);
  }

  jointShortcoming(desc: JointDesc): string | undefined {
    return rapierShortcoming(desc);
  }

  contacts(): Contact[] {
    return rapierContacts(this.#scene.world, this.#scene.shapes.slots, this.#impulses);
  }

  castRay(origin: Vec3, direction: Vec3, maxDistance: number): RayHit | undefined {
    return castRapierRay(
      this.#scene.world,
      this.#scene.shapes.slots,
      this.#scene.stale,
      origin,
      direction,
      maxDistance,
    );
  }

  /** Rapier takes in everything at once. */
  settle(): void {}

  save(): Uint8Array {
    // Otherwise the bodies whose joints nobody read would have to be saved too.
    updateJoints(this.#scene, this.#reader);
    return this.#scene.save();
  }

  restore(state: Uint8Array): void {
    const restored = RapierScene.restore(state, this.#reader);
    this.#scene.free();
    this.#scene = restored;
    this.#hasJointForces = hasJointForces(restored);
  }

  [Symbol.dispose](): void {
    this.#scene.free();
  }

  #setMotor(
    id: JointId,
    index: number,
    mode: number,
    target: number,
    stiffness: number,
    damping: number,
    maxForce: number,
  ): void {
    if (!Number.isFinite(target)) throw new Error(`joint ${id}: its motor's target is not finite`);
    const { joints } = this.#scene;
    joints.setMotor(joints.at(id), index, mode, target, stiffness, damping, maxForce);
  }
}
