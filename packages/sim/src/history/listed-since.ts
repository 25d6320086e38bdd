import type { ShownMark } from "./past-view.ts";

/** The list of commands that can be undone, or redone. */
export type ListName = "undo" | "redo";

/**
 * Knows at which input of the run each command was added to its list, by being performed, undone or redone. With that,
 * clients can put listed and pending commands in one order. It belongs neither to the world nor to its stored past.
 */
export class ListedSince {
  #known = new WeakMap<ShownMark, { readonly list: ListName; readonly count: number }>();

  /** Records a performed command. Must be called before any other command is listed or removed. */
  done(mark: ShownMark, count: number): void {
    this.#known.set(mark, { list: "undo", count });
  }

  /**
   * Records the present lists. A mark that was not in the same list before counts as added now, even if it was there
   * earlier.
   */
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

  /** Returns the count of inputs; 0 for a mark in no list. */
  of(mark: ShownMark): number {
    return this.#known.get(mark)?.count ?? 0;
  }
}
