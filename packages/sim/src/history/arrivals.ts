import type { ShownMark } from "./past-view.ts";

/** What can be undone, or redone. */
export type ListName = "undo" | "redo";

/**
 * Knows at which input of the run each command came into its list, by being done, undone or redone. So clients can put what is
 * listed in one order with what waits for the world to go on. It is part of neither the world nor the past that is kept.
 */
export class Arrivals {
  #known = new WeakMap<ShownMark, { readonly list: ListName; readonly count: number }>();

  /** Notes a command that is done; until then nothing else has come or gone. */
  done(mark: ShownMark, count: number): void {
    this.#known.set(mark, { list: "undo", count });
  }

  /** Notes all that is in the lists. What was not in the same list before has come now, though it may have been there long ago. */
  list(lists: Readonly<Record<ListName, readonly ShownMark[]>>, count: number): void {
    const before = this.#known;
    this.#known = new WeakMap();
    for (const list of ["undo", "redo"] as const) {
      for (const mark of lists[list]) {
        const known = before.get(mark);
        this.#known.set(mark, known?.list === list ? known : { list, count });
      }
    }
  }

  /** Returns the count of inputs; 0 for a mark that is in no list. */
  of(mark: ShownMark): number {
    return this.#known.get(mark)?.count ?? 0;
  }
}
