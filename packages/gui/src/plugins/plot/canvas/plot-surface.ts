import type { PictureLayout, ThemeName } from "@orrery/plots";
import type { WorldView } from "../../../client/world-view.ts";
import { onThemeChange, readToken } from "../../../style/tokens.ts";
import type { PlotSession } from "../plot-session.ts";
import { CanvasPen, canvasMeasure } from "./canvas-pen.ts";
import { PlotPainter, shownRange, type TimeRange } from "./plot-painter.ts";

/** The canvas that shows the plots of a session. It paints once per frame at most, and only when something has changed. */
export class PlotSurface implements Disposable {
  readonly canvas: HTMLCanvasElement;
  readonly session: PlotSession;
  /** Where everything was painted last. */
  layout: PictureLayout | undefined;
  readonly #view: WorldView;
  readonly #context: CanvasRenderingContext2D;
  readonly #family: string;
  readonly #painter = new PlotPainter();
  readonly #measure: ReturnType<typeof canvasMeasure>;
  readonly #parts = new DisposableStack();
  #frame = 0;

  constructor(canvas: HTMLCanvasElement, session: PlotSession, view: WorldView) {
    this.canvas = canvas;
    this.session = session;
    this.#view = view;
    this.#context = canvas.getContext("2d")!;
    this.#family = getComputedStyle(canvas).fontFamily;
    this.#measure = canvasMeasure(this.#context, this.#family);
    const repaint = (): void => this.repaint();
    for (const { changes } of [session.state, session.sources, view.status]) this.#parts.use(changes.on(repaint));
    this.#parts.use(onThemeChange(repaint));
    const resized = new ResizeObserver(repaint);
    resized.observe(canvas);
    this.#parts.defer(() => resized.disconnect());
    this.#parts.defer(() => cancelAnimationFrame(this.#frame));
    this.repaint();
  }

  /** The simulated time that is shown now. */
  get range(): TimeRange {
    return shownRange({ state: this.session.state.current, sources: this.session.sources, now: this.#now });
  }

  repaint(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
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
    this.layout = this.#painter.paint(new CanvasPen(this.#context, this.#family), {
      state: this.session.state.current,
      sources: this.session.sources,
      theme: themeName(),
      width,
      height,
      measure: this.#measure,
      now: this.#now,
    });
  }
}

/** Returns the pictures' theme that goes with the page's: by the first digits of "#14161a" or "#f6f6f4". */
function themeName(): ThemeName {
  return Number.parseInt(readToken("--background").slice(1, 3), 16) < 128 ? "dark" : "light";
}
