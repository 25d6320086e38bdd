/** Version of the package; part of every saved state, because a different version gives different bits. */
export const MUJOCO_VERSION = "3.14.0";

/** An object in MuJoCo's memory: nothing frees it automatically. */
interface Handle {
  delete(): void;
}

/**
 * The part of MuJoCo's model that is used here. Arrays are views of its memory, and every access creates a new view.
 */
export interface MjModel extends Handle {
  /** Bytes that newly created data gets for contacts and the solver. */
  narena: number;
  readonly opt: MjOption;
  readonly stat: { meaninertia: number };
  readonly body_rootid: Int32Array;
  /** The tree of joined bodies that it belongs to; −1 if it cannot move. */
  readonly body_treeid: Int32Array;
  readonly body_inertia: Float64Array;
  readonly jnt_qposadr: Int32Array;
  readonly jnt_dofadr: Int32Array;
  /** Zeros if there is no range. (The package cannot return jnt_limited.) */
  readonly jnt_range: Float64Array;
  readonly jnt_margin: Float64Array;
  readonly dof_M0: Float64Array;
  readonly dof_invweight0: Float64Array;
  readonly dof_bodyid: Int32Array;
  readonly geom_bodyid: Int32Array;
  /** Lets rays skip geoms; not used for anything else. */
  readonly geom_group: Int32Array;
  readonly geom_type: Int32Array;
  readonly geom_size: Float64Array;
  readonly geom_rbound: Float64Array;
  readonly geom_friction: Float64Array;
  readonly geom_priority: Int32Array;
  readonly actuator_gainprm: Float64Array;
  readonly actuator_biasprm: Float64Array;
  readonly actuator_forcerange: Float64Array;
}

interface MjOption {
  timestep: number;
  readonly gravity: Float64Array;
}

export interface MjData extends Handle {
  readonly narena: number;
  readonly maxuse_arena: number;
  readonly ncon: number;
  /** Number of rows for equalities, joint friction and limits, in this order; those of contacts follow. */
  readonly ne: number;
  readonly nf: number;
  readonly nl: number;
  readonly arena: Uint8Array;
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly qacc_warmstart: Float64Array;
  readonly ctrl: Float64Array;
  readonly qfrc_applied: Float64Array;
  readonly xfrc_applied: Float64Array;
  readonly xpos: Float64Array;
  readonly xquat: Float64Array;
  /** Indexed by joint. */
  readonly xanchor: Float64Array;
  readonly xaxis: Float64Array;
  readonly xipos: Float64Array;
  readonly ximat: Float64Array;
  readonly subtree_com: Float64Array;
  /** Torque and force that act on each body by its parent in the tree, about the centre of mass of its tree. */
  readonly cfrc_int: Float64Array;
  readonly geom_xpos: Float64Array;
  readonly geom_xmat: Float64Array;
  readonly efc_force: Float64Array;
  readonly efc_vel: Float64Array;
  readonly efc_pos: Float64Array;
  readonly efc_margin: Float64Array;
  /** Per row of constraints, in full or compressed. */
  readonly efc_J: Float64Array;
  readonly efc_J_rownnz: Int32Array;
  readonly efc_J_rowadr: Int32Array;
  readonly efc_J_colind: Int32Array;
  readonly contact: Handle & { get(index: number): (Handle & ContactFields) | undefined };
}

/** Fields of a contact, for checking that its memory is read correctly. */
interface ContactFields {
  readonly dist: number;
  readonly pos: Float64Array;
  readonly frame: Float64Array;
  readonly solref: Float64Array;
  readonly solreffriction: Float64Array;
  readonly solimp: Float64Array;
  readonly friction: Float64Array;
  readonly mu: number;
  readonly geom1: number;
  readonly geom2: number;
  readonly exclude: number;
  readonly efc_address: number;
}

interface Buffer extends Handle {
  GetView(): Float64Array | Int32Array;
}

