import { JointPosition, JointVelocity } from "../../components/joint.ts";
import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { BODY_RECORD, JOINT_RECORD, type MovedBodies, type PhysicsEngine } from "../../physics/engine.ts";
import { Accelerations } from "./accelerations.ts";
import { areFinite } from "./are-finite.ts";
import { structural } from "./effects.ts";
import { JointRows } from "./joint-rows.ts";
import { LinkRows } from "./link-rows.ts";

/** Components that are written by their rows. */
const kept = [Pose, WorldLinearVelocity, WorldAngularVelocity, JointPosition, JointVelocity];

/**
 * Writes what has moved into the columns. A model's frame follows its canonical link; the poses of its other links
 * follow from that. Everything here can be recomputed from the world and the engine; it only saves looking up rows for
 * each body in each step.
 */
export class ReadBack {
  readonly #world: World;
  readonly #engine: PhysicsEngine;
  readonly #accelerations: Accelerations;
  readonly #bodies: MovedBodies = { slots: new Int32Array(64), values: new Float64Array(64 * BODY_RECORD) };
  readonly #joints: MovedBodies = { slots: new Int32Array(64), values: new Float64Array(64 * JOINT_RECORD) };
  #linkRows: LinkRows;
  #jointRows: JointRows;
  /** World version at which the rows were looked up. */
  #builtAt = -1;
  #moves = -1;

  constructor(world: World, engine: PhysicsEngine) {
    this.#world = world;
    this.#engine = engine;
    this.#accelerations = new Accelerations(world);
    this.#linkRows = new LinkRows(world, engine);
    this.#jointRows = new JointRows(world, engine);
  }

  /** Whether a stored row number may belong to a different entity now. */
  get isStale(): boolean {
    return this.#moves !== this.#countMoves();
  }

  /** Looks up the rows again if necessary. Called after edits and restores, most of which leave them valid. */
  refresh(): void {
    if (this.#isCurrent()) return;
    this.#builtAt = this.#world.mark();
    this.#moves = this.#countMoves();
    this.#linkRows = new LinkRows(this.#world, this.#engine);
    this.#jointRows = new JointRows(this.#world, this.#engine);
  }

  /**
   * Writes what moved in a step. `putBack` is called for each link whose numbers in the engine are no longer finite, to
   * restore them.
   */
  run(dt: number, putBack: (link: Entity) => void): void {
    this.#accelerations.before();
    const count = this.#engine.readMoved(this.#bodies);
    if (!areFinite(this.#bodies.values, 0, count * BODY_RECORD)) this.#readLost(count, putBack);
    if (count > 0) this.#linkRows.write(this.#bodies, count);
    this.#jointRows.write(this.#joints, this.#engine.readJoints(this.#joints));
    this.#accelerations.after(dt);
  }

  #readLost(count: number, putBack: (link: Entity) => void): void {
    const { slots, values } = this.#bodies;
    const links = this.#linkRows.bySlot();
    for (let i = 0; i < count; i++) {
      const link = links.get(slots[i]!);
      if (link === undefined || areFinite(values, i * BODY_RECORD, (i + 1) * BODY_RECORD)) continue;
      putBack(link);
      this.#engine.readBody(link, record);
      values.set(record, i * BODY_RECORD);
    }
  }

  #isCurrent(): boolean {
    if (this.isStale || this.#world.lastPlaced > this.#builtAt) return false;
    if (structural.some((component) => this.#world.store(component).lastWrite > this.#builtAt)) return false;
    return this.#jointRows.hasSlots && this.#linkRows.isCurrent(this.#builtAt);
  }

  /** Returns a count that changes whenever a stored row number may have become invalid. */
  #countMoves(): number {
    let moves = 0;
    for (const component of kept) moves += this.#world.store(component).moves;
    return moves;
  }
}

const record = new Float64Array(BODY_RECORD);
