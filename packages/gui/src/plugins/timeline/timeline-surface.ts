import type { WorldApp } from "../../shell/app.ts";
import { onThemeChange } from "../../style/tokens.ts";
import { goToMoment } from "./go-to-moment.ts";
import { clustersOf, type Cluster } from "./drawing/clusters.ts";
import type { Lines } from "./drawing/lines.ts";
import { paintTimeline } from "./drawing/paint-timeline.ts";
import { mostScrolled, type Drawn } from "./drawing/places.ts";
import { PlaybackHold } from "./playback-hold.ts";
import { Seeker } from "./seeker.ts";
import { ShownTimeline } from "./shown-timeline.ts";
import { pixelOf, showing, type Extent, type TimeView } from "./drawing/time-view.ts";
import { readTimelineColours, type TimelineColours } from "./drawing/timeline-colours.ts";
import { placeCursor } from "./drawing/timeline-cursor.ts";
import type { Target } from "./timeline-keys.ts";
import type { UndoControl } from "../undo/api.ts";

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
  readonly #shown: ShownTimeline;
  readonly #playback: PlaybackHold;
  readonly #listening: Disposable[];
  readonly #widths = new Map<string, number>();
  #colours: TimelineColours;
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
    // What was scrolled may lie beyond the tracks that there are now.
    this.#shown = new ShownTimeline(app.view, control, () => this.scroll(0));
    this.#listening = [
      this.#shown,
      this.#playback,
      app.view.editing.queue.entries.changes.on(() => this.draw()),
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
    this.draw();
  }

  get lines(): Lines {
    return this.#shown.lines;
  }

  get view(): TimeView {
    return this.#shown.view;
  }

  get extent(): Extent {
    return this.#shown.extent;
  }

  /** The timeline as it is on the screen. */
  get drawn(): Drawn {
    return {
      lines: this.lines,
      clusters: this.#clusters,
      view: this.view,
      width: this.#width,
      scrolled: this.#scrolled,
      now: this.now,
    };
  }

  get now(): number {
    return this.#shown.now;
  }

  look(view: TimeView): void {
    this.#shown.view = view;
  }

  /** Goes to a moment and brings it into sight. */
  goTo(target: Target | undefined): void {
    if (target === undefined) return;
    this.look(showing(this.view, target.place));
    this.seeker.seek(target);
  }

  /** Shows all of the past; if it does so already, the last minute. */
  fit(): void {
    this.#shown.fit();
  }

  scroll(by: number): void {
    this.#scrolled = Math.max(0, Math.min(mostScrolled(this.lines.rows, this.#height), this.#scrolled + by));
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
    if (this.lines.isWhole) this.#playback.hold();
  }

  letGo(): void {
    this.#playback.letGo();
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    cancelAnimationFrame(this.#frame);
  }

  #measure(): void {
    const { box, canvas } = this.#elements;
    this.#shown.width = this.#width = Math.max(1, box.clientWidth);
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
    const cursorX = pixelOf(this.view, this.#width, this.seeker.target.current?.place ?? this.now);
    const labels = this.#elements.isStrip ? undefined : measure;
    this.#clusters = clustersOf(this.lines, { view: this.view, width: this.#width, cursorX, measure: labels });
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
      nowNs: this.#shown.nowNs,
      isRunning: this.#app.view.status.current?.paused === false,
      isBehind: this.#shown.isBehind,
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
