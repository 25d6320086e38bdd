import type { Vec3 } from "../../base/vec3.ts";
import { BODY_RECORD, type BodyId, type Contact, type ShapeId } from "../engine.ts";
import { MovedSlots } from "../moved-slots.ts";
import { nothingCarried, putCarry, takeCarry } from "./carry.ts";
import { MujocoContacts } from "./contacts.ts";
import { mayTouch } from "./model/filters.ts";
import { MujocoForces } from "./step/forces.ts";
import { MujocoModel } from "./model/model.ts";
import type { Mujoco } from "./model/module.ts";
import { setMotors, type SpeedMotor } from "./step/motors.ts";
import { placeBodies, type Wish } from "./place.ts";
import { readRecord } from "./read.ts";
import { MujocoScene, type SceneBody } from "./scene/scene.ts";
import type { MujocoIntegrator } from "./model/settings.ts";
import { setSurfaces, type Restitutions } from "./step/surfaces.ts";
import { findWrenches, readWrench } from "./wrench.ts";
import { modelText } from "./model/xml.ts";

/** Number of compiled models to keep, besides the one in use, in case a change is undone. */
const SPARE_MODELS = 3;

/**
 * A scene, and MuJoCo's model of it. Edits of the scene make the model stale; it is recompiled before it is next
 * needed, and the state of everything that stayed is carried over to the bit.
 */
export class MujocoWorld {
  readonly mujoco: Mujoco;
  scene: MujocoScene;
  /** The scene as bytes, cached on first use; undefined after the scene has changed. */
  description: Uint8Array | undefined;
  forces = new MujocoForces();
  /** Bodies moved by calls, and whether a step moved all movable bodies; the same for joints. */
  touched = new MovedSlots();
  hasMoved = false;
  hasMovedJoints = false;
  /** Whether a joint has a force for the next step. */
  hasJointForces = false;
  speedMotors: readonly SpeedMotor[] = [];
  restitutions: Restitutions = new Float64Array(0);
  #model: MujocoModel | undefined;
  /** Most recently used first. */
  readonly #spare: MujocoModel[] = [];
  #isStale = true;
  #areMotorsStale = false;
  readonly #wishes = new Map<SceneBody, Wish>();
  #contacts = new MujocoContacts();
  /** Whether the model still has the contacts of its last step. */
  #hasContacts = false;
  /** Whether the forces between bodies in that step have been computed. */
  #hasForces = false;
  #hasWrenches = false;

  constructor(mujoco: Mujoco, integrator: MujocoIntegrator) {
    this.mujoco = mujoco;
    this.scene = new MujocoScene(integrator);
  }

  /** Marks the model stale. Must be called after the scene has changed: bodies, shapes, joints, masses. */
  changed(): void {
    this.#isStale = true;
    this.description = undefined;
  }

  motorsChanged(): void {
    this.#areMotorsStale = true;
  }

