import type { Contact } from "../../physics/engine.ts";
import type { PhysicsQueries } from "../../physics/queries.ts";
import type { Step } from "../watched-step.ts";

/** The contacts of a step, asked for once however many items need them. */
export class StepContacts {
  readonly #physics: () => PhysicsQueries | undefined;
  #step: Step | undefined;
  #contacts: readonly Contact[] = [];

  constructor(physics: () => PhysicsQueries | undefined) {
    this.#physics = physics;
  }

  /** Returns all pairs that touch at the end of the step. Each step is an object of its own. */
  of(step: Step): readonly Contact[] {
    if (step !== this.#step) {
      this.#contacts = this.#physics()?.contacts() ?? [];
      this.#step = step;
    }
    return this.#contacts;
  }
}
