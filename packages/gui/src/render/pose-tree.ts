import { composeInto, type Vec3 } from "@orrery/sim";
import { grown } from "@orrery/sim/host";

/** Numbers of a pose: x y z qx qy qz qw. */
export const POSE = 7;

/**
 * Poses relative to each other, in flat arrays, with parents before their children: one sweep computes the world poses.
 * A node can be placed at a pose, or sent there; a sent node moves as far as `advance` says. A held node stays at its
 * held pose, whatever arrives; when it is released, it continues where it would have been.
 */
export class PoseTree {
  count = 0;
  /** Per node; −1 for nodes directly below the world. */
  parents = new Int32Array(64);
  /** Relative to the parent, as shown. */
  local = new Float64Array(64 * POSE);
  world = new Float64Array(64 * POSE);
  /** 1 if the last `update` moved the node in the world. */
  moved = new Uint8Array(64);
  #start = new Float64Array(64 * POSE);
  #goal = new Float64Array(64 * POSE);
  /** 1 if the pose in the parent has changed since the last `update`. */
  #isTouched = new Uint8Array(64);
  #isOnWay = new Uint8Array(64);
  #isHeld = new Uint8Array(64);
  /** Per node: the stretched node that it is a part of, or −1. Valid while `isStretched`. */
  stretchedBy = new Int32Array(64);
  readonly #factors = new Map<number, Vec3>();
  #wasStretched = false;
  /** The nodes that are moving. */
  #onWay = new Int32Array(64);
  #onWayCount = 0;
  #isAnyTouched = false;

  /** Number of nodes that are moving. */
  get movingCount(): number {
    return this.#onWayCount;
  }

  /** Whether anything is shown at a different size, or was until the last `update`. */
  get isStretched(): boolean {
    return this.#wasStretched || this.#factors.size > 0;
  }

  add(parent: number): number {
    const node = this.count++;
    if (node >= this.parents.length) this.#grow();
    this.parents[node] = parent;
    this.#isOnWay[node] = this.#isHeld[node] = 0;
    this.stretchedBy[node] = -1;
    this.place(node, IDENTITY, 0);
    return node;
  }

  /** Sets the parent. Returns whether the parent precedes the node, as it must. */
  setParent(node: number, parent: number): boolean {
    this.parents[node] = parent;
    this.#touch(node);
    return parent < node;
  }

  clear(): void {
    this.count = this.#onWayCount = 0;
    this.#isOnWay.fill(0);
    this.#isHeld.fill(0);
    this.#factors.clear();
    this.#isTouched.fill(0);
    this.moved.fill(0);
  }