  /** Updates the target of a motor without further checks, because controllers do this in every step. */
  targetChanged(slot: number, axis: number, target: number): void {
    if (this.#isStale || this.#areMotorsStale) return;
    const model = this.#model!;
    const actuator = model.actuators[slot] ?? -1;
    // The other numbers of a position motor do not depend on its target.
    if (actuator >= 0) model.views.ctrl[actuator + axis] = target;
  }

  surfacesChanged(): void {
    this.description = undefined;
    if (this.#model !== undefined && !this.#isStale) this.restitutions = setSurfaces(this.#model, this.scene);
  }

  setGravity({ x, y, z }: Vec3): void {
    this.scene.gravity = { x, y, z };
    this.description = undefined;
    this.#model?.option.gravity.set([x, y, z]);
  }

  /** Records a requested pose or velocity of a body that is not static. */
  wish(body: SceneBody, wish: Wish): void {
    this.#wishes.set(body, { ...this.#wishes.get(body), ...wish });
    this.touched.add(body.slot);
  }

  forget(body: SceneBody): void {
    this.#wishes.delete(body);
    this.touched.remove(body.slot);
    this.forces.remove(body.slot);
  }

  /** Returns the model of the current scene, with poses and velocities of all bodies. */
  current(): MujocoModel {
    let model = this.#model;
    if (model === undefined || this.#isStale) model = this.#renew();
    else if (this.#wishes.size > 0) this.#place(model, { strange: new Set(), before: new Map() });
    if (this.#areMotorsStale) {
      this.speedMotors = setMotors(model, this.scene.motors);
      this.#areMotorsStale = false;
    }
    return model;
  }

  /** Writes one body's record. */
  read(id: BodyId, out: Float64Array): void {
    const body = this.scene.body(id);
    if (body.kind === "static") {
      const { x, y, z, qx, qy, qz, qw } = body.pose;
      out.fill(0, 0, BODY_RECORD);
      out.set([x, y, z, qx, qy, qz, qw]);
      return;
    }
    const model = this.current();
    readRecord(model, model.views, model.indexes[body.slot]!, out, 0);
  }

  /** Must be called after a step. Contacts are computed on demand, and discarded with the next step. */
  stepped(): void {
    this.#hasContacts = true;
    this.#hasForces = true;
    this.#hasWrenches = false;
    this.hasMoved = true;
    this.hasMovedJoints = true;
  }

  /** Writes the load on a joint: zeros before the first step, and for a joint between bodies that are not dynamic. */
  readWrench(slot: number, out: Float64Array): void {
    const model = this.current();
    out.fill(0, 0, 6);
    const place = model.jointsBySlot[slot];
    if (place === undefined || !this.#hasForces) return;
    if (!this.#hasWrenches) findWrenches(model);
    this.#hasWrenches = true;
    readWrench(model, place, out);
  }

  contacts(): Contact[] {
    // Removed shapes must not appear in contacts.
    this.current();
    this.#keepContacts();
    return this.#contacts.list();
  }

  contactBytes(): Uint8Array {
    this.#keepContacts();
    return this.#contacts.section();
  }

  mayTouch(a: ShapeId, b: ShapeId): boolean {
    const { shapes } = this.scene;
    const first = shapes.get(a);
    const second = shapes.get(b);
    return first !== undefined && second !== undefined && mayTouch(this.scene, first, second);
  }

  /** Takes over the numbers of a world with the same scene. Throws, without changing anything, if they do not fit. */
  become(scene: MujocoScene, numbers: Float64Array, contacts: MujocoContacts): void {
    const before = this.#model?.text;
    const model = scene === this.scene && !this.#isStale ? this.#model! : this.#compile(scene);
    const { qpos, qvel, qacc_warmstart } = model.views;
    if (numbers.length !== qpos.length + 2 * qvel.length) {
      if (model === this.#model) model.bind(this.scene, before!);
      else this.#keepSpare(model);
      throw new Error("the state's numbers do not fit its scene: damaged");
    }
    qpos.set(numbers.subarray(0, qpos.length));
    qvel.set(numbers.subarray(qpos.length, qpos.length + qvel.length));
    qacc_warmstart.set(numbers.subarray(qpos.length + qvel.length));
    this.scene = scene;
    this.#contacts = contacts;
    this.#hasContacts = false;
    this.#wishes.clear();
    this.#use(model);
    model.locate();
  }

  /** Returns the numbers of everything that moves, for a saved state. */
  numbers(): Float64Array {
    const { qpos, qvel, qacc_warmstart } = this.current().views;
    const all = new Float64Array(qpos.length + 2 * qvel.length);
    all.set(qpos);
    all.set(qvel, qpos.length);
    all.set(qacc_warmstart, qpos.length + qvel.length);
    return all;
  }

  free(): void {
    for (const model of [this.#model, ...this.#spare]) model?.free();
    this.#model = undefined;
    this.#spare.length = 0;
  }

  #renew(): MujocoModel {
    this.#keepContacts();
    this.#contacts = this.#contacts.without((id) => !this.scene.shapes.has(id));
    const carry = this.#model === undefined ? nothingCarried : takeCarry(this.#model);
    const model = this.#compile(this.scene);
    const strange = putCarry(model, carry);
    this.#use(model);
    model.locate();
    this.#place(model, { strange, before: carry.motions });
    this.hasMovedJoints = true;
    return model;
  }

  /** Returns a model of the scene: one that was compiled before, or a new one. Throws with MuJoCo's reason. */
  #compile(scene: MujocoScene): MujocoModel {
    const text = modelText(scene);
    if (this.#model?.text.xml === text.xml) {
      this.#model.bind(scene, text);
      return this.#model;
    }
    const known = this.#spare.findIndex((model) => model.text.xml === text.xml);
    if (known < 0) return new MujocoModel(this.mujoco, scene, text);
    const [model] = this.#spare.splice(known, 1);
    model!.bind(scene, text);
    return model!;
  }

  #use(model: MujocoModel): void {
    if (this.#model !== undefined && this.#model !== model) this.#keepSpare(this.#model);
    this.#model = model;
    this.#isStale = false;
    this.#hasForces = false;
    const { x, y, z } = this.scene.gravity;
    model.option.gravity.set([x, y, z]);
    model.views.xfrc_applied.fill(0);
    model.views.qfrc_applied.fill(0);
    this.restitutions = setSurfaces(model, this.scene);
    this.speedMotors = setMotors(model, this.scene.motors);
    this.#areMotorsStale = false;
  }

  #keepSpare(model: MujocoModel): void {
    this.#spare.unshift(model);
    while (this.#spare.length > SPARE_MODELS) this.#spare.pop()!.free();
  }

  #place(model: MujocoModel, last: Pick<Parameters<typeof placeBodies>[2], "strange" | "before">): void {
    if (this.#wishes.size === 0 && last.strange.size === 0) return;
    const places = placeBodies(model, this.scene, { wishes: this.#wishes, ...last });
    for (const { owner } of places) this.touched.add(owner.slot);
    this.#wishes.clear();
    this.hasMovedJoints = true;
    model.locate();
  }

  #keepContacts(): void {
    if (!this.#hasContacts || this.#model === undefined) return;
    const isReal = this.#model.text.hasExactFilters
      ? () => true
      : (a: ShapeId, b: ShapeId): boolean => this.mayTouch(a, b);
    this.#contacts = MujocoContacts.of(this.#model, this.#model.text.shapes, isReal);
    this.#hasContacts = false;
  }
}
