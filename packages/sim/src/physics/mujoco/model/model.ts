import type { MjData, MjModel, Mujoco } from "./module.ts";
import { boundedAxes, type BoundedAxis } from "../step/limits.ts";
import { jointAddresses, nodeAddresses, type JointAddress, type NodeAddress } from "./addresses.ts";
import type { MujocoScene } from "../scene/scene.ts";
import { BodyVelocities } from "../step/velocities.ts";
import { viewsOf, type MujocoViews } from "./views.ts";
import type { ModelText } from "./xml.ts";

/** A joint has two axes at most. */
export const JOINT_TABLE = 6;

/**
 * The contacts of a step in MuJoCo's own memory, at the start of its arena. Valid until the memory grows or contacts
 * are computed again.
 */
export interface ContactRows {
  readonly count: number;
  readonly doubles: Float64Array;
  readonly ints: Int32Array;
}

/** A compiled model with one set of data; its creator frees it. */
export class MujocoModel {
  readonly mujoco: Mujoco;
  readonly model: MjModel;
  /** Assigns bodies, shapes and joints to MuJoCo's numbers. */
  text: ModelText;
  readonly option: MjModel["opt"];
  /** Whether it stores rows of constraints compressed. */
  readonly isSparse: boolean;
  /** MuJoCo's numbers of joints with limits, and the places of their velocities. */
  readonly limited: { readonly joints: Int32Array; readonly velocities: Int32Array };
  /** Axes with a largest speed. */
  bounded: readonly BoundedAxis[] = [];
  /** As written in the text; a step narrows the ranges of axes whose speed is bounded. */
  readonly #ranges: Float64Array;
  /** For each geom, the tree of joined bodies that it moves with; −1 if it cannot move. */
  readonly trees: Int32Array;
  /** Those of the trees that contain joints. */
  mechanisms: ReadonlySet<number> = new Set();
  nodes: readonly NodeAddress[] = [];
  joints: readonly JointAddress[] = [];
  jointsBySlot: readonly (JointAddress | undefined)[] = [];
  /** The actuator of the first axis, by the joint's slot; −1 if there is none. */
  actuators = new Int32Array();
  /** Rows of JOINT_TABLE numbers: slot, number of axes, their positions, their velocities. */
  jointTable = new Int32Array(0);
  /** Nodes that represent bodies, not copies of them. */
  whole: readonly NodeAddress[] = [];
  /** Their slots and MuJoCo's numbers, in the same order. */
  slots = new Int32Array(0);
  bodies = new Int32Array(0);
  kinematic: readonly NodeAddress[] = [];
  /** Indexes of whole bodies whose velocity decays. */
  damped: readonly number[] = [];
  /** By slot, the index of the whole body, or −1. */
  indexes = new Int32Array(0);
  velocities = new BodyVelocities([]);
  data: MjData;
  #views: MujocoViews;
  /** In seconds, as in MuJoCo, from where reading it would be slower. */
  #timestep = Number.NaN;

  /** Throws with MuJoCo's reason. */
  constructor(mujoco: Mujoco, scene: MujocoScene, text: ModelText) {
    this.mujoco = mujoco;
    this.text = text;
    this.model = mujoco.MjModel.from_xml_string(text.xml);
    this.data = new mujoco.MjData(this.model);
    this.#setOddMoments();
    this.#leaveOutKinematic(scene);
    this.option = this.model.opt;
    this.isSparse = mujoco.mj_isSparse(this.model) !== 0;
    this.limited = limitedJoints(this.model);
    this.#ranges = this.model.jnt_range.slice();
    const { body_treeid: trees, geom_bodyid: bodies } = this.model;
    this.trees = bodies.map((body) => trees[body]!);
    this.#views = viewsOf(this.model, this.data);
    this.bind(scene, text);
  }

