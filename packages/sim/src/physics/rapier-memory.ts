import * as rapier from "@dimforge/rapier3d-simd-compat";
import { BODY_RECORD } from "./engine.ts";
import { slotOf } from "./rapier-slots.ts";

/** Gives the whole handle of a slot; only the getters need it. */
export interface Handles {
  handle(slot: number): number;
}

/** Reads bodies of one world in bulk. `begin` comes before every batch: a step, an edit or a restore may move the memory. */
export interface BodyReader {
  begin(world: rapier.World): void;
  /** How many dynamic and kinematic bodies the last step left awake. */
  readonly awake: number;
  awakeSlot(index: number): number;
  /** Writes one record of BODY_RECORD numbers. */
  read(slot: number, slots: Handles, out: Float64Array, at: number): void;
  /** As `read`, but only rotation and angular velocity need be right afterwards: all that the angle of a joint takes. */
  readTurn(slot: number, slots: Handles, out: Float64Array): void;
  /**
   * Speeds, m/s and rad/s, below which a body may sleep. Rapier's own put one to sleep that moves at 0.09 m/s and turns
   * at 0.4 rad/s; the package has no call to change them. Does nothing where memory cannot be reached.
   */
  setSleepSpeeds(handle: number, linear: number, angular: number): void;
}

// Of rapier3d-simd-compat 0.20.0, in bytes. Found by search and checked by `memoryIsAsExpected` at every start.
const ENTRIES = 472;
const ENTRY_SIZE = 448;
const ROTATION = 16;
const TRANSLATION = 32;
const SLEEP_SPEEDS = 112;
const CENTRE_OF_MASS = 232;
const LINEAR_VELOCITY = 296;
const ANGULAR_VELOCITY = 308;
const HAS_AWAKE_SET = 8;
const AWAKE_SET = 12;
const SETS = 316;
const SET_SIZE = 12;
const SET_HANDLES = 4;
const SET_COUNT = 8;

/** Straight from wasm memory: 6 µs per 1,000 bodies, where the getters take 290. */
export class MemoryReader implements BodyReader {
  readonly #memory: WebAssembly.Memory;
  #buffer: ArrayBuffer;
  #words: Uint32Array;
  #floats: Float32Array;
  #entries = 0;
  #handles = 0;
  awake = 0;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#buffer = memory.buffer;
    this.#words = new Uint32Array(memory.buffer);
    this.#floats = new Float32Array(memory.buffer);
  }

  begin(world: rapier.World): void {
    if (this.#memory.buffer !== this.#buffer) {
      this.#buffer = this.#memory.buffer;
      this.#words = new Uint32Array(this.#buffer);
      this.#floats = new Float32Array(this.#buffer);
    }
    const words = this.#words;
    const islands = addressOf(world.islands.raw);
    this.#entries = words[(addressOf(world.bodies.raw) + ENTRIES) >> 2]! >> 2;
    // Bodies are kept in sets: one of all that are awake, if any, and one for each sleeping island.
    if (words[(islands + HAS_AWAKE_SET) >> 2] === 1) {
      const set = words[(islands + SETS) >> 2]! + SET_SIZE * words[(islands + AWAKE_SET) >> 2]!;
      this.awake = words[(set + SET_COUNT) >> 2]!;
      this.#handles = words[(set + SET_HANDLES) >> 2]! >> 2;
    } else {
      this.awake = 0;
    }
  }

  awakeSlot(index: number): number {
    return this.#words[this.#handles + 2 * index]!;
  }

  read(slot: number, _slots: Handles, out: Float64Array, at: number): void {
    const f = this.#floats;
    const entry = this.#entries + slot * (ENTRY_SIZE >> 2);
    const position = entry + (TRANSLATION >> 2);
    const rotation = entry + (ROTATION >> 2);
    const centre = entry + (CENTRE_OF_MASS >> 2);
    const linear = entry + (LINEAR_VELOCITY >> 2);
    const angular = entry + (ANGULAR_VELOCITY >> 2);
    const x = f[position]!;
    const y = f[position + 1]!;
    const z = f[position + 2]!;
    const wx = f[angular]!;
    const wy = f[angular + 1]!;
    const wz = f[angular + 2]!;
    // From the centre of mass, whose velocity Rapier keeps, to the origin.
    const rx = x - f[centre]!;
    const ry = y - f[centre + 1]!;
    const rz = z - f[centre + 2]!;
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
    out[at + 3] = f[rotation]!;
    out[at + 4] = f[rotation + 1]!;
    out[at + 5] = f[rotation + 2]!;
    out[at + 6] = f[rotation + 3]!;
    out[at + 7] = f[linear]! + wy * rz - wz * ry;
    out[at + 8] = f[linear + 1]! + wz * rx - wx * rz;
    out[at + 9] = f[linear + 2]! + wx * ry - wy * rx;
    out[at + 10] = wx;
    out[at + 11] = wy;
    out[at + 12] = wz;
  }

  readTurn(slot: number, _slots: Handles, out: Float64Array): void {
    const f = this.#floats;
    const entry = this.#entries + slot * (ENTRY_SIZE >> 2);
    const rotation = entry + (ROTATION >> 2);
    const angular = entry + (ANGULAR_VELOCITY >> 2);
    out[3] = f[rotation]!;
    out[4] = f[rotation + 1]!;
    out[5] = f[rotation + 2]!;
    out[6] = f[rotation + 3]!;
    out[10] = f[angular]!;
    out[11] = f[angular + 1]!;
    out[12] = f[angular + 2]!;
  }

  setSleepSpeeds(handle: number, linear: number, angular: number): void {
    const at = this.#entries + slotOf(handle) * (ENTRY_SIZE >> 2) + (SLEEP_SPEEDS >> 2);
    // Rapier compares with twice the linear number (measured).
    this.#floats[at] = linear / 2;
    this.#floats[at + 1] = angular;
  }

  /** What `setSleepSpeeds` writes. */
  sleepSpeeds(handle: number): [number, number] {
    const at = this.#entries + slotOf(handle) * (ENTRY_SIZE >> 2) + (SLEEP_SPEEDS >> 2);
    return [2 * this.#floats[at]!, this.#floats[at + 1]!];
  }
}

