import type { Keyframe } from "../history/keyframe.ts";
import type { Simulation } from "./simulation.ts";

/**
 * The moment at which a world was loaded, and the way back to it, for resets: by a keyframe that is kept, or by building everything
 * again from the components.
 */
export class Beginning {
  /** The id that the first new entity gets. */
  readonly nextId: number;
  readonly kept: Keyframe | undefined;
  readonly #simulation: Simulation;
  #isNow = true;

  /** `simulation` must be as it was loaded. */
  constructor(simulation: Simulation, { isKept }: { readonly isKept: boolean }) {
    this.#simulation = simulation;
    this.kept = isKept ? simulation.keyframe() : undefined;
    this.nextId = simulation.nextId;
  }

  /** Notes that the world is about to change. */
  leave(): void {
    this.#isNow = false;
  }

  /** Brings the whole world back to it. */
  goBack(): void {
    if (this.kept === undefined) this.#simulation.restart();
    else this.#simulation.bringBack(this.kept);
  }

  /** Returns a keyframe of it. Where none is kept, the world goes there and comes back. */
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
