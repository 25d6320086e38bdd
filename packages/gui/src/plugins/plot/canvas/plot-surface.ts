import { toPixel, toValue, type PictureData, type PictureLayout } from "@orrery/plots";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { WorldView } from "../../../client/world-view.ts";
import { onThemeChange } from "../../../style/tokens.ts";
import type { PlotSession } from "../plot-session.ts";
import { themeName } from "../theme-name.ts";
import type { WorldPlots } from "../world-plots.ts";
import { readingsAt } from "../readout/readings.ts";
import { CanvasPen, canvasMeasure } from "./canvas-pen.ts";
import { PlotPainter } from "./plot-painter.ts";
import { timeOnPath } from "./on-path.ts";
import { placeAt, type PlotPlace, type Point } from "./plot-place.ts";
import { shownRange, type TimeRange } from "./shown-time.ts";

export interface SurfaceOptions {
  readonly plots: WorldPlots;
  readonly session: PlotSession;
  readonly view: WorldView;
}

/** The canvas that shows the plots of a session. It paints once per frame at most, and only when something has changed. */
export class PlotSurface implements Disposable {
  readonly canvas: HTMLCanvasElement;
  readonly plots: WorldPlots;
  readonly session: PlotSession;
  /** Where everything was painted last. */
  layout: PictureLayout | undefined;
  /** Fires when everything has been painted again. */
  readonly painted = new Emitter<void>(logError);
  readonly #view: WorldView;
  readonly #context: CanvasRenderingContext2D;
  readonly #family: string;
  readonly #painter = new PlotPainter();
  readonly #measure: ReturnType<typeof canvasMeasure>;
  readonly #parts = new DisposableStack();
  #frame = 0;
  #readAt = -Infinity;
  #reading: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement, { plots, session, view }: SurfaceOptions) {
    this.canvas = canvas;
    this.plots = plots;
    this.session = session;
    this.#view = view;
    this.#context = canvas.getContext("2d")!;
    this.#family = getComputedStyle(canvas).fontFamily;
    this.#measure = canvasMeasure(this.#context, this.#family);
    const repaint = (): void => this.repaint();
    for (const { changes } of [session.state, session.sources, view.status]) this.#parts.use(changes.on(repaint));
    this.#parts.use(plots.cursors.changes.on(repaint));
    this.#parts.use(plots.pointed.changes.on(() => this.#read()));
    this.#parts.defer(() => clearTimeout(this.#reading));
    this.#parts.use(onThemeChange(repaint));
    const resized = new ResizeObserver(repaint);
    resized.observe(canvas);
    this.#parts.defer(() => resized.disconnect());
    this.#parts.defer(() => cancelAnimationFrame(this.#frame));
    this.repaint();
  }

  /** The simulated time that is shown now. */
  get range(): TimeRange {
    const { state, sources } = this.session;
    return shownRange({ state: state.current, sources, now: this.#now });
  }

  /** Returns the place of an event on the canvas. */
  pointOf({ clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** Returns the simulated time at an x in px; `undefined` if no plot is over time. */
  timeAt(x: number): number | undefined {
    const scale = this.#timeScale;
    return scale && toValue(scale, x);
  }

  /** Points at the moment below a place, or at the closest point of a path. Outside of frames, it points at nothing. */
  pointAt(at: Point): void {
    const place = this.layout && placeAt(this.layout, at);
    const isWithin = place !== undefined && place.on === "frame" && at.y >= place.plot.frame.y;
    const time = isWithin ? this.#pointedTime(place, at) : undefined;
    this.plots.pointed.set(time === undefined ? undefined : { time, session: this.session, at });
  }

  /** Returns the data with which the curves of a plot were drawn. */
  drawn(index: number): PictureData[number] {
    return this.#painter.data[index] ?? [];
  }

  /** Returns the x of a simulated time, in px. */
  pixelOf(time: number): number | undefined {
    const scale = this.#timeScale;
    return scale && toPixel(scale, time);
  }

  repaint(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  #pointedTime({ index, plot }: PlotPlace, at: Point): number | undefined {
    return plot.plot.x === "time" ? toValue(plot.x.scale, at.x) : timeOnPath(plot, this.drawn(index), at);
  }

  get #timeScale() {
    return this.layout?.plots.find(({ plot }) => plot.x === "time")?.x.scale;
  }

  get #now(): number | undefined {
    const timeNs = this.#view.status.current?.timeNs;
    return timeNs === undefined ? undefined : timeNs / 1e9;
  }

  #paint(): void {
    this.#frame = 0;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const ratio = devicePixelRatio;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== wide) this.canvas.width = wide;
    if (this.canvas.height !== high) this.canvas.height = high;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { state, sources } = this.session;
    this.layout = this.#painter.paint(new CanvasPen(this.#context, this.#family), {
      state: state.current,
      sources,
      theme: themeName(),
      width,
      height,
      measure: this.#measure,
      now: this.#now,
      cursors: this.plots.cursors.current,
    });
    this.session.sources.focus(this.range);
    this.painted.emit();
    this.#read();
  }

  /** Updates the readings. While nothing is pointed at, only a few times a second, as fast as people can read. */
  #read(): void {
    const { layout, session, plots } = this;
    if (layout === undefined) return;
    const time = plots.pointed.current?.time;
    const now = performance.now();
    if (time === undefined && now - this.#readAt < READ_MS) {
      this.#reading ??= setTimeout(() => this.#read(), READ_MS);
      return;
    }
    clearTimeout(this.#reading);
    this.#reading = undefined;
    this.#readAt = now;
    const options = {
      state: session.state.current,
      sources: session.sources,
      layout,
      drawn: (plot: number) => this.drawn(plot),
    };
    session.readings.set(readingsAt(time === undefined ? { before: this.range.to } : { at: time }, options));
  }
}

const READ_MS = 200;
