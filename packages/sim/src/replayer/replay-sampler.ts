import type { orrery } from "@orrery/msgs";
import { Filter } from "../introspection/filter.ts";
import type { IntrospectionManager } from "../introspection/manager.ts";
import type { StepWatcher } from "../runner/step.ts";
import type { ReplayWishes } from "./replay-wishes.ts";

/** Samples items in the replayed steps of one replay. */
export class ReplaySampler implements Disposable {
  readonly #wishes: ReplayWishes;
  readonly #manager: IntrospectionManager;
  readonly #filter: Filter;

  constructor(manager: IntrospectionManager, wishes: ReplayWishes) {
    this.#wishes = wishes;
    this.#manager = manager;
    this.#filter = new Filter(manager, "", "");
    this.#filter.set({ items: wishes.items, every: wishes.every });
  }

  /** Returns a watcher that samples the steps of a replay: only those that are due, or each. */
  watcher({ isEach }: { readonly isEach: boolean }): StepWatcher {
    const { fromNs = -Infinity, toNs = Infinity } = this.#wishes;
    let isSampled = false;
    return {
      begin: (step) => {
        isSampled = step.timeNs >= fromNs && step.timeNs <= toNs && (isEach || this.#filter.isDue(step));
        if (!isSampled) return;
        this.#manager.opened.beginStep();
        this.#filter.begin();
      },
      end: (step) => {
        if (isSampled) {
          this.#manager.opened.endStep();
          this.#filter.sample(step);
        }
        isSampled = false;
      },
    };
  }

  /** Returns the samples since the last call. Whenever the columns change, a new batch begins. */
  take(): readonly orrery.ItemSamples[] {
    return this.#filter.take(0);
  }

  [Symbol.dispose](): void {
    this.#filter[Symbol.dispose]();
  }
}
