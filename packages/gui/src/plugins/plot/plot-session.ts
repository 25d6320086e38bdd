import { Value } from "../../client/value.ts";
import { keysOf, NO_PLOTS, type PlotsState } from "./plot-state.ts";
import type { Reading } from "./readout/readings.ts";
import type { CurveSources } from "./sources/curve-sources.ts";
import { Trail } from "./trail.ts";
import { viewOf, withView, type PlotsView } from "./view-edits.ts";

/** A box within the frame of a plot, in px of the canvas. */
export interface DraggedBox {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A thing that was dropped on a plot. */
export interface OfferedThing {
  /** Its full name; empty for the world. */
  readonly thing: string;
  /** The id of the plot for its items; without such a plot, each gets a new one. */
  readonly plot: string;
  /** Where it was dropped, on the page; undefined if it was not dropped. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
}

/** One panel of plots: what it shows, and how to get back to what it showed before. */
export class PlotSession implements Disposable {
  readonly state = new Value<PlotsState>(NO_PLOTS);
  /** The values of the visible curves at the moment that is pointed at, or else at the latest one. */
  readonly readings = new Value<readonly Reading[]>([]);
  /** The box that is being dragged, in px of the canvas. */
  readonly box = new Value<DraggedBox | undefined>(undefined);
  /** Where something that is being dragged would be dropped: the id of a plot, or "new". */
  readonly dropTarget = new Value<string | undefined>(undefined);
  /** A thing whose items are offered. */
  readonly offered = new Value<OfferedThing | undefined>(undefined);
  /** Shared by all panels of the world. */
  readonly sources: CurveSources;
  readonly #edits = new Trail<PlotsState>();
  readonly #views = new Trail<PlotsView>();
  readonly #wanted = new Map<string, Disposable>();

  constructor(sources: CurveSources) {
    this.sources = sources;
  }

  get canUndo(): boolean {
    return this.#edits.canGoBack;
  }

  get canRedo(): boolean {
    return this.#edits.canGoForward;
  }

  get canGoBack(): boolean {
    return this.#views.canGoBack;
  }

  get canGoForward(): boolean {
    return this.#views.canGoForward;
  }

  /** Changes what is shown, as a step that can be undone. All changes of one gesture are one step. */
  change(edit: (state: PlotsState) => PlotsState, gesture?: unknown): void {
    const before = this.state.current;
    const after = edit(before);
    if (after === before) return;
    this.#edits.record(before, gesture);
    this.#show(after);
  }

  /** Changes the view: which part of the curves is shown. It is not undone with the edits, but by `back`. */
  look(edit: (state: PlotsState) => PlotsState, gesture?: unknown): void {
    const before = this.state.current;
    const after = edit(before);
    if (after === before) return;
    this.#views.record(viewOf(before), gesture);
    this.#show(after);
  }

  undo(): void {
    this.#edit(this.#edits.back(this.state.current));
  }

  redo(): void {
    this.#edit(this.#edits.forward(this.state.current));
  }

  /** Returns to the view before. */
  back(): void {
    this.#look(this.#views.back(viewOf(this.state.current)));
  }

  forward(): void {
    this.#look(this.#views.forward(viewOf(this.state.current)));
  }

  /** Begins again with other plots. Earlier edits cannot be undone any more. */
  begin(state: PlotsState): void {
    this.#edits.clear();
    this.#views.clear();
    this.#show(state);
  }

  /** Shows the same time as another panel, and samples as often. */
  followShared({ time, sampling }: Pick<PlotsState, "time" | "sampling">): void {
    const { current } = this.state;
    if (current.time !== time || current.sampling !== sampling) this.#show({ ...current, time, sampling });
  }

  [Symbol.dispose](): void {
    for (const wanted of this.#wanted.values()) wanted[Symbol.dispose]();
    this.#wanted.clear();
  }

  #edit(state: PlotsState | undefined): void {
    // Undoing an edit does not move the view.
    if (state !== undefined) this.#show({ ...state, time: this.state.current.time });
  }

  #look(view: PlotsView | undefined): void {
    if (view !== undefined) this.#show(withView(this.state.current, view));
  }

  #show(state: PlotsState): void {
    const keys = keysOf(state);
    for (const key of keys) if (!this.#wanted.has(key)) this.#wanted.set(key, this.sources.want(key));
    this.state.set(state);
    for (const [key, wanted] of this.#wanted) {
      if (keys.has(key)) continue;
      wanted[Symbol.dispose]();
      this.#wanted.delete(key);
    }
  }
}
