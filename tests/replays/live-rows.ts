import type { Stretch } from "@orrery/sim/host";
import type { TestSim } from "@orrery/sim/testing";
import { watchItems, type WatchedItems } from "../../packages/sim/src/testing/watch-items.ts";
import { rowsOf } from "./rows.ts";

/** Items recorded live, each sample by its place in the history. */
export class LiveRows {
  readonly #watched: WatchedItems;
  /** Of each sample. */
  readonly #places: string[] = [];
  readonly #rows = new Map<string, string>();

  static async of(sim: TestSim, items: readonly string[]): Promise<LiveRows> {
    return new LiveRows(sim, await watchItems(sim, items));
  }

  private constructor({ runner }: TestSim, watched: WatchedItems) {
    this.#watched = watched;
    runner.onPass.on(({ paused }) => {
      if (paused) return;
      // It notes the end of the present stretch.
      runner.timeline.stretches();
      const { present } = runner.timeline;
      this.#places.push(placeOf(present.end.tick, inputBefore(present, present.end.tick)));
    });
  }

  finish(): void {
    this.#watched.finish();
    const rows = rowsOf(this.#watched.batches);
    if (rows.length !== this.#places.length)
      throw new Error(`${rows.length} samples were recorded live, of ${this.#places.length} steps`);
    for (const [i, { row }] of rows.entries()) this.#rows.set(this.#places[i]!, row);
  }

  /** Returns the sample after a number of steps, on the line whose last input before had this number. */
  at(tick: number, input: number): string | undefined {
    return this.#rows.get(placeOf(tick, input));
  }
}

/** Returns the number of the last input on the line of a stretch before a step; numbers are not given twice. */
export function inputBefore(stretch: Stretch, tick: number): number {
  for (const { inputs } of stretch.line().reverse()) {
    const last = inputs.findLast((input) => input.tick < tick);
    if (last !== undefined) return last.sequence;
  }
  return 0;
}

function placeOf(tick: number, input: number): string {
  return `${tick} after ${input}`;
}