  /**
   * Sets the bodies, shapes and joints that the model represents: it may be reused for another scene of the same form.
   */
  bind(scene: MujocoScene, text: ModelText): void {
    this.text = text;
    this.nodes = nodeAddresses(this.model, scene, text);
    this.joints = jointAddresses(scene, this.nodes);
    const bySlot: (JointAddress | undefined)[] = Array.from({ length: scene.jointSlots.extent });
    for (const place of this.joints) bySlot[place.joint.slot] = place;
    this.jointsBySlot = bySlot;
    // A step may have narrowed the ranges of axes whose speed is bounded.
    this.model.jnt_range.set(this.#ranges);
    this.bounded = this.joints.flatMap((place) => boundedAxes(place, this.#ranges));
    const { body_treeid: trees } = this.model;
    this.mechanisms = new Set(this.joints.map(({ address }) => trees[address.body]!));
    this.actuators = Int32Array.from(bySlot, (place) => place?.actuator ?? -1);
    this.jointTable = new Int32Array(this.joints.length * JOINT_TABLE);
    this.joints.forEach(({ joint, positions, velocities }, i) => {
      this.jointTable.set([joint.slot, positions.length, ...positions], i * JOINT_TABLE);
      this.jointTable.set(velocities, i * JOINT_TABLE + 4);
    });
    const whole = (this.whole = this.nodes.filter(({ node }) => !node.isCopy));
    this.slots = Int32Array.from(whole, ({ owner }) => owner.slot);
    this.bodies = Int32Array.from(whole, ({ body }) => body);
    this.velocities = new BodyVelocities(whole);
    this.indexes = new Int32Array(scene.bodySlots.extent).fill(-1);
    this.slots.forEach((slot, i) => (this.indexes[slot] = i));
    this.kinematic = whole.filter(({ owner }) => owner.kind === "kinematic");
    this.damped = whole.flatMap(({ owner }, i) => {
      const isDamped = owner.linearDamping > 0 || owner.angularDamping > 0;
      return isDamped && owner.kind === "dynamic" ? [i] : [];
    });
  }

  get views(): MujocoViews {
    // Empty only after the memory has grown, which detaches the views: otherwise it contains at least the world itself.
    if (this.#views.xpos.length === 0) this.#views = viewsOf(this.model, this.data);
    return this.#views;
  }

  /** Returns undefined if there are no contacts. */
  contactRows(): ContactRows | undefined {
    const count = this.data.ncon;
    if (count === 0) return undefined;
    const { arenaDoubles: doubles, arenaInts: ints } = this.views;
    return { count, doubles, ints };
  }

  /** Returns whether the `i`-th whole body is kinematic with a velocity of zero. */
  isStill(i: number): boolean {
    if (this.kinematic.length === 0 || this.whole[i]!.owner.kind !== "kinematic") return false;
    const { velocity } = this.whole[i]!;
    const { qvel } = this.views;
    for (let k = velocity; k < velocity + 6; k++) if (qvel[k] !== 0) return false;
    return true;
  }

  setTimestep(seconds: number): void {
    if (seconds === this.#timestep) return;
    this.option.timestep = this.#timestep = seconds;
  }

  /** Computes poses and velocities of bodies from the joint coordinates. */
  locate(): void {
    this.mujoco.mj_kinematics(this.model, this.data);
    this.velocities.isStale = true;
  }

  /** Doubles the memory for contacts and the solver. Positions, velocities, motors and forces are kept. */
  enlarge(): void {
    const { model, data } = this;
    model.narena = 2 * data.narena;
    const larger = new this.mujoco.MjData(model);
    for (const name of ["qpos", "qvel", "qacc_warmstart", "ctrl", "qfrc_applied", "xfrc_applied"] as const) {
      larger[name].set(data[name]);
    }
    this.data = larger;
    data.delete();
    this.#views = viewsOf(model, larger);
    this.locate();
  }

  free(): void {
    this.data.delete();
    this.model.delete();
  }

  /** Sets moments of inertia that the text cannot express, and recomputes the constants that depend on them. */
  #setOddMoments(): void {
    if (this.text.oddMoments.size === 0) return;
    const moments = this.model.body_inertia;
    for (const [body, { x, y, z }] of this.text.oddMoments) moments.set([x, y, z], 3 * body);
    this.mujoco.mj_setConst(this.model, this.data);
  }

  /**
   * Corrects the solver's tolerance, which is relative to the mean inertia: the huge inertia of kinematic bodies would
   * spoil it.
   */
  #leaveOutKinematic(scene: MujocoScene): void {
    const first = this.text.statics + 1;
    const kind = (body: number) => scene.body(this.text.nodes[body - first]!.body).kind;
    const { dof_M0: inertia, dof_bodyid: bodies } = this.model;
    let [sum, count, all] = [0, 0, true];
    for (let dof = 0; dof < inertia.length; dof++) {
      if (kind(bodies[dof]!) === "kinematic") all = false;
      else {
        sum += inertia[dof]!;
        count++;
      }
    }
    if (!all) this.model.stat.meaninertia = count === 0 ? 1 : sum / count;
  }
}

function limitedJoints({ jnt_range: ranges, jnt_dofadr: velocities }: MjModel): MujocoModel["limited"] {
  const joints = Int32Array.from(velocities.keys()).filter((joint) => ranges[2 * joint]! < ranges[2 * joint + 1]!);
  return { joints, velocities: joints.map((joint) => velocities[joint]!) };
}
