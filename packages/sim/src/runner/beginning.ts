import { spareMemory } from "../base/spare-memory.ts";
import type { Keyframe } from "../history/keyframe.ts";
import type { Simulation } from "./simulation.ts";

/**
 * The moment at which a world was loaded, and the way back to it for resets: by a stored keyframe, or by rebuilding
 * everything from the components.
 */
export class Beginning {
  readonly #simulation: Simulation;
  #nextId = 0;
  #kept: Keyframe | undefined;
  #isNow = false;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** The id of the first new entity. */
  get nextId(): number {
    return this.#nextId;
  }

  /** Records that the world is now as it was loaded. Returns the stored keyframe of that moment, if there is one. */
  arrive({ isKept }: { readonly isKept: boolean }): Keyframe | undefined {
    this.#kept = isKept ? this.#simulation.keyframe() : undefined;
    for (const state of this.#kept?.states.values() ?? []) spareMemory.stay(state);
    this.#nextId = this.#simulation.nextId;
    this.#isNow = true;
    return this.#kept;
  }

  /** Records that the world is about to change. */
  leave(): void {
    this.#isNow = false;
  }

  /** Returns the whole world to this moment. */
  goBack(): void {
    if (this.#kept === undefined) this.#simulation.restart();
    else this.#simulation.bringBack(this.#kept);
  }

  /** Returns a keyframe of this moment. If none is stored, the world goes there and comes back. */
  keyframe(): Keyframe {
    if (this.#kept !== undefined) return this.#kept;
    if (this.#isNow) return this.#simulation.keyframe();
    const before = this.#simulation.keyframe();
    try {
      this.goBack();
      return this.#simulation.keyframe();
    } finally {
      this.#simulation.bringBack(before);
    }
  }
}
