import type { Keyframe } from "../history/keyframe.ts";
import type { Simulation } from "./simulation.ts";

/**
 * The moment at which a world was loaded, to which a reset leads: a keyframe of it, or the way there, on which everything is built
 * again from its components.
 */
export class Beginning {
  /** The id that the first new entity gets. */
  readonly nextId: number;
  readonly kept: Keyframe | undefined;
  readonly #simulation: Simulation;
  #isNow = true;

  /** `simulation`: as it was loaded. */
  constructor(simulation: Simulation, { isKept }: { readonly isKept: boolean }) {
    this.#simulation = simulation;
    this.kept = isKept ? simulation.keyframe() : undefined;
    this.nextId = simulation.nextId;
  }

  /** Something happens to the world. */
  leave(): void {
    this.#isNow = false;
  }

  /** Brings the whole world back to it. */
  goBack(): void {
    if (this.kept === undefined) this.#simulation.restart();
    else this.#simulation.bringBack(this.kept);
  }

  keyframe(): Keyframe {
    if (this.kept !== undefined) return this.kept;
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
