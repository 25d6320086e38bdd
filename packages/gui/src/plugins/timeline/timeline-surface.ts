import { MILLISECOND, type Nanoseconds } from "@orrery/sim";
import { SimClock } from "@orrery/sim/components";
import type { WorldApp } from "../../shell/app.ts";
import { onThemeChange } from "../../style/tokens.ts";
import { goToMoment } from "./go-to-moment.ts";
import { clustersOf, type Cluster } from "./drawing/clusters.ts";
import { idleGaps } from "./drawing/idle-gaps.ts";
import { endOf, isBehind, layOutWhole, presentOf, splitAtNow, type Lines } from "./drawing/lines.ts";
import { paintTimeline } from "./drawing/paint-timeline.ts";
import { nanosecondsOf, type Past } from "./past.ts";
import { mostScrolled, type Drawn } from "./drawing/places.ts";
import { PlaybackHold } from "./playback-hold.ts";
import { Seeker } from "./seeker.ts";
import {
  fitted,
  followed,
  pixelOf,
  recent,
  showing,
  withGaps,
  type Extent,
  type TimeView,
} from "./drawing/time-view.ts";
import { readTimelineColours, type TimelineColours } from "./drawing/timeline-colours.ts";
import { placeCursor } from "./drawing/timeline-cursor.ts";
import type { Target } from "./timeline-keys.ts";
import type { UndoControl } from "./undo/undo-control.ts";

export interface SurfaceElements {
  /** Whether only the main line is visible, so that labels would be cut off. */
  readonly isStrip: boolean;
  readonly box: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** The slider that shows the present. */
  readonly cursor: HTMLElement;
}

/**
 * The drawn timeline: the visible part of the past, the present, and the moment that the world is on its way to.
 * Redraws itself when any of it changes.
 */
export class TimelineSurface implements Disposable {
  readonly seeker: Seeker<Target>;
  readonly #app: WorldApp;
  readonly #control: UndoControl;
  readonly #elements: SurfaceElements;
  readonly #playback: PlaybackHold;
  readonly #listening: Disposable[];
  readonly #widths = new Map<string, number>();
  #past: Past | undefined;
  /**
   * The layout without the present, which is redone only when the past changes; the present of a log moves with each
   * sample.
   */
  #whole: Lines = EMPTY;
  #lines: Lines = EMPTY;
  #view: TimeView = recent(0, { start: 0, end: 0 });
  #colours: TimelineColours;
  #mirrored = 0;
  #jumped = { timeline: -1, toNs: 0 };
  /** Whether something lies ahead of the present, or this is a log. */
  #isBehind = false;
  #nowNs: Nanoseconds = 0;
  #now = 0;
  #clusters: readonly Cluster[] = [];
  #marked: Cluster | undefined;
  #scrolled = 0;
  #width = 0;
  #height = 0;
  #frame = 0;