/** Through the package's own calls: the fallback, and the yardstick of the other. */
export class GetterReader implements BodyReader {
  readonly #scratch = new Float32Array(4);
  #bodies: rapier.RigidBodySet["raw"] | undefined;
  #slots = new Int32Array(64);
  awake = 0;

  begin(world: rapier.World): void {
    this.#bodies = world.bodies.raw;
    this.awake = 0;
    world.islands.raw.forEachActiveRigidBodyHandle((handle: number) => {
      if (this.awake === this.#slots.length) {
        const larger = new Int32Array(this.#slots.length * 2);
        larger.set(this.#slots);
        this.#slots = larger;
      }
      this.#slots[this.awake++] = slotOf(handle);
    });
  }

  awakeSlot(index: number): number {
    return this.#slots[index]!;
  }

  read(slot: number, slots: Handles, out: Float64Array, at: number): void {
    const bodies = this.#bodies!;
    const handle = slots.handle(slot);
    const s = this.#scratch;
    bodies.rbTranslation(handle, s);
    const [x, y, z] = [s[0]!, s[1]!, s[2]!];
    bodies.rbRotation(handle, s);
    out.set(s, at + 3);
    bodies.rbWorldCom(handle, s);
    const [rx, ry, rz] = [x - s[0]!, y - s[1]!, z - s[2]!];
    bodies.rbAngvel(handle, s);
    const [wx, wy, wz] = [s[0]!, s[1]!, s[2]!];
    bodies.rbLinvel(handle, s);
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
    out[at + 7] = s[0]! + wy * rz - wz * ry;
    out[at + 8] = s[1]! + wz * rx - wx * rz;
    out[at + 9] = s[2]! + wx * ry - wy * rx;
    out[at + 10] = wx;
    out[at + 11] = wy;
    out[at + 12] = wz;
  }

  readTurn(slot: number, slots: Handles, out: Float64Array): void {
    this.read(slot, slots, out, 0);
  }

  setSleepSpeeds(): void {}
}

let checked: boolean | undefined;

/** Memory where its layout is as expected, else the getters. */
export function bodyReader(memory: WebAssembly.Memory | undefined): BodyReader {
  return memory && canReadMemory(memory) ? new MemoryReader(memory) : new GetterReader();
}

export function canReadMemory(memory: WebAssembly.Memory | undefined): boolean {
  return memory !== undefined && (checked ??= memoryIsAsExpected(memory));
}

/** Compares every number both ways in a small world whose bodies fall, rest, sleep, wake, go and come back. */
export function memoryIsAsExpected(memory: WebAssembly.Memory): boolean {
  const world = new rapier.World({ x: 0, y: 0, z: -9.81 });
  const reader = new MemoryReader(memory);
  try {
    const bodies = fillTestWorld(world);
    let same = readersAgree(world, reader);
    const run = (steps: number) => {
      for (let i = 0; i < steps; i++) world.step();
      same &&= readersAgree(world, reader);
    };
    run(3);
    bodies[2]!.setLinvel({ x: 0, y: 0, z: 0 }, true);
    bodies[2]!.setAngvel({ x: 0, y: 0, z: 0 }, true);
    run(120);
    same &&= reader.awake === 0;
    bodies[4]!.wakeUp();
    run(1);
    same &&= reader.awake > 0 && reader.awake < 4;
    world.removeRigidBody(bodies[3]!);
    bodies[5]!.setTranslation({ x: 1, y: 2, z: 3 }, true);
    run(2);
    reader.setSleepSpeeds(bodies[6]!.handle, 0.125, 0.25);
    const copy = rapier.World.restoreSnapshot(world.takeSnapshot());
    same &&= readersAgree(copy, reader) && reader.sleepSpeeds(bodies[6]!.handle).join() === "0.125,0.25";
    // Those not written to must have the numbers that are known to be Rapier's.
    same &&= reader.sleepSpeeds(bodies[0]!.handle).join() === [2 * Math.fround(0.05), 0.5].join();
    copy.free();
    return same;
  } finally {
    world.free();
  }
}

/** A dynamic, a fixed and a kinematic body and four more boxes, two of them a stack, above a plane; centres of mass aside. */
function fillTestWorld(world: rapier.World): rapier.RigidBody[] {
  const { Dynamic, Fixed, KinematicVelocityBased } = rapier.RigidBodyType;
  const bodies = Array.from({ length: 7 }, (_, i) => {
    const desc = new rapier.RigidBodyDesc([Dynamic, Fixed, KinematicVelocityBased][i] ?? Dynamic);
    desc.setTranslation(i === 4 ? 9 : 3 * i, 0.5, i === 4 ? 1.5 : 0.5).setRotation({ x: 0, y: 0, z: 0.6, w: 0.8 });
    if (i !== 1)
      desc.setAdditionalMassProperties(
        2,
        { x: 0.1, y: -0.05, z: 0.02 },
        { x: 1, y: 2, z: 2.5 },
        { x: 0, y: 0, z: 0, w: 1 },
      );
    if (i < 3) desc.setLinvel(0.1, 0.2, 0.3 * i).setAngvel({ x: 0.1 * i, y: 0, z: 0.2 });
    const body = world.createRigidBody(desc);
    world.createCollider(rapier.ColliderDesc.cuboid(0.5, 0.5, 0.5), body);
    return body;
  });
  world
    .createCollider(new rapier.ColliderDesc(new rapier.HalfSpace({ x: 0, y: 0, z: 1 })), bodies[1])
    .setTranslationWrtParent({ x: 0, y: 0, z: -0.5 });
  return bodies;
}

/** Whether memory and getters give the same of every body. */
export function readersAgree(world: rapier.World, memory: MemoryReader): boolean {
  const getters = new GetterReader();
  memory.begin(world);
  getters.begin(world);
  if (memory.awake !== getters.awake) return false;
  for (let i = 0; i < memory.awake; i++) if (memory.awakeSlot(i) !== getters.awakeSlot(i)) return false;
  const a = new Float64Array(BODY_RECORD);
  const b = new Float64Array(BODY_RECORD);
  let same = true;
  world.bodies.forEach((body) => {
    const self = { handle: () => body.handle };
    memory.read(slotOf(body.handle), self, a, 0);
    getters.read(slotOf(body.handle), self, b, 0);
    for (let i = 0; i < BODY_RECORD; i++) same &&= a[i] === b[i];
  });
  return same;
}

/** Where a wrapper's struct lies in wasm memory. */
export function addressOf(wrapper: object): number {
  return (wrapper as { readonly __wbg_ptr: number }).__wbg_ptr;
}
