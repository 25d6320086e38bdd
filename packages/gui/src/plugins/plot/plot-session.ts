import { Value } from "../../client/value.ts";
import type { WorldView } from "../../client/world-view.ts";
import { ItemTracks } from "./data/item-tracks.ts";
import { CurveSources } from "./sources/curve-sources.ts";
import { NO_PLOTS, type PlotsState } from "./plot-state.ts";

/** Changes that can be undone. */
const MOST_UNDO = 100;

/** The plots of one world: what they show, how to get back to what they showed before, and their data. */
export class PlotSession implements Disposable {
  readonly state = new Value<PlotsState>(NO_PLOTS);
  readonly sources = new CurveSources();
  #undo: PlotsState[] = [];
  #redo: PlotsState[] = [];
  readonly #wanted = new Map<string, Disposable>();

  constructor(view: WorldView) {
    this.sources.add("item", new ItemTracks(view));
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /** Changes what is shown, as one step that can be undone. */
  change(edit: (state: PlotsState) => PlotsState): void {
    const before = this.state.current;
    const after = edit(before);
    if (after === before) return;
    this.#undo = [...this.#undo, before].slice(-MOST_UNDO);
    this.#redo = [];
    this.#show(after);
  }

  /** Changes what part is looked at, which nobody wants to undo step by step. */
  look(edit: (state: PlotsState) => PlotsState): void {
    this.#show(edit(this.state.current));
  }

  undo(): void {
    const before = this.#undo.pop();
    if (before === undefined) return;
    this.#redo.push(this.state.current);
    this.#show(before);
  }

  redo(): void {
    const after = this.#redo.pop();
    if (after === undefined) return;
    this.#undo.push(this.state.current);
    this.#show(after);
  }

  [Symbol.dispose](): void {
    for (const wanted of this.#wanted.values()) wanted[Symbol.dispose]();
    this.sources[Symbol.dispose]();
  }

  #show(state: PlotsState): void {
    this.state.set(state);
    const keys = new Set(state.plots.flatMap(({ curves }) => curves.map(({ key }) => key)));
    for (const key of keys) if (!this.#wanted.has(key)) this.#wanted.set(key, this.sources.want(key));
    for (const [key, wanted] of this.#wanted) {
      if (keys.has(key)) continue;
      wanted[Symbol.dispose]();
      this.#wanted.delete(key);
    }
  }
}