  constructor(app: WorldApp, control: UndoControl, elements: SurfaceElements) {
    this.#app = app;
    this.#control = control;
    this.#elements = elements;
    this.#colours = readTimelineColours();
    this.seeker = new Seeker(
      ({ id, timeNs }) => goToMoment(app.view, timeNs === undefined ? { id } : { id, timeNs }),
      (_, error) => app.notices.failed("go to that moment", error),
    );
    const resized = new ResizeObserver(() => this.#measure());
    resized.observe(elements.box);
    this.#playback = new PlaybackHold(app.view, (doing, error) => app.notices.failed(doing, error));
    this.#listening = [
      this.#playback,
      control.changes.on(() => (control.past === this.#past ? this.draw() : this.#learn())),
      app.view.editing.queue.entries.changes.on(() => this.draw()),
      app.view.status.changes.on(() => this.#tick()),
      app.view.mirror.changes.on(() => {
        // The first state after a jump says where the present is.
        if (app.view.mirror.timeline !== this.#mirrored) this.#learn();
        else if (this.#lines.isWhole && this.#hasMoved()) this.#tick();
      }),
      app.view.history.jumps.on((jump) => {
        this.#jumped = { timeline: jump.timeline ?? 0, toNs: nanosecondsOf(jump.to) };
      }),
      this.seeker.target.changes.on(() => this.draw()),
      onThemeChange(() => {
        this.#colours = readTimelineColours();
        this.draw();
      }),
      onFontsLoaded(() => {
        this.#widths.clear();
        this.draw();
      }),
      { [Symbol.dispose]: () => resized.disconnect() },
    ];
    this.#learn();
  }

  get lines(): Lines {
    return this.#lines;
  }

  get view(): TimeView {
    return this.#view;
  }

  get extent(): Extent {
    const { earliest, end, isWhole } = this.#lines;
    return { start: earliest, end: Math.max(end, this.#now), isWhole };
  }

  /** The timeline as it is on the screen. */
  get drawn(): Drawn {
    return {
      lines: this.#lines,
      clusters: this.#clusters,
      view: this.#view,
      width: this.#width,
      scrolled: this.#scrolled,
      now: this.#now,
    };
  }

  get now(): number {
    return this.#now;
  }

  look(view: TimeView): void {
    this.#view = view;
    this.draw();
  }

  /** Goes to a moment and brings it into sight. */
  goTo(target: Target | undefined): void {
    if (target === undefined) return;
    this.look(showing(this.#view, target.place));
    this.seeker.seek(target);
  }

  /** Shows all of the past; if it does so already, the last minute. */
  fit(): void {
    const { shows, gaps } = this.#view;
    this.look(shows === "all" ? recent(this.#now, this.extent, gaps) : fitted(this.extent, gaps));
  }

  scroll(by: number): void {
    this.#scrolled = Math.max(0, Math.min(mostScrolled(this.#lines.rows, this.#height), this.#scrolled + by));
    this.draw();
  }

  mark(cluster: Cluster | undefined): void {
    if (cluster?.marks[0] === this.#marked?.marks[0]) return;
    this.#marked = cluster;
    this.draw();
  }

  /** Redraws with the next frame. */
  draw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  /** Pauses a log while the cursor is dragged. */
  hold(): void {
    if (this.#lines.isWhole) this.#playback.hold();
  }

  letGo(): void {
    this.#playback.letGo();
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    cancelAnimationFrame(this.#frame);
  }

  #learn(): void {
    this.#past = this.#control.past;
    this.#mirrored = this.#app.view.mirror.timeline;
    this.#whole = this.#past === undefined ? EMPTY : layOutWhole(this.#past);
    this.#split();
    this.#move();
    this.scroll(0);
  }

  /**
   * Returns whether the present has moved by a pixel, or by what its tag shows: a log that is played has more samples
   * than that.
   */
  #hasMoved(): boolean {
    const timeNs = this.#readTime();
    const perPixel = this.#view.span / this.#width;
    return (
      Math.abs(timeNs - this.#nowNs) >= Math.min(perPixel, TAG_STEP) || this.#app.view.status.current?.paused !== false
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
    this.#view = followed(view, { from: before, to: this.#now }, this.extent);
    this.draw();
  }

  /**
   * Returns the time of the page's copy of the world if that belongs to the present timeline, and otherwise that of the
   * jump or the status.
   */
  #readTime(): Nanoseconds {
    const { mirror, status } = this.#app.view;
    const timeline = this.#past?.timeline;
    // The copy stands still once the system that sends it was removed.
    if (mirror.state.kind === "no-stream" && status.current !== undefined) return status.current.timeNs;
    if (mirror.root !== undefined && mirror.timeline === timeline) {
      return mirror.world.get(mirror.root, SimClock)?.timeNs ?? 0;
    }
    if (this.#jumped.timeline === timeline) return this.#jumped.toNs;
    return this.#nowNs;
  }

  #measure(): void {
    const { box, canvas } = this.#elements;
    this.#width = Math.max(1, box.clientWidth);
    this.#height = box.clientHeight;
    canvas.width = Math.round(this.#width * devicePixelRatio);
    canvas.height = Math.round(this.#height * devicePixelRatio);
    this.scroll(0);
    // Painted at once, because a canvas is empty after it was resized.
    this.#paint();
  }

  #paint(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#width === 0) return;
    const context = this.#elements.canvas.getContext("2d");
    // A browser that cannot draw still shows the lists and the time.
    if (context === null) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.font = this.#colours.font;
    const measure = (text: string): number => {
      let width = this.#widths.get(text);
      if (width === undefined) this.#widths.set(text, (width = context.measureText(text).width));
      return width;
    };
    const cursorX = pixelOf(this.#view, this.#width, this.seeker.target.current?.place ?? this.#now);
    const labels = this.#elements.isStrip ? undefined : measure;
    this.#clusters = clustersOf(this.#lines, { view: this.#view, width: this.#width, cursorX, measure: labels });
    const { authors } = this.#control;
    paintTimeline(context, {
      ...this.drawn,
      height: this.#height,
      colours: this.#colours,
      colourOf: (author) => this.#colours.token(authors.tokenOf(author)),
      marked: this.#marked,
      measure,
    });
    placeCursor(this.#elements.cursor, {
      ...this.drawn,
      nowNs: this.#nowNs,
      isRunning: this.#app.view.status.current?.paused === false,
      isBehind: this.#isBehind,
      target: this.seeker.target.current,
      extent: this.extent,
      waiting: this.#app.view.editing.queue.entries.current.length,
    });
  }
}

/** Calls the listener when fonts have loaded: text already painted on a canvas keeps the old font. */
function onFontsLoaded(listener: () => void): Disposable {
  document.fonts.addEventListener("loadingdone", listener);
  return { [Symbol.dispose]: () => document.fonts.removeEventListener("loadingdone", listener) };
}

/** Resolution of the time in the cursor's tag. */
const TAG_STEP = 100 * MILLISECOND;
const EMPTY: Lines = { pieces: [], forks: [], rows: 1, earliest: 0, start: 0, end: 0, isWhole: false };
