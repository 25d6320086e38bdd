import { logError } from "../../../base/log-error.ts";
import type { ListedRun, Runs } from "./runs.ts";
import type { RunStore } from "./run-store.ts";

/** An offset that is dragged changes many times a second, and each time the whole run would be stored. */
const DELAY_MS = 300;

/** Keeps the list of runs of a world the same as in the browser's database. */
export class StoredRuns implements Disposable {
  readonly #runs: Runs;
  readonly #store: Pick<RunStore, "load" | "put" | "remove">;
  readonly #listening: Disposable;
  #world = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** As they are in the database. */
  #stored: readonly ListedRun[] = [];

  constructor(runs: Runs, store: Pick<RunStore, "load" | "put" | "remove">) {
    this.#runs = runs;
    this.#store = store;
    this.#listening = runs.list.changes.on((list) => {
      const isSame = ({ run }: ListedRun, i: number): boolean => run === this.#stored[i]?.run;
      if (list.length === this.#stored.length && list.every(isSame))
        this.#timer ??= setTimeout(() => this.#keep(), DELAY_MS);
      else this.#keep();
    });
  }

  /** Lists the runs of a world, in place of those of the world before. */
  follow(world: string): void {
    this.#keep();
    this.#world = world;
    this.#stored = [];
    this.#runs.restore([]);
    this.#store.load(world).then((list) => {
      if (world !== this.#world) return;
      this.#stored = [...list];
      // Those that were added meanwhile are newer.
      const names = new Set(this.#runs.list.current.map(({ run }) => run.name));
      this.#runs.restore([...list.filter(({ run }) => !names.has(run.name)), ...this.#runs.list.current]);
    }, this.#fail);
  }

  [Symbol.dispose](): void {
    this.#keep();
    this.#listening[Symbol.dispose]();
  }

  #keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#world === "") return;
    const list = this.#runs.list.current;
    const before = this.#stored;
    this.#stored = list;
    const names = new Set(list.map(({ run }) => run.name));
    for (const { run } of before) {
      if (!names.has(run.name)) this.#store.remove(this.#world, run.name).catch(this.#fail);
    }
    for (const listed of list) {
      if (!before.includes(listed)) this.#store.put(this.#world, listed).catch(this.#fail);
    }
  }

  /** The runs last until the page is closed. */
  readonly #fail = (error: unknown): void => logError(error, "runs are not kept for later visits");
}
