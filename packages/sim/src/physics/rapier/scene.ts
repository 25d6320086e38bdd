import * as rapier from "@dimforge/rapier3d-simd-compat";
import type { Vec3 } from "../../base/vec3.ts";
import type { BodyId } from "../engine.ts";
import { MovedSlots } from "../moved-slots.ts";
import { RapierBodies } from "./rapier-bodies.ts";
import { RapierShapes } from "./rapier-shapes.ts";
import { RapierForces } from "./forces.ts";
import { CHILD, PARENT } from "./joints/joint-table.ts";
import { RapierJoints } from "./joints/rapier-joints.ts";
import { RapierLandings } from "./landing.ts";
import { slotOf } from "./slots.ts";
import type { BodyReader } from "./wasm/body-reader.ts";
import { isTrap } from "./wasm/module.ts";
import type { RapierMemory } from "./wasm/rapier-memory.ts";
import { bytesOf, numbersOf } from "../typed-arrays.ts";
import { packState, unpackState } from "./state.ts";

/**
 * 8 sections of bodies, 5 of shapes, 6 of joints, forces, moved bodies, moved joints, stale shapes, bodies to remove.
 */
const SECTIONS = 8 + 5 + 6 + 1 + 3 + 1;

/** A Rapier world with the data that Rapier does not store: together, everything in a saved state. */
export class RapierScene {
  readonly world: rapier.World;
  readonly memory: RapierMemory;
  /** Reads the motion of the world's bodies. */
  readonly reader: BodyReader;
  readonly bodies: RapierBodies;
  readonly shapes: RapierShapes;
  readonly joints: RapierJoints;
  readonly forces: RapierForces;
  /** Bodies and joints that the next read will report. */
  readonly moved: MovedSlots;
  readonly movedJoints: MovedSlots;
  /** Shapes that have changed since Rapier's tree for rays was updated. */
  readonly stale: MovedSlots;
  /** Rapier's handles of removed bodies, which are removed from Rapier right before the next step: see RapierJoints. */
  leaving: number[];
  /** Bodies that were awake after the last step; Rapier has this information too. */
  awake = new MovedSlots();
  /** Bodies whose joints must be recomputed; none when a state is saved. */
  readonly unread = new MovedSlots();
  #asleep = new MovedSlots();
  /** Whether masses of welded bodies may have to be redistributed. Setting it unnecessarily is harmless. */
  weldsChanged = true;
  /** Whether joints may have forces for the next step. Setting it unnecessarily is harmless. */
  hasJointForces = true;
  #obstaclesChanged = false;
  readonly landings = new RapierLandings();

  private constructor(world: rapier.World, memory: RapierMemory, parts: Parts) {
    this.world = world;
    this.memory = memory;
    this.reader = memory.bodiesOf(world);
    this.bodies = parts.bodies;
    this.shapes = parts.shapes;
    this.joints = parts.joints;
    this.forces = parts.forces;
    this.moved = parts.moved;
    this.movedJoints = parts.movedJoints;
    this.stale = parts.stale;
    this.leaving = parts.leaving;
  }

  static create(gravity: Vec3, memory: RapierMemory): RapierScene {
    const world = new rapier.World(gravity);
    memory.settings.apply(world);
    // The first body, in slot 0, represents the world that joints are attached to.
    world.createRigidBody(rapier.RigidBodyDesc.fixed());
    return new RapierScene(world, memory, {
      bodies: new RapierBodies(),
      shapes: new RapierShapes(memory),
      joints: new RapierJoints(world),
      forces: new RapierForces(),
      moved: new MovedSlots(),
      movedJoints: new MovedSlots(),
      stale: new MovedSlots(),
      leaving: [],
    });
  }

  save(): Uint8Array {
    const { hasParts } = this.shapes;
    return packState(
      (lengthOf) => this.memory.snapshots.take(this.world, { lengthOf, hasParts }),
      [
        ...this.bodies.sections(),
        ...this.shapes.sections(),
        ...this.joints.sections(),
        this.forces.section(),
        this.moved.section(),
        this.movedJoints.section(),
        this.stale.section(),
        bytesOf(Float64Array.from(this.leaving), this.leaving.length),
      ],
    );
  }

  /** Throws if the bytes are not a state, after freeing everything it created. */
  static restore(state: Uint8Array, memory: RapierMemory): RapierScene {
    const { snapshot, sections } = unpackState(state, SECTIONS);
    const bodies = RapierBodies.from(sections.slice(0, 8));
    const shapes = RapierShapes.from(sections.slice(8, 13), memory);
    const forces = RapierForces.from(sections[19]!);
    const moved = MovedSlots.from(sections[20]!);
    const movedJoints = MovedSlots.from(sections[21]!);
    const stale = MovedSlots.from(sections[22]!);
    const leaving = [...numbersOf(sections[23]!)];
    const world = readSnapshot(snapshot);
    try {
      const joints = RapierJoints.from(world, sections.slice(13, 19));
      // Includes the body that represents the world.
      const count = bodies.slots.size + 1 + leaving.length;
      if (
        !leaving.every((handle) => world.bodies.contains(handle)) ||
        world.bodies.len() !== count ||
        world.colliders.len() !== shapes.slots.size
      ) {
        throw new Error("the state's tables do not fit its snapshot");
      }
      shapes.findParts(world);
      const parts = { bodies, shapes, joints, forces, moved, movedJoints, stale, leaving };
      const scene = new RapierScene(world, memory, parts);
      const { reader } = scene;
      reader.begin();
      for (let i = 0; i < reader.awake; i++) {
        const slot = reader.awakeSlot(i);
        if (bodies.slots.used[slot] === 1) scene.awake.add(slot);
      }
      return scene;
    } catch (error) {
      try {
        world.free();
      } catch {
        // After a trap nothing can be freed; the trap is the error to report.
      }
      throw error;
    }
  }

