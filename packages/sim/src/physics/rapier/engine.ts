import type { Pose } from "../../base/pose.ts";
import { type Vec3 } from "../../base/vec3.ts";
import type {
  BodyDesc,
  BodyId,
  BodyKind,
  CollisionFilter,
  Contact,
  JointDesc,
  JointId,
  MassProperties,
  MimicLaw,
  MovedBodies,
  PhysicsEngine,
  ShapeDesc,
  ShapeId,
  Surface,
} from "../engine.ts";
import { addRapierBody, removeRapierBody } from "./body.ts";
import {
  addRapierForce,
  addRapierTorque,
  setRapierDamping,
  setRapierGravity,
  setRapierKind,
  setRapierMass,
  setRapierPose,
  setRapierVelocity,
} from "./body-edits.ts";
import { rapierContacts, rapierContactsOf } from "./contacts.ts";
import { MOTOR_OFF, MOTOR_POSITION, MOTOR_VELOCITY, rapierShortcoming } from "./joints/joint-table.ts";
import { addRapierJoint, addRapierJointForce, removeRapierJoint, setRapierMimic } from "./joints/joint-edits.ts";
import { prepareJoints, spreadJointForces, updateJoints } from "./joints/joint-motion.ts";
import { castRapierRays } from "./rays.ts";
import { readMovedBodies, readMovedJoints } from "./read.ts";
import { runRapier } from "./run.ts";
import { RapierScene } from "./scene.ts";
import {
  addRapierShape,
  removeRapierShape,
  setRapierFilter,
  setRapierGeometry,
  setRapierSurface,
} from "./shape-edits.ts";
import { isTrap, type RapierModule } from "./wasm/module.ts";
import { shareMasses } from "./joints/welds.ts";
import type { ShapeGeometry } from "../shape-geometry.ts";
import type { RayHits, RayOptions } from "../rays.ts";
import { checkBound, vectorProblem } from "../../base/value-bounds.ts";

/**
 * Rapier behind the interface of all engines. `prepareRapier` must be awaited first.
 *
 * Most methods are one call of the function that does the work. One object each for bodies, joints and rays would not
 * save these lines, only move them: `restore` replaces the scene, so such an object would have to look it up in every
 * method too, and a call in a hot loop would take one step more.
 */
export class RapierEngine implements PhysicsEngine {
  readonly name = "rapier";
  readonly #module: RapierModule;
  readonly #leave: () => void;
  #scene: RapierScene;
  #hasTrapped = false;