  /** Puts the node at a pose at once. */
  place(node: number, pose: ArrayLike<number>, at: number): void {
    const to = node * POSE;
    for (let k = 0; k < POSE; k++) this.#goal[to + k] = this.#start[to + k] = pose[at + k]!;
    if (this.#isHeld[node] === 1) return;
    for (let k = 0; k < POSE; k++) this.local[to + k] = pose[at + k]!;
    this.#touch(node);
  }

  /** Shows the node at a pose, with everything below it scaled along its axes. */
  hold(node: number, pose: ArrayLike<number>, factors?: Vec3): void {
    const to = node * POSE;
    for (let k = 0; k < POSE; k++) this.local[to + k] = pose[k]!;
    this.#isHeld[node] = 1;
    if (factors === undefined) this.#factors.delete(node);
    else this.#factors.set(node, factors);
    this.#touch(node);
  }

  letGo(node: number): void {
    if (this.#isHeld[node] !== 1) return;
    this.#isHeld[node] = 0;
    this.#factors.delete(node);
    const at = node * POSE;
    if (this.#isOnWay[node] === 0) for (let k = 0; k < POSE; k++) this.local[at + k] = this.#goal[at + k]!;
    // From its last shown pose, not from where its motion started.
    else for (let k = 0; k < POSE; k++) this.#start[at + k] = this.local[at + k]!;
    this.#touch(node);
  }

  /** Returns the scale of a node that `stretchedBy` names. */
  factorsOf(node: number): Vec3 {
    return this.#factors.get(node) ?? ONE;
  }

  /** Starts moving the node to a pose. */
  send(node: number, pose: ArrayLike<number>, at: number): void {
    const to = node * POSE;
    if (this.#isOnWay[node] === 0) {
      this.#isOnWay[node] = 1;
      this.#onWay[this.#onWayCount++] = node;
      for (let k = 0; k < POSE; k++) this.#start[to + k] = this.local[to + k]!;
    }
    for (let k = 0; k < POSE; k++) this.#goal[to + k] = pose[at + k]!;
  }

  /** Restarts the motion of all moving nodes from their present poses, with `progress` from 0 to 1. */
  restart(progress: number): void {
    if (progress >= 1) return this.arrive();
    for (let i = 0; i < this.#onWayCount; i++) {
      const at = this.#onWay[i]! * POSE;
      between(this.#start, this.#start, this.#goal, at, progress);
    }
  }

  /** Shows all moving nodes at this progress, 0 to 1. */
  advance(progress: number): void {
    if (progress >= 1) return this.arrive();
    for (let i = 0; i < this.#onWayCount; i++) {
      const node = this.#onWay[i]!;
      if (this.#isHeld[node] === 1) continue;
      between(this.local, this.#start, this.#goal, node * POSE, progress);
      this.#isTouched[node] = 1;
    }
    if (this.#onWayCount > 0) this.#isAnyTouched = true;
  }

  /** Moves all nodes exactly to their target poses. */
  arrive(): void {
    for (let i = 0; i < this.#onWayCount; i++) {
      const node = this.#onWay[i]!;
      const at = node * POSE;
      this.#isOnWay[node] = 0;
      for (let k = 0; k < POSE; k++) this.#start[at + k] = this.#goal[at + k]!;
      if (this.#isHeld[node] === 1) continue;
      for (let k = 0; k < POSE; k++) this.local[at + k] = this.#goal[at + k]!;
      this.#touch(node);
    }
    this.#onWayCount = 0;
  }

  /** Computes the world poses. Returns whether anything has moved since the last call. */
  update(): boolean {
    const { count, parents, local, world, moved } = this;
    if (!this.#isAnyTouched) {
      moved.fill(0, 0, count);
      return false;
    }
    const touched = this.#isTouched;
    const isStretched = this.isStretched;
    for (let node = 0; node < count; node++) {
      const parent = parents[node]!;
      const isMoved = touched[node]! | (parent < 0 ? 0 : moved[parent]!);
      moved[node] = isMoved;
      if (isMoved === 0) continue;
      touched[node] = 0;
      if (isStretched) {
        this.stretchedBy[node] = this.#factors.has(node) ? node : parent < 0 ? -1 : this.stretchedBy[parent]!;
      }
      const at = node * POSE;
      if (parent >= 0) composeInto(world, at, world, parent * POSE, local, at);
      else for (let k = 0; k < POSE; k++) world[at + k] = local[at + k]!;
    }
    this.#wasStretched = this.#factors.size > 0;
    this.#isAnyTouched = false;
    return true;
  }

  #touch(node: number): void {
    this.#isTouched[node] = 1;
    this.#isAnyTouched = true;
  }

  #grow(): void {
    const size = this.parents.length * 2;
    this.parents = grown(this.parents, new Int32Array(size));
    this.local = grown(this.local, new Float64Array(size * POSE));
    this.world = grown(this.world, new Float64Array(size * POSE));
    this.moved = grown(this.moved, new Uint8Array(size));
    this.#start = grown(this.#start, new Float64Array(size * POSE));
    this.#goal = grown(this.#goal, new Float64Array(size * POSE));
    this.#isTouched = grown(this.#isTouched, new Uint8Array(size));
    this.#isOnWay = grown(this.#isOnWay, new Uint8Array(size));
    this.#isHeld = grown(this.#isHeld, new Uint8Array(size));
    this.stretchedBy = grown(this.stretchedBy, new Int32Array(size));
    this.#onWay = grown(this.#onWay, new Int32Array(size));
  }
}

const IDENTITY = [0, 0, 0, 0, 0, 0, 1];
const ONE: Vec3 = { x: 1, y: 1, z: 1 };

/**
 * Interpolates a pose, straight in space and along the shorter arc in rotation; `at` is its offset in all three arrays.
 */
function between(out: Float64Array, a: Float64Array, b: Float64Array, at: number, share: number): void {
  out[at] = a[at]! + (b[at]! - a[at]!) * share;
  out[at + 1] = a[at + 1]! + (b[at + 1]! - a[at + 1]!) * share;
  out[at + 2] = a[at + 2]! + (b[at + 2]! - a[at + 2]!) * share;
  const i = at + 3;
  const j = at + 4;
  const k = at + 5;
  const l = at + 6;
  const cosine = a[i]! * b[i]! + a[j]! * b[j]! + a[k]! * b[k]! + a[l]! * b[l]!;
  const from = 1 - share;
  // Of the two quaternions of a rotation, takes the nearer one.
  const to = cosine < 0 ? -share : share;
  const x = a[i]! * from + b[i]! * to;
  const y = a[j]! * from + b[j]! * to;
  const z = a[k]! * from + b[k]! * to;
  const w = a[l]! * from + b[l]! * to;
  const size = Math.sqrt(x * x + y * y + z * z + w * w);
  const scale = size > 0 ? 1 / size : 1;
  out[i] = x * scale;
  out[j] = y * scale;
  out[k] = z * scale;
  out[l] = size > 0 ? w * scale : 1;
}
