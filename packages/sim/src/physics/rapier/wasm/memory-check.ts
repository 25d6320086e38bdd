import * as rapier from "@dimforge/rapier3d-simd-compat";
import { BODY_RECORD } from "../../engine.ts";
import { ContactImpulses } from "../contacts.ts";
import { touchEitherWay } from "../filter-mode.ts";
import { MemoryReader, UnknownLayout, type BodyReader, type Handles } from "./memory.ts";
import { applySettings } from "./settings.ts";
import { slotOf } from "../slots.ts";

/**
 * Throws unless everything that Orrery reads from Rapier's memory, or writes to it, lies where it should. Otherwise a world would
 * run with other settings and other contacts than everywhere else, and nobody would be told.
 */
export function checkMemory(memory: WebAssembly.Memory): void {
  const world = new rapier.World({ x: 0, y: 0, z: -9.81 });
  try {
    const bodies = fillTestWorld(world);
    for (const [i, body] of bodies.entries()) {
      const collider = body.collider(0);
      collider.setCollisionGroups(0x10ff_20ff + i);
      touchEitherWay(world, memory, collider);
    }
    if (!bodiesAreAsExpected(world, bodies, memory)) throw new UnknownLayout("bodies");
    if (!contactsAreAsExpected(world, new ContactImpulses(memory))) throw new UnknownLayout("contacts");
    applySettings(world, memory);
  } finally {
    world.free();
  }
}

/** Compares every number both ways while bodies fall, rest, sleep, wake, go and come back. */
function bodiesAreAsExpected(
  world: rapier.World,
  bodies: readonly rapier.RigidBody[],
  memory: WebAssembly.Memory,
): boolean {
  const reader = new MemoryReader(memory);
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
  // Nothing may be written to a place that is not known.
  if (!same) return false;
  reader.setSleepSpeeds(bodies[6]!.handle, 0.125, 0.25);
  const copy = rapier.World.restoreSnapshot(world.takeSnapshot());
  same &&= readersAgree(copy, reader) && reader.sleepSpeeds(bodies[6]!.handle).join() === "0.125,0.25";
  // Those not written to must have the numbers that are known to be Rapier's.
  same &&= reader.sleepSpeeds(bodies[0]!.handle).join() === [2 * Math.fround(0.05), 0.5].join();
  copy.free();
  return same;
}

/** Compares the contacts of bodies that lie on one another. */
function contactsAreAsExpected(world: rapier.World, impulses: ContactImpulses): boolean {
  let points = 0;
  let same = true;
  world.colliders.forEach(({ handle }) => {
    world.narrowPhase.contactPairsWith(handle, (other) => {
      world.narrowPhase.contactPair(handle, other, world.bodies, (manifold) => {
        points += manifold.numContacts();
        impulses.begin(manifold);
        same &&= impulses.agreesWith(manifold);
      });
    });
  });
  return same && points > 0;
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

/** Returns whether memory and getters give the same numbers for every body. */
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

/** Reads bodies through the package's own calls: slow, and what memory is compared with. */
class GetterReader implements BodyReader {
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
