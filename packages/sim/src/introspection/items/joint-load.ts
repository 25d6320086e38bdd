import { JointChildFrame, JointLinks } from "../../components/joint.ts";
import { WorldWrenchCmd } from "../../components/motion.ts";
import type { Entity } from "../../ecs/entities.ts";
import { worldPoseInto } from "../../entities/find.ts";
import { composeInto } from "../../base/pose.ts";
import type { Step } from "../watched-step.ts";
import { addCross } from "./flat-vectors.ts";
import { CENTRE, GRAVITY, MASS, POSE, type LinkState } from "./link-state.ts";
import { shapesOf } from "./step-contacts.ts";
import type { ReadingsParts, StepReadings } from "./step-readings.ts";

/**
 * The load on a joint in one step. It comes from the engine if the engine knows it, or else from the Newton–Euler
 * equations of the links beyond the joint. Worked out once for all items of the joint.
 */
export class JointLoad {
  /** Force and torque of the parent on the child, in world axes. The torque is about the joint's anchor. */
  readonly wrench = new Float64Array(6);
  /** The pose of the joint's frame on its child. */
  readonly anchor = new Float64Array(7);
  readonly #parts: ReadingsParts;
  readonly #readings: StepReadings;
  readonly #joint: Entity;
  readonly #child: Entity;
  readonly #links: readonly Entity[] | undefined;
  readonly #states: readonly LinkState[];
  readonly #shapes: ReadonlySet<Entity>;
  readonly #momentum = new Float64Array(6);
  readonly #pulls = new Float64Array(6);
  #begunAt = -1;
  #readAt = -1;
  #isBalanced = false;
  #isKnown = false;

  constructor(parts: ReadingsParts, readings: StepReadings, joint: Entity) {
    const { world } = parts;
    this.#parts = parts;
    this.#readings = readings;
    this.#joint = joint;
    this.#child = (world.get(joint, JointLinks)?.child ?? 0) as Entity;
    this.#links = readings.joints.beyond(joint);
    this.#states = (this.#links ?? []).map((link) => readings.link(link));
    this.#shapes = shapesOf(world, this.#links ?? []);
  }

  /** Records how the links beyond the joint move, and the forces on them. */
  begin(): void {
    if (this.#begunAt === this.#readings.now) return;
    this.#begunAt = this.#readings.now;
    this.#isBalanced = this.#parts.physics()?.knowsJointLoads !== true && this.#balance();
  }

  /** Brings `wrench` and `anchor` up to date. Returns whether the load is known. */
  read(step: Step): boolean {
    if (this.#readAt === this.#readings.now) return this.#isKnown;
    this.#readAt = this.#readings.now;
    this.#isKnown = this.#findAnchor() && (this.#readEngine() || (this.#isBalanced && this.#readMotion(step)));
    this.#isBalanced = false;
    return this.#isKnown;
  }

  #readEngine(): boolean {
    return this.#parts.physics()?.readJointWrench(this.#joint, this.wrench) === true;
  }

  #findAnchor(): boolean {
    const { world } = this.#parts;
    if (!world.exists(this.#joint) || !world.exists(this.#child)) return false;
    worldPoseInto(world, this.#child, this.anchor);
    const frames = world.column(JointChildFrame);
    const row = frames.row(this.#joint);
    if (row >= 0) composeInto(this.anchor, 0, this.anchor, 0, frames.data, row * frames.stride);
    return true;
  }

  #balance(): boolean {
    if (this.#links === undefined || !this.#parts.world.exists(this.#joint)) return false;
    const pulls = this.#pulls.fill(0);
    for (const [i, state] of this.#states.entries()) {
      if (!state.update()) return false;
      const { numbers } = state;
      for (let k = 0; k < 3; k++) force[k] = numbers[MASS]! * numbers[GRAVITY + k]!;
      addForceAt(pulls, numbers, CENTRE);
      this.#addCommand(this.#links[i]!, numbers, pulls);
    }
    return this.#sumMomentum(this.#momentum);
  }

  #addCommand(link: Entity, numbers: Float64Array, pulls: Float64Array): void {
    const { world } = this.#parts;
    if (!world.has(link, WorldWrenchCmd)) return;
    const commands = world.column(WorldWrenchCmd);
    const from = commands.row(link) * commands.stride;
    for (let k = 0; k < 3; k++) force[k] = commands.data[from + k]!;
    addForceAt(pulls, numbers, POSE);
    for (let k = 0; k < 3; k++) pulls[3 + k]! += commands.data[from + 3 + k]!;
  }

  /** Computes the load: the part of the change of momentum that gravity, commands and contacts do not explain. */
  #readMotion({ dt }: Step): boolean {
    const { wrench } = this;
    if (!this.#sumMomentum(wrench)) return false;
    for (let k = 0; k < 6; k++) wrench[k] = (wrench[k]! - this.#momentum[k]!) / dt - this.#pulls[k]!;
    touching.fill(0);
    this.#readings.contacts.addForces(this.#shapes, touching);
    for (let k = 0; k < 6; k++) wrench[k]! -= touching[k]!;
    // Moves the torque from the world's origin to the anchor.
    for (let k = 0; k < 3; k++) force[k] = -wrench[k]!;
    addCross(wrench, 3, this.anchor, 0, force, 0);
    return true;
  }

  #sumMomentum(sum: Float64Array): boolean {
    sum.fill(0);
    for (const state of this.#states) {
      if (!state.update()) return false;
      state.addMomentum(sum);
    }
    return true;
  }
}

const force = new Float64Array(3);
const touching = new Float64Array(6);

/** Adds `force` at a point, and its torque about the origin. */
function addForceAt(sum: Float64Array, points: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) sum[k]! += force[k]!;
  addCross(sum, 3, points, at, force, 0);
}