  constructor(gravity: Vec3, module: RapierModule) {
    this.#module = module;
    this.#leave = module.use();
    this.#scene = RapierScene.create(gravity, module.memory);
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
    const problem = vectorProblem("gravity", "acceleration", gravity);
    if (problem !== undefined) throw new Error(problem);
    this.#scene.world.gravity = { x: gravity.x, y: gravity.y, z: gravity.z };
    this.#scene.world.bodies.forEach((body) => {
      if (body.isDynamic()) body.wakeUp();
    });
  }

  addBody(desc: BodyDesc): void {
    addRapierBody(this.#scene, desc);
  }

  removeBody(id: BodyId): void {
    removeRapierBody(this.#scene, id);
  }

  addShape(id: BodyId, desc: ShapeDesc): void {
    addRapierShape(this.#scene, id, desc);
  }

  removeShape(id: ShapeId): void {
    removeRapierShape(this.#scene, id);
  }

  setShapeGeometry(id: ShapeId, geometry: ShapeGeometry): void {
    setRapierGeometry(this.#scene, id, geometry);
  }

  setShapeSurface(id: ShapeId, surface: Surface): void {
    setRapierSurface(this.#scene, id, surface);
  }

  setShapeFilter(id: ShapeId, filter: CollisionFilter): void {
    setRapierFilter(this.#scene, id, filter);
  }

  setMass(id: BodyId, mass: MassProperties): void {
    setRapierMass(this.#scene, id, mass);
  }

  setBodyKind(id: BodyId, kind: BodyKind): void {
    setRapierKind(this.#scene, id, kind);
  }

  setBodyGravity(id: BodyId, on: boolean): void {
    setRapierGravity(this.#scene, id, on);
  }

  setDamping(id: BodyId, linear: number, angular: number): void {
    setRapierDamping(this.#scene, id, linear, angular);
  }

  setPose(id: BodyId, pose: Pose): void {
    setRapierPose(this.#scene, id, pose);
  }

  setVelocity(id: BodyId, linear: Vec3, angular: Vec3): void {
    setRapierVelocity(this.#scene, id, linear, angular);
  }

  addForce(id: BodyId, force: Vec3, point?: Vec3): void {
    addRapierForce(this.#scene, id, force, point);
  }

  addTorque(id: BodyId, torque: Vec3): void {
    addRapierTorque(this.#scene, id, torque);
  }

  addJoint(desc: JointDesc): void {
    addRapierJoint(this.#scene, desc);
  }

  removeJoint(id: JointId): void {
    removeRapierJoint(this.#scene, id);
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
    setRapierMimic(this.#scene, id, axis, law);
  }

  addJointForce(id: JointId, axis: number, force: number): void {
    addRapierJointForce(this.#scene, id, axis, force);
  }

  /** Makes a step. Always returns an empty list: Rapier slows down bodies that are too fast, so none diverges. */
  step(dt: number): readonly BodyId[] {
    if (!(dt > 0) || !Number.isFinite(dt)) throw new Error(`a step takes more than zero seconds, not ${dt}`);
    const scene = this.#scene;
    if (scene.leaving.length + scene.joints.leaving.length > 0) scene.removeLeaving();
    shareMasses(scene);
    updateJoints(scene);
    prepareJoints(scene);
    spreadJointForces(scene);
    scene.forces.apply(scene.world, scene.bodies);
    scene.listObstaclesAnew();
    try {
      runRapier(scene, dt);
    } catch (error) {
      throw this.#trapped(error);
    }
    scene.forces.clear(scene.world, scene.bodies.slots);
    scene.stale.clear();
    return none;
  }

  bodySlot(id: BodyId): number {
    return this.#scene.bodies.slots.slot(id);
  }

  jointSlot(id: JointId): number {
    return this.#scene.joints.slots.slot(id);
  }

  readMoved(out: MovedBodies): number {
    return readMovedBodies(this.#scene, out);
  }

  readJoints(out: MovedBodies): number {
    updateJoints(this.#scene);
    return readMovedJoints(this.#scene, out);
  }

  readBody(id: BodyId, out: Float64Array): void {
    const { reader, bodies } = this.#scene;
    reader.begin();
    reader.read(bodies.slots.slot(id), out, 0);
  }

  jointShortcoming(desc: JointDesc): string | undefined {
    return rapierShortcoming(desc);
  }

  contacts(): Contact[] {
    return rapierContacts(this.#scene);
  }

  readonly contactsOf = (id: ShapeId): Contact[] => rapierContactsOf(this.#scene, id);

  castRays(origins: Float64Array, directions: Float64Array, hits: RayHits, options: RayOptions): void {
    castRapierRays(this.#scene, origins, directions, hits, options);
  }

  /** Does nothing, because Rapier applies all changes at once. */
  settle(): void {}

  save(): Uint8Array {
    // Otherwise the list of bodies whose joints were not read would have to be saved too.
    updateJoints(this.#scene);
    return this.#scene.save();
  }

  restore(state: Uint8Array): void {
    if (this.#hasTrapped) throw new Error("this engine has trapped; a new one can restore the state");
    let restored: RapierScene;
    try {
      restored = RapierScene.restore(state, this.#scene.memory);
    } catch (error) {
      if (!isTrap(error)) throw error;
      // Whatever the constructor was creating is lost; the engine itself still works.
      this.#module.spoil();
      throw new Error("Rapier cannot read the state's snapshot: its bytes are damaged", { cause: error });
    }
    this.#scene.free();
    this.#scene = restored;
  }

  [Symbol.dispose](): void {
    if (!this.#hasTrapped) this.#scene.free();
    this.#leave();
  }

  /** Returns the error to report. After a trap, everything in Rapier's memory is lost. */
  #trapped(error: unknown): unknown {
    if (!isTrap(error)) return error;
    this.#hasTrapped = true;
    this.#module.spoil();
    const why = "too many shapes touch or overlap for its memory, or a shape is beyond its numbers";
    return new Error(`Rapier gave up: ${why}; undo what was added last, or use fewer and simpler shapes`, {
      cause: error,
    });
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
    checkBound("joint", id, "motor's target", "motorTarget", target);
    const { joints } = this.#scene;
    joints.setMotor(joints.at(id), index, mode, target, stiffness, damping, maxForce);
  }
}

const none: readonly BodyId[] = [];
