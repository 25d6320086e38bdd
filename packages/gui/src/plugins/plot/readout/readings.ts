import {
  formatReading,
  nearestInTime,
  pixelsPerPlace,
  toPixel,
  type CurveDescription,
  type PictureData,
  type PictureLayout,
} from "@orrery/plots";
import { pointOnPath } from "../canvas/on-path.ts";
import type { Point } from "../canvas/plot-place.ts";
import { lineOf } from "../canvas/shown-time.ts";
import type { CurveState, PlotsState } from "../plot-state.ts";
import type { CurveSource } from "../sources/source.ts";

/** The value of a curve at a moment, as the readout and the legend show it. */
export interface Reading {
  readonly curve: CurveState;
  readonly description: CurveDescription;
  /** Index of its plot. */
  readonly plot: number;
  /** Of the nearest sample. */
  readonly time: number;
  readonly value: number;
  /** The value, rounded to what a pixel of the axis can show. */
  readonly text: string;
  /** Where it is on the canvas; `undefined` outside of its frame. */
  readonly at: Point | undefined;
}

export interface Readable {
  readonly state: PlotsState;
  readonly sources: Pick<CurveSource, "track">;
  readonly layout: PictureLayout;
  readonly drawn: (plot: number) => PictureData[number];
}

/** A moment, or the last sample of each curve up to a moment. In simulated seconds. */
export type Moment = { readonly at: number } | { readonly before: number };

/** How far the moment may be from the first and last samples of a curve, in px. */
const REACH_PX = 8;

/** Returns the values of all visible curves at a moment: each that of the sample nearest in time. */
export function readingsAt(moment: Moment, { state, sources, layout, drawn }: Readable): Reading[] {
  return state.plots.flatMap(({ curves, kind }, plot) => {
    const plotLayout = layout.plots[plot];
    if (plotLayout === undefined) return [];
    const { frame, x, axes, axisOf } = plotLayout;
    return curves.flatMap((curve, index): Reading[] => {
      const description = plotLayout.plot.curves[index];
      const axis = axes[axisOf[index] ?? -1];
      const view = curve.isVisible ? lineOf(curve, sources) : undefined;
      if (description === undefined || axis === undefined || view === undefined) return [];
      const [first, last] = [view.chunks[0]!.firstTime, view.chunks.at(-1)!.lastTime];
      const time = "at" in moment ? moment.at : Math.min(last, moment.before);
      const sample = nearestInTime(view, time);
      if (sample === undefined) return [];
      const reach = kind === "time" ? REACH_PX / pixelsPerPlace(x.scale) : 0;
      if (time < first - reach || time > last + reach) return [];
      const path = drawn(plot)[index];
      const at =
        kind === "time"
          ? { x: toPixel(x.scale, sample.time), y: toPixel(axis.scale, sample.value) }
          : path && pointOnPath(plotLayout, index, path, time);
      return [
        {
          curve,
          description,
          plot,
          time: sample.time,
          value: sample.value,
          text: formatReading(sample.value, perPixel(axis.scale, sample.value)),
          at: at && isWithin(at, frame) ? at : undefined,
        },
      ];
    });
  });
}

/** Returns by how much a value changes per pixel. On a log axis that depends on the value. */
function perPixel(scale: Parameters<typeof pixelsPerPlace>[0], value: number): number {
  const size = 1 / Math.abs(pixelsPerPlace(scale));
  return scale.type === "log" ? Math.abs(value) * Math.LN10 * size : size;
}

function isWithin({ x, y }: Point, frame: { x: number; y: number; width: number; height: number }): boolean {
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height;
}
