import { fromSecNsec, MILLISECOND, type Nanoseconds } from "@orrery/sim";
import { SimClock } from "@orrery/sim/components";
import type { WorldView } from "../../client/world-view.ts";
import { idleGaps } from "./drawing/idle-gaps.ts";
import { endOf, isBehind, layOutWhole, presentOf, splitAtNow, type Lines } from "./drawing/lines.ts";
import { fitted, followed, recent, withGaps, type Extent, type TimeView } from "./drawing/time-view.ts";
import type { PagePast, UndoControl } from "../undo/api.ts";

/**
 * What the timeline shows, whoever draws it: the past as laid out along the axis, where the present is, and the visible
 * part.
 */
export class ShownTimeline implements Disposable {
  /** Width of the visible part in pixels: smaller moves of a log's present are not worth drawing. */
  width = 1;
  readonly #world: WorldView;
  readonly #control: Pick<UndoControl, "past" | "changes">;
  readonly #listening: readonly Disposable[];
  #onChange = (): void => {};
  #past: PagePast | undefined;
  /**
   * The layout without the present, which is redone only when the past changes; the present of a log moves with each
   * sample.
   */
  #whole: Lines = EMPTY;
  #lines: Lines = EMPTY;
  #view: TimeView = recent(0, { start: 0, end: 0 });
  #mirrored = 0;
  #jumped = { timeline: -1, toNs: 0 };
  #isBehind = false;
  #nowNs: Nanoseconds = 0;
  #now = 0;

  /** `onChange` is called whenever something else is to be drawn. */
  constructor(world: WorldView, control: Pick<UndoControl, "past" | "changes">, onChange: () => void) {
    this.#world = world;
    this.#control = control;
    this.#listening = [
      control.changes.on(() => (control.past === this.#past ? onChange() : this.#learn())),
      world.status.changes.on(() => this.#tick()),
      world.mirror.changes.on(() => {
        // The first state after a jump says where the present is.
        if (world.mirror.timeline !== this.#mirrored) this.#learn();
        else if (this.#lines.isWhole && this.#hasMoved()) this.#tick();
      }),
      world.history.jumps.on((jump) => {
        this.#jumped = { timeline: jump.timeline ?? 0, toNs: fromSecNsec({ sec: 0, nsec: 0, ...jump.to }) };
      }),
    ];
    this.#learn();
    this.#onChange = onChange;
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
  }

  get lines(): Lines {
    return this.#lines;
  }

  /** The visible part. */
  get view(): TimeView {
    return this.#view;
  }

  set view(view: TimeView) {
    this.#view = view;
    this.#onChange();
  }

  get extent(): Extent {
    const { earliest, end, isWhole } = this.#lines;
    return { start: earliest, end: Math.max(end, this.#now), isWhole };
  }

  /** The place of the present on the axis. */
  get now(): number {
    return this.#now;
  }

  get nowNs(): Nanoseconds {
    return this.#nowNs;
  }

  /** Whether something lies ahead of the present, or this is a log that is not at its end. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Shows all of the past; if it does so already, the last minute. */
  fit(): void {
    const { shows, gaps } = this.#view;
    this.view = shows === "all" ? recent(this.#now, this.extent, gaps) : fitted(this.extent, gaps);
  }

  #learn(): void {
    this.#past = this.#control.past;
    this.#mirrored = this.#world.mirror.timeline;
    this.#whole = this.#past === undefined ? EMPTY : layOutWhole(this.#past);
    this.#split();
    this.#move();
  }

  /**
   * Returns whether the present has moved by a pixel, or by what its tag shows: a log that is played has more samples
   * than that.
   */
  #hasMoved(): boolean {
    const timeNs = this.#readTime();
    const perPixel = this.#view.span / this.width;
    return (
      Math.abs(timeNs - this.#nowNs) >= Math.min(perPixel, TAG_STEP) || this.#world.status.current?.paused !== false
    );
  }

  #split(): void {
    if (this.#past === undefined) this.#lines = this.#whole;
    else this.#lines = splitAtNow(this.#whole, this.#past, this.#readTime());
    this.#isBehind = isBehind(this.#lines);
  }

  #tick(): void {
    if (this.#lines.isWhole) this.#split();
    this.#move();
  }

  #move(): void {
    const before = this.#now;
    const present = presentOf(this.#lines);
    const stands = this.#isBehind || this.#lines.isWhole;
    this.#nowNs = present === undefined ? 0 : stands ? present.endNs : Math.max(present.endNs, this.#readTime());
    this.#now = present === undefined ? 0 : endOf(present) + this.#nowNs - present.endNs;
    const view = withGaps(this.#view, idleGaps(this.#lines, this.#now));
    this.view = followed(view, { from: before, to: this.#now }, this.extent);
  }

  /**
   * Returns the time of the page's copy of the world if that belongs to the present timeline, and otherwise that of the
   * jump or the status.
   */
  #readTime(): Nanoseconds {
    const { mirror, status } = this.#world;
    const timeline = this.#past?.timeline;
    // The copy stands still once the system that sends it was removed.
    if (mirror.state.kind === "no-stream" && status.current !== undefined) return status.current.timeNs;
    if (mirror.root !== undefined && mirror.timeline === timeline) {
      return mirror.world.get(mirror.root, SimClock)?.timeNs ?? 0;
    }
    if (this.#jumped.timeline === timeline) return this.#jumped.toNs;
    return this.#nowNs;
  }
}

/** Resolution of the time in the cursor's tag. */
const TAG_STEP = 100 * MILLISECOND;
const EMPTY: Lines = { pieces: [], forks: [], rows: 1, earliest: 0, start: 0, end: 0, isWhole: false };
