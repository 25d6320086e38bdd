import type { orrery } from "@orrery/msgs";
import { Filter } from "../introspection/filter.ts";
import { ItemSampler } from "../introspection/item-sampler.ts";
import type { IntrospectionManager } from "../introspection/manager.ts";
import type { StepWatcher } from "../runner/step.ts";
import type { ReplayWishes } from "./replay-wishes.ts";

/** Samples items in the replayed steps of one replay. */
export class ReplaySampler implements Disposable {
  readonly #wishes: ReplayWishes;
  readonly #manager: IntrospectionManager;
  readonly #sampler: ItemSampler;
  readonly #filter: Filter;

  constructor(manager: IntrospectionManager, wishes: ReplayWishes) {
    this.#wishes = wishes;
    this.#manager = manager;
    this.#sampler = new ItemSampler(manager, { items: wishes.items, every: wishes.every });
    this.#filter = new Filter("", "", this.#sampler);
  }

  /** Returns a watcher that samples the steps of a replay: only those that are due, or each. */
  watcher({ isEach }: { readonly isEach: boolean }): StepWatcher {
    const { fromNs = -Infinity, toNs = Infinity } = this.#wishes;
    let isSampled = false;
    return {
      begin: (step) => {
        isSampled = step.timeNs >= fromNs && step.timeNs <= toNs && (isEach || this.#sampler.isDue(step));
        if (!isSampled) return;
        this.#manager.opened.beginStep();
        this.#sampler.begin();
      },
      end: (step) => {
        if (isSampled) {
          this.#manager.opened.endStep();
          this.#sampler.sample(step);
        }
        isSampled = false;
      },
    };
  }

  /** Returns the samples since the last call. Whenever the columns change, a new batch begins. */
  take(): readonly orrery.ItemSamples[] {
    return this.#sampler.take().map((rows) => this.#filter.batchOf(rows, 0));
  }

  [Symbol.dispose](): void {
    this.#sampler[Symbol.dispose]();
  }
}
