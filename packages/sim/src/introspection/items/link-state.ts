import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Gravity, GravityEnabled, Inertial } from "../../components/physics.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { worldPoseInto } from "../../entities/find.ts";
import { addCross, addRotated, multiplyQuats } from "./flat-vectors.ts";

/** Indexes into the numbers of a link, which are in world axes and SI units. */
export const MASS = 0;
export const CENTRE = 1;
/** Of the centre of mass. */
export const VELOCITY = 4;
export const SPIN = 7;
/** kg·m/s. */
export const MOMENTUM = 10;
/** kg·m²/s about the centre of mass. */
export const ANGULAR_MOMENTUM = 13;
/** m/s²; zero where gravity is switched off. */
export const GRAVITY = 16;
export const POSE = 19;
const COUNT = 26;

/** Counts the moments at which items are read. Whatever was worked out at an earlier moment is out of date. */
export interface Moments {
  readonly now: number;
}

/** How a link moves at one moment, worked out once for all items that need it. Allocates nothing in a step. */
export class LinkState {
  readonly numbers = new Float64Array(COUNT);
  readonly #world: World;
  readonly #root: Entity;
  readonly #link: Entity;
  readonly #moments: Moments;
  #knownAt = -1;
  #exists = false;

  constructor(world: World, root: Entity, link: Entity, moments: Moments) {
    this.#world = world;
    this.#root = root;
    this.#link = link;
    this.#moments = moments;
  }

  /** Brings `numbers` up to date. Returns whether the link exists. */
  update(): boolean {
    if (this.#knownAt === this.#moments.now) return this.#exists;
    this.#knownAt = this.#moments.now;
    this.#exists = this.#world.exists(this.#link);
    if (this.#exists) this.#read();
    return this.#exists;
  }

  /** In joules: of the motion of the centre of mass, and of the rotation about it. */
  get kineticEnergy(): number {
    const { numbers } = this;
    return (dot(numbers, VELOCITY, MOMENTUM) + dot(numbers, SPIN, ANGULAR_MOMENTUM)) / 2;
  }

  /** In joules, in the world's gravity; zero at the world's origin. */
  get potentialEnergy(): number {
    return -this.numbers[MASS]! * dot(this.numbers, GRAVITY, CENTRE);
  }

  /** Adds the linear momentum, and the angular momentum about the world's origin, to six numbers. */
  addMomentum(sum: Float64Array): void {
    const { numbers } = this;
    for (let i = 0; i < 6; i++) sum[i]! += numbers[MOMENTUM + i]!;
    addCross(sum, 3, numbers, CENTRE, numbers, MOMENTUM);
  }

  #read(): void {
    const { numbers } = this;
    const world = this.#world;
    const inertial = world.get(this.#link, Inertial) ?? DEFAULT_INERTIAL;
    const { mass, pose } = inertial;
    worldPoseInto(world, this.#link, numbers, POSE);
    readVector(world, this.#link, WorldAngularVelocity, numbers, SPIN);
    readVector(world, this.#link, WorldLinearVelocity, numbers, VELOCITY);
    numbers[MASS] = mass;

    // The centre of mass, and its velocity, which follows from that of the link's origin.
    // Loops instead of fill(), which takes longer than all of the arithmetic for so few numbers.
    for (let i = 0; i < 3; i++) arm[i] = 0;
    addRotated(arm, 0, numbers, POSE + 3, pose.x, pose.y, pose.z);
    for (let i = 0; i < 3; i++) numbers[CENTRE + i] = numbers[POSE + i]! + arm[i]!;
    addCross(numbers, VELOCITY, numbers, SPIN, arm, 0);
    for (let i = 0; i < 3; i++) numbers[MOMENTUM + i] = mass * numbers[VELOCITY + i]!;

    // The inertia has axes of its own.
    inner[0] = pose.qx;
    inner[1] = pose.qy;
    inner[2] = pose.qz;
    inner[3] = pose.qw;
    multiplyQuats(axes, numbers, POSE + 3, inner);
    for (let i = 0; i < 3; i++) back[i] = -axes[i]!;
    back[3] = axes[3]!;
    for (let i = 0; i < 3; i++) own[i] = 0;
    addRotated(own, 0, back, 0, numbers[SPIN]!, numbers[SPIN + 1]!, numbers[SPIN + 2]!);
    const { ixx, iyy, izz, ixy, ixz, iyz } = inertial;
    const x = own[0]!;
    const y = own[1]!;
    const z = own[2]!;
    const lx = ixx * x + ixy * y + ixz * z;
    const ly = ixy * x + iyy * y + iyz * z;
    const lz = ixz * x + iyz * y + izz * z;
    for (let i = 0; i < 3; i++) numbers[ANGULAR_MOMENTUM + i] = 0;
    addRotated(numbers, ANGULAR_MOMENTUM, axes, 0, lx, ly, lz);

    this.#readGravity();
  }

  #readGravity(): void {
    const { numbers } = this;
    const world = this.#world;
    const switches = world.column(GravityEnabled);
    const row = switches.row(this.#link);
    if (row >= 0 && switches.data[row * switches.stride] === 0) {
      for (let i = 0; i < 3; i++) numbers[GRAVITY + i] = 0;
    } else if (world.has(this.#root, Gravity)) readVector(world, this.#root, Gravity, numbers, GRAVITY);
    else {
      const { x, y, z } = DEFAULT_GRAVITY;
      numbers[GRAVITY] = x;
      numbers[GRAVITY + 1] = y;
      numbers[GRAVITY + 2] = z;
    }
  }
}

const DEFAULT_INERTIAL = Inertial.initial();
const DEFAULT_GRAVITY = Gravity.initial();
const arm = new Float64Array(3);
const inner = new Float64Array(4);
const axes = new Float64Array(4);
const back = new Float64Array(4);
const own = new Float64Array(3);

type Numbers3 = { readonly x: number; readonly y: number; readonly z: number };

/** Writes the vector of a component; zeros if the entity lacks it. */
export function readVector(
  world: World,
  entity: Entity,
  of: NumericComponent<Numbers3>,
  out: Float64Array,
  at: number,
): void {
  const column = world.column(of);
  const from = column.row(entity) * 3;
  for (let i = 0; i < 3; i++) out[at + i] = from < 0 ? 0 : column.data[from + i]!;
}

function dot(numbers: Float64Array, a: number, b: number): number {
  return numbers[a]! * numbers[b]! + numbers[a + 1]! * numbers[b + 1]! + numbers[a + 2]! * numbers[b + 2]!;
}
