import {
  type CurveDescription,
  describePicture,
  describePlot,
  type DrawnCurve,
  Envelope,
  envelope,
  MARKERS,
  type PictureData,
  type PictureDescription,
  readSamples,
  type Series,
  type ThemeName,
} from "@orrery/plots";
import type { CollectedCurve } from "./collected-curves.ts";

export interface PictureOptions {
  readonly title: string;
  readonly timeTitle: string;
  readonly theme: ThemeName;
  /** Seconds that are shown up to the last sample; all if it is infinite. */
  readonly window: number;
  /** The finest that can be seen: more samples than these are summed up. */
  readonly columns: number;
}

export interface Picture {
  readonly description: PictureDescription;
  readonly data: PictureData;
}

/** Draws curves over time in one frame, with an axis for each unit. */
export function pictureOf(curves: readonly CollectedCurve[], options: PictureOptions): Picture {
  const times = curves.flatMap(({ series }) => (series.count === 0 ? [] : [series.firstTime, series.lastTime]));
  const to = Math.max(...times);
  const from = Math.max(to - options.window, Math.min(...times));
  const range = times.length > 0 && to > from ? { least: from, greatest: to } : { least: "auto", greatest: "auto" };
  const description = describePicture({
    title: options.title,
    theme: options.theme,
    time: { title: options.timeTitle, range: range as PictureDescription["time"]["range"] },
    plots: [describePlot({ curves: curves.map(describeCurve) })],
  });
  return { description, data: [curves.map(({ series }) => drawn(series, { from, to, columns: options.columns }))] };
}

function describeCurve({ name, unit, isHeld }: CollectedCurve, i: number): CurveDescription {
  return {
    name,
    unit,
    run: "",
    colour: i,
    width: 1.5,
    style: isHeld ? "steps" : "lines",
    dash: "solid",
    marker: i < COLOURS ? "none" : MARKERS[1 + (i % (MARKERS.length - 1))]!,
    isVisible: true,
    isDimmed: false,
    side: "auto",
  };
}

/** Curves beyond so many have colours that others have, too. */
const COLOURS = 8;

function drawn(
  series: Series,
  { from, to, columns }: { readonly from: number; readonly to: number; readonly columns: number },
): DrawnCurve {
  const isFew = series.count <= 2 * columns || !(to > from);
  if (isFew) {
    const { times, values } = readSamples(series);
    return { type: "points", xs: times, ys: values, count: times.length };
  }
  const out = new Envelope(columns);
  envelope(series, from, to, columns, out);
  return { type: "envelope", from, to, columns: out };
}
