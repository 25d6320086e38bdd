import { Track } from "@orrery/plots";
import uPlot from "uplot";
import { CanvasPen, canvasMeasure } from "../../packages/gui/src/plugins/plot/canvas/canvas-pen.ts";
import { PlotPainter } from "../../packages/gui/src/plugins/plot/canvas/plot-painter.ts";
import { addCurve } from "../../packages/gui/src/plugins/plot/curve-edits.ts";
import { NO_PLOTS, type PlotsState } from "../../packages/gui/src/plugins/plot/plot-state.ts";
import { showRange } from "../../packages/gui/src/plugins/plot/view-edits.ts";

/** What the page offers to the benchmark. */
export interface PaintingPage {
  /** Fills curves with samples at 1 kHz. */
  fill(curves: number, samples: number): void;
  /** Pans and zooms for some frames, with one picture in each. */
  run(what: "ours" | "reference", frames: number): Promise<void>;
}

const SIZE = { width: 1200, height: 500 };

let samples = 0;
let ours: ((from: number, to: number) => void) | undefined;
let reference: uPlot | undefined;

const page: PaintingPage = {
  fill(curves, count) {
    samples = count;
    document.body.replaceChildren();
    const times = Float64Array.from({ length: count }, (_, i) => i / 1000);
    const values = Array.from({ length: curves }, (_, curve) => times.map((time, i) => wave(time, i, curve)));
    ours = painterOf(times, values);
    const series = [{}, ...values.map(() => ({ stroke: "#268bef", points: { show: false } }))];
    reference = new uPlot(
      { ...SIZE, series, legend: { show: false }, scales: { x: { time: false } } },
      [times, ...values],
      document.body,
    );
  },

  async run(what, frames) {
    const length = samples / 1000;
    for (let frame = 0; frame < frames; frame++) {
      await new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          // Half of the time it zooms out from a tenth to everything, then it pans.
          const share = frame / frames;
          const width = share < 0.5 ? length * (0.1 + 1.8 * share) : length * 0.5;
          const min = share < 0.5 ? (length - width) / 2 : length * (share - 0.5);
          if (what === "ours") ours?.(min, min + width);
          // Otherwise it would draw in a microtask, after this callback.
          else reference?.batch(() => reference?.setScale("x", { min, max: min + width }));
          resolve();
        }),
      );
    }
  },
};

function painterOf(times: Float64Array, values: readonly Float64Array[]): (from: number, to: number) => void {
  const tracks = values.map((each) => {
    const track = new Track({ keep: { samples: 2_000_000 } });
    track.follow({ stretches: [{ id: "s", parent: "", start: 0, end: Infinity }], present: "s" });
    track.append("s", times, each);
    return track;
  });
  const canvas = document.body.appendChild(document.createElement("canvas"));
  Object.assign(canvas, SIZE);
  const context = canvas.getContext("2d")!;
  const measure = canvasMeasure(context, "sans-serif");
  const painter = new PlotPainter();
  let state: PlotsState = NO_PLOTS;
  for (let i = 0; i < values.length; i++) state = addCurve(state, `c${i}`, 0, "p1");
  const sources = { track: (key: string) => tracks[Number(key.slice(1))], state: () => undefined };
  return (from, to) => {
    const pen = new CanvasPen(context, "sans-serif");
    const shown = showRange(state, from, to);
    painter.paint(pen, { state: shown, sources, theme: "dark", ...SIZE, measure, now: undefined });
  };
}

function wave(time: number, index: number, phase: number): number {
  return Math.sin(time + phase) + ((index * 7919) % 1000) / 5000;
}

Object.assign(globalThis, { painting: page });
