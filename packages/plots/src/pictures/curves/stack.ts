import { arrangeLegend, LEGEND } from "../legend.ts";
import { type MeasureText } from "../pens/pen.ts";
import { type PictureDescription } from "../plot-description.ts";

/** Which part of a picture's height belongs to what. */
export interface Stack {
  /** Base line of the picture's title; `undefined` where there is none. */
  readonly title: number | undefined;
  readonly plots: readonly StackedPlot[];
}

export interface StackedPlot {
  /** Of the frame. */
  readonly y: number;
  readonly height: number;
  /** Base line of the title; `undefined` where there is none. */
  readonly title: number | undefined;
  /** Upper edge of the legend. */
  readonly legend: number;
  readonly legendRows: number;
  /** Whether labels of the x axis are below it: one time axis is enough for plots that are below each other. */
  readonly isLabelled: boolean;
  /** Base line of the x axis's title; `undefined` where there is no room. */
  readonly xTitle: number | undefined;
  /** Base line of the texts of cursors and annotations, above the frame; `undefined` where there are none. */
  readonly band: number | undefined;
}

export const STACK = { titleSize: 14, plotTitleSize: 12, bandSize: 10 } as const;

/**
 * Shares out the height: what is left by titles, legends and labels goes to the frames by their weights. Where it is
 * tight, legends are cut first, then titles go.
 */
export function stackPlots(
  picture: PictureDescription,
  { width, height, measure }: { width: number; height: number; measure: MeasureText },
): Stack {
  const rows = picture.plots.map((plot) =>
    plot.hasLegend ? arrangeLegend(plot.curves, width, Infinity, measure).rows : 0,
  );
  for (const [mostRows, titles] of COMPROMISES) {
    const legendRows = rows.map((count) => Math.min(count, mostRows));
    const attempt = share(picture, legendRows, titles, height);
    const isLast = mostRows === 0;
    if (isLast || attempt.plots.every((plot) => plot.height >= MIN_FRAME)) return attempt;
  }
  throw new Error("a list of compromises without a last one");
}

/** Which titles are shown: all, all but those of x axes, none. */
type Titles = "all" | "without-x" | "none";

/** From generous to bare: rows of legends, and titles. */
const COMPROMISES: readonly (readonly [mostRows: number, titles: Titles])[] = [
  [Infinity, "all"],
  [8, "all"],
  [5, "all"],
  [3, "all"],
  [3, "without-x"],
  [2, "without-x"],
  [1, "without-x"],
  [1, "none"],
  [0, "none"],
];
/** A plot with less height shows nothing. */
const MIN_FRAME = 64;

function share(
  { title, plots, annotations, cursors, time }: PictureDescription,
  legendRows: readonly number[],
  titles: Titles,
  height: number,
): Stack {
  const hasTitles = titles !== "none";
  const hasTitle = title !== "" && hasTitles;
  const hasBand = annotations.length > 0 || cursors.a !== undefined || cursors.b !== undefined;
  const firstOverTime = plots.findIndex((plot) => plot.x === "time");
  const parts = plots.map((plot, at) => {
    const isLabelled = plot.x !== "time" || plots[at + 1]?.x !== "time";
    const axis = plot.x === "time" ? { title: time.title, unit: "" } : plot.x;
    const hasXTitle = isLabelled && titles === "all" && axis.title + axis.unit !== "";
    return {
      title: plot.title !== "" && hasTitles ? 18 : 0,
      legend: legendRows[at]! > 0 ? legendRows[at]! * LEGEND.rowHeight + LEGEND.below : 0,
      band: at === firstOverTime && hasBand && hasTitles ? 15 : 0,
      labels: isLabelled ? 20 : 0,
      xTitle: hasXTitle ? 15 : 0,
      // Half a label stands out above and below a frame.
      gap: at < plots.length - 1 ? 14 : 0,
    };
  });
  const top = hasTitle ? 30 : 10;
  const fixed = parts.reduce((sum, part) => sum + Object.values(part).reduce((a, b) => a + b, 0), top + BOTTOM);
  const weights = plots.map(({ weight }) => (weight > 0 && Number.isFinite(weight) ? weight : 1));
  const perWeight = Math.max(0, height - fixed) / weights.reduce((sum, weight) => sum + weight, 0);

  let y = top;
  const stacked = parts.map((part, at): StackedPlot => {
    const above = y;
    const frame = Math.round(above + part.title + part.legend + part.band);
    const below = Math.max(frame + 8, Math.round(frame + weights[at]! * perWeight));
    y = below + part.labels + part.xTitle + part.gap;
    return {
      y: frame,
      height: below - frame,
      title: part.title > 0 ? above + 12 : undefined,
      legend: above + part.title,
      legendRows: legendRows[at]!,
      isLabelled: part.labels > 0,
      xTitle: part.xTitle > 0 ? below + part.labels + 10 : undefined,
      band: part.band > 0 ? frame - 5 : undefined,
    };
  });
  return { title: hasTitle ? 20 : undefined, plots: stacked };
}

const BOTTOM = 8;
