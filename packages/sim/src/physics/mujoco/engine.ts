import type { Pose } from "../../base/pose.ts";
import type { Vec3 } from "../../base/vec3.ts";
import {
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
  type ShapeDesc,
  type ShapeId,
  type Surface,
} from "../engine.ts";
import { makeRoom } from "../make-room.ts";
import {
  addMujocoBody,
  addMujocoForce,
  addMujocoTorque,
  setMujocoKind,
  setMujocoPose,
  setMujocoVelocity,
} from "./body-edits.ts";
import { addMujocoJointForce, setMujocoMimic, setMujocoMotor } from "./joint-edits.ts";
import { principalMass } from "./scene/mass.ts";
import { OFF, TO_POSITION, TO_SPEED } from "./scene/motor-table.ts";
import type { Mujoco } from "./model/module.ts";
import { readMoved } from "./moved.ts";
import { castMujocoRays } from "./rays.ts";
import { readJoints } from "./read.ts";
import { restoreWorld, saveWorld } from "./saved.ts";
import { checkFilter, checkGeometry } from "./scene/scene.ts";
import type { MujocoIntegrator } from "./model/settings.ts";
import { mujocoShortcoming } from "./model/shapes.ts";
import { stepWorld } from "./step/step.ts";
import { MujocoWorld } from "./world.ts";
import type { ShapeGeometry } from "../shape-geometry.ts";
import type { RayHits, RayOptions } from "../rays.ts";
import { vectorProblem } from "../../base/value-bounds.ts";

/**
 * MuJoCo behind the interface of all engines.
 *
 * Most methods are one call of the function that does the work. One object each for bodies, joints and rays would not
 * save these lines, only move them: `restore` replaces the scene, so such an object would have to look it up in every
 * method too, and a call in a hot loop would take one step more.
 */
export class MujocoEngine implements PhysicsEngine {
  readonly name = "mujoco";
  readonly #world: MujocoWorld;

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
    const problem = vectorProblem("gravity", "acceleration", gravity);
    if (problem !== undefined) throw new Error(problem);
    this.#world.setGravity(gravity);
  }

  addBody(desc: BodyDesc): void {
    addMujocoBody(this.#world, desc);
  }

  removeBody(id: BodyId): void {
    const body = this.#world.scene.body(id);
    this.#world.forget(body);
    this.#world.scene.removeBody(id);
    this.#world.changed();
  }

  addShape(id: BodyId, desc: ShapeDesc): void {
    this.#world.scene.addShape(id, desc);
    this.#world.changed();
  }

  removeShape(id: ShapeId): void {
    this.#world.scene.removeShape(id);
    this.#world.changed();
  }

  setShapeGeometry(id: ShapeId, geometry: ShapeGeometry): void {
    const shape = this.#world.scene.shape(id);
    checkGeometry(id, geometry, this.#world.scene.body(shape.body).kind);
    shape.geometry = geometry;
    this.#world.changed();
  }

  setShapeSurface(id: ShapeId, surface: Surface): void {
    this.#world.scene.shape(id).surface = surface;
    this.#world.surfacesChanged();
  }

  setShapeFilter(id: ShapeId, filter: CollisionFilter): void {
    const shape = this.#world.scene.shape(id);
    checkFilter(id, filter);
    shape.filter = filter;
    this.#world.changed();
  }

  setMass(id: BodyId, mass: MassProperties): void {
    const body = this.#world.scene.body(id);
    body.mass = principalMass(id, mass);
    this.#world.changed();
  }

  setBodyKind(id: BodyId, kind: BodyKind): void {
    setMujocoKind(this.#world, id, kind);
  }

  setBodyGravity(id: BodyId, on: boolean): void {
    this.#world.scene.body(id).gravity = on;
    this.#world.changed();
  }

  setDamping(id: BodyId, linear: number, angular: number): void {
    const body = this.#world.scene.body(id);
    body.linearDamping = linear;
    body.angularDamping = angular;
    this.#world.changed();
  }

  setPose(id: BodyId, pose: Pose): void {
    setMujocoPose(this.#world, id, pose);
  }

  setVelocity(id: BodyId, linear: Vec3, angular: Vec3): void {
    setMujocoVelocity(this.#world, id, linear, angular);
  }

  addForce(id: BodyId, force: Vec3, point?: Vec3): void {
    addMujocoForce(this.#world, id, force, point);
  }

  addTorque(id: BodyId, torque: Vec3): void {
    addMujocoTorque(this.#world, id, torque);
  }

  addJoint(desc: JointDesc): void {
    this.#world.scene.addJoint(desc);
    this.#world.changed();
  }

  removeJoint(id: JointId): void {
    this.#world.scene.removeJoint(id);
    this.#world.changed();
  }

  setVelocityMotor(id: JointId, axis: number, target: number, maxForce: number): void {
    setMujocoMotor(this.#world, id, axis, TO_SPEED, target, 0, 0, maxForce);
  }

  setPositionMotor(
    id: JointId,
    axis: number,
    target: number,
    stiffness: number,
    damping: number,
    maxForce: number,
  ): void {
    setMujocoMotor(this.#world, id, axis, TO_POSITION, target, stiffness, damping, maxForce);
  }

  clearMotor(id: JointId, axis: number): void {
    setMujocoMotor(this.#world, id, axis, OFF, 0, 0, 0, 0);
  }

  setMimic(id: JointId, axis: number, law: MimicLaw | undefined): void {
    setMujocoMimic(this.#world, id, axis, law);
  }

  addJointForce(id: JointId, axis: number, force: number): void {
    addMujocoJointForce(this.#world, id, axis, force);
  }

  step(dt: number): readonly BodyId[] {
    if (!(dt > 0) || !Number.isFinite(dt)) throw new Error(`a step takes more than zero seconds, not ${dt}`);
    return stepWorld(this.#world, dt);
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

  contactsOf(id: ShapeId): Contact[] {
    return this.#world.contacts().filter(({ shape1, shape2 }) => shape1 === id || shape2 === id);
  }

  castRays(origins: Float64Array, directions: Float64Array, hits: RayHits, options: RayOptions): void {
    castMujocoRays(this.#world, origins, directions, hits, options);
  }

  settle(): void {
    this.#world.current();
  }

  save(): Uint8Array {
    return saveWorld(this.#world);
  }

  restore(state: Uint8Array): void {
    restoreWorld(this.#world, state);
  }

  [Symbol.dispose](): void {
    this.#world.free();
  }
}
