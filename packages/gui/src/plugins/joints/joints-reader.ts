import type { Entity, World } from "@orrery/sim";
import { DECIDING, jointedModels, modelJoints, shownModel, type ModelJoints } from "./joint-rows.ts";

/** A model and its joints. */
export interface JointsReading {
  readonly model: Entity | undefined;
  readonly joints: ModelJoints;
  /** All models that have joints. */
  readonly models: readonly Entity[];
}

/**
 * Reads the joints of the model that contains the selection; recomputes them only after a component that they depend on
 * was written.
 */
export class JointsReader {
  readonly #world: World;
  #stamp = "";
  #last: JointsReading = { model: undefined, joints: NONE, models: [] };

  constructor(world: World) {
    this.#world = world;
  }

  /** Reads the joints. `topics` are those on which controllers expect targets. */
  read(chosen: Entity | undefined, topics: readonly string[] = []): JointsReading {
    const world = this.#world;
    const writes = DECIDING.map((component) => world.store(component).lastWrite);
    const stamp = [chosen ?? 0, world.lastPlaced, ...writes, ...topics].join();
    if (stamp === this.#stamp) return this.#last;
    this.#stamp = stamp;
    const models = jointedModels(world);
    const model = shownModel(world, models, chosen);
    this.#last = { model, joints: model === undefined ? NONE : modelJoints(world, model, new Set(topics)), models };
    return this.#last;
  }
}

const NONE: ModelJoints = { rows: [], leftOut: 0 };