  free(): void {
    try {
      this.shapes.free();
      this.world.free();
    } catch {
      // After a trap in a step, Rapier's world stays borrowed and its memory is lost, but a restore must still be
      // possible.
    }
  }

  /** Removes the bodies in `leaving`. Called right before a step. */
  removeLeaving(): void {
    this.joints.removeLeaving();
    for (const handle of this.leaving) this.world.removeRigidBody(this.world.getRigidBody(handle));
    this.leaving = [];
  }

  /** Returns Rapier's handle; slot 0 is the world's. */
  handle(slot: number): number {
    return slot === 0 ? 0 : this.bodies.slots.handle(slot);
  }

  body(id: BodyId): rapier.RigidBody {
    return this.world.getRigidBody(this.bodies.slots.handle(this.bodies.slots.slot(id)));
  }

  /** Records that a call moved a body: it will be reported, and its joints recomputed. */
  touch(slot: number): void {
    this.moved.add(slot);
    this.unread.add(slot);
  }

  /**
   * Records, after a step, which bodies are awake: those moved by the step. A body that fell asleep counts too, because
   * its velocity became zero.
   */
  noteAwake(): void {
    const { reader } = this;
    const before = this.awake;
    const after = this.#asleep;
    const jointed = this.joints.slots.size > 0;
    reader.begin();
    for (let i = 0; i < reader.awake; i++) {
      const slot = reader.awakeSlot(i);
      after.add(slot);
      this.moved.add(slot);
      if (jointed) this.unread.add(slot);
    }
    for (let i = 0; i < before.count; i++) if (!after.has(before.at(i))) this.touch(before.at(i));
    before.clear();
    this.awake = after;
    this.#asleep = before;
  }

  forgetBody(slot: number): void {
    this.bodies.remove(slot);
    this.forces.remove(slot);
    this.landings.forget(slot);
    for (const set of [this.awake, this.moved, this.unread]) set.remove(slot);
  }

  forgetShape(slot: number): void {
    this.shapes.remove(slot);
    this.stale.remove(slot);
  }

  removeJoint(slot: number): void {
    this.joints.remove(slot);
    this.weldsChanged = true;
    this.movedJoints.remove(slot);
  }

  /** Records that the body's shapes have moved or changed since the last step. */
  markStale(body: rapier.RigidBody): void {
    for (let i = 0; i < body.numColliders(); i++) this.stale.add(slotOf(body.collider(i).handle));
  }

  /** Records that a body is added, removed or edited: a body at rest is an obstacle for fast ones. */
  noteObstacle(body: rapier.RigidBody): void {
    this.#obstaclesChanged ||= body.isFixed();
  }

  /**
   * Rebuilds Rapier's list of obstacles. Rapier updates it only in steps in which a body is fast. A later such step
   * would miss new obstacles and trap on removed ones. No saved state contains that list, so a restored run would
   * differ.
   */
  listObstaclesAnew(): void {
    if (!this.#obstaclesChanged) return;
    this.#obstaclesChanged = false;
    this.world.ccdSolver.free();
    this.world.ccdSolver = new rapier.CCDSolver();
  }

  wakeNeighbours(body: rapier.RigidBody): void {
    for (let i = 0; i < body.numColliders(); i++) this.wakeAround(body.collider(i));
  }

  /** Wakes bodies that touch a collider: Rapier would let them sleep when the body below them is edited. */
  wakeAround(collider: rapier.Collider): void {
    collider.parent()?.wakeUp();
    this.world.narrowPhase.contactPairsWith(collider.handle, (other) => {
      this.world.getCollider(other).parent()?.wakeUp();
    });
  }

  /** Wakes both bodies of the joint whose numbers begin at `at`. */
  wakeJoint(at: number): void {
    const { numbers } = this.joints;
    this.world.getRigidBody(this.handle(numbers[at + PARENT]!)).wakeUp();
    this.world.getRigidBody(this.handle(numbers[at + CHILD]!)).wakeUp();
  }
}

type Parts = Pick<
  RapierScene,
  "bodies" | "shapes" | "joints" | "forces" | "moved" | "movedJoints" | "stale" | "leaving"
>;

function readSnapshot(snapshot: Uint8Array): rapier.World {
  try {
    // Null for invalid bytes, although the package's types do not say so.
    const world = rapier.World.restoreSnapshot(snapshot) as rapier.World | null;
    if (world !== null) return world;
  } catch (cause) {
    if (isTrap(cause)) throw cause;
    throw new Error("Rapier cannot read the state's snapshot", { cause });
  }
  throw new Error("Rapier cannot read the state's snapshot: its bytes are damaged");
}