export interface Mujoco {
  readonly MjModel: { from_xml_string(xml: string): MjModel };
  readonly MjData: new (model: MjModel) => MjData;
  readonly IntBuffer: new (length: number) => Buffer;
  readonly DoubleBuffer: new (length: number) => Buffer;
  mj_versionString(): string;
  mj_isSparse(model: MjModel): number;
  mj_setConst(model: MjModel, data: MjData): void;
  mj_fwdPosition(model: MjModel, data: MjData): void;
  mj_fwdVelocity(model: MjModel, data: MjData): void;
  mj_fwdActuation(model: MjModel, data: MjData): void;
  mj_fwdAcceleration(model: MjModel, data: MjData): void;
  mj_fwdConstraint(model: MjModel, data: MjData): void;
  mj_RungeKutta(model: MjModel, data: MjData, order: number): void;
  mj_step(model: MjModel, data: MjData): void;
  mj_step2(model: MjModel, data: MjData): void;
  mj_kinematics(model: MjModel, data: MjData): void;
  mj_rnePostConstraint(model: MjModel, data: MjData): void;
  /** Casts rays from one origin; writes distances and geoms, −1 for a ray that hits nothing. */
  mj_multiRay(
    model: MjModel,
    data: MjData,
    origin: readonly number[],
    directions: Float64Array,
    groups: readonly number[] | null,
    statics: boolean,
    exclude: number,
    geoms: Buffer,
    distances: Buffer,
    normals: Buffer | null,
    count: number,
    cutoff: number,
  ): void;
}

let loading: Promise<Mujoco> | undefined;

/** Loads the wasm module once per process. */
export function loadMujoco(): Promise<Mujoco> {
  loading ??= initialise();
  return loading;
}

async function initialise(): Promise<Mujoco> {
  // Loaded on demand: it has 10 MB.
  const { default: load } = await import("@mujoco/mujoco");
  const mujoco = (await load()) as unknown as Mujoco;
  const version = mujoco.mj_versionString();
  if (version !== MUJOCO_VERSION) {
    throw new Error(`MuJoCo is ${version}, but states and memory layout are those of ${MUJOCO_VERSION}`);
  }
  checkContactLayout(mujoco);
  return mujoco;
}

/**
 * Number of doubles and 32-bit integers of one contact in MuJoCo's memory; the list begins at the start of the arena.
 */
export const CONTACT_DOUBLES = 73;
export const CONTACT_INTS = 2 * CONTACT_DOUBLES;
export const contactDouble = {
  distance: 0,
  position: 1,
  frame: 4,
  friction: 14,
  solref: 19,
  solrefFriction: 21,
  solimp: 23,
  cone: 29,
} as const;
export const contactInt = { geom1: 133, geom2: 134, exclude: 143, row: 144 } as const;

/**
 * Checks the memory layout of contacts. The package returns contacts one by one, as copies, while this engine reads and
 * writes them in place.
 */
function checkContactLayout(mujoco: Mujoco): void {
  const model = mujoco.MjModel.from_xml_string(
    `<mujoco><worldbody><geom type="plane" size="0 0 1" solref="0.03 1"/>
    <body pos="1 2 0.09"><freejoint/><geom type="box" size="0.1 0.2 0.1"/></body></worldbody></mujoco>`,
  );
  const data = new mujoco.MjData(model);
  mujoco.mj_fwdPosition(model, data);
  const { buffer, byteOffset } = data.arena;
  const copies = data.contact;
  // The second contact, because its place depends on the size of the first.
  const copy = copies.get(1);
  const doubles = new Float64Array(buffer, byteOffset + 8 * CONTACT_DOUBLES, CONTACT_DOUBLES);
  const ints = new Int32Array(buffer, byteOffset + 4 * CONTACT_INTS, CONTACT_INTS);
  const is = (at: number, values: ArrayLike<number>): boolean =>
    Array.from(values).every((value, i) => doubles[at + i] === value);
  const fits =
    copy !== undefined &&
    is(contactDouble.distance, [copy.dist]) &&
    is(contactDouble.position, copy.pos) &&
    is(contactDouble.frame, copy.frame) &&
    is(contactDouble.friction, copy.friction) &&
    is(contactDouble.solref, copy.solref) &&
    is(contactDouble.solrefFriction, copy.solreffriction) &&
    is(contactDouble.solimp, copy.solimp) &&
    is(contactDouble.cone, [copy.mu]) &&
    ints[contactInt.geom1] === copy.geom1 &&
    ints[contactInt.geom2] === copy.geom2 &&
    ints[contactInt.exclude] === copy.exclude &&
    ints[contactInt.row] === copy.efc_address;
  for (const handle of [copy, copies, data, model]) handle?.delete();
  if (!fits) throw new Error(`the contacts of MuJoCo ${MUJOCO_VERSION} are not laid out in memory as expected`);
}
