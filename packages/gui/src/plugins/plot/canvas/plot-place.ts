import { plainUnit, type AxisLayout, type PictureLayout, type PlotLayout } from "@orrery/plots";
import type { AxisKey } from "../plot-edits.ts";

/** A point of the canvas, in px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What is at a point: the frame of a plot, or one of its axes. */
export interface PlotPlace {
  /** From top to bottom. */
  readonly index: number;
  readonly plot: PlotLayout;
  readonly on: "frame" | "time" | AxisLayout;
}

/** Returns what is at a point or, in a gap between plots, the closest plot. `undefined` if there are no plots. */
export function placeAt({ plots }: PictureLayout, { x, y }: Point): PlotPlace | undefined {
  if (plots.length === 0) return undefined;
  const below = plots.findIndex(({ frame }) => y <= frame.y + frame.height);
  const index = below < 0 ? plots.length - 1 : below;
  const plot = plots[index]!;
  const { frame, axes } = plot;
  if (y > frame.y + frame.height) return { index, plot, on: "time" };
  if (x >= frame.x && x <= frame.x + frame.width) return { index, plot, on: "frame" };
  const side = x < frame.x ? "left" : "right";
  const axis = axes.findLast((each) => each.side === side && (side === "left" ? x <= each.at : x >= each.at));
  return { index, plot, on: axis ?? axes.find((each) => each.side === side) ?? "frame" };
}

/** Returns the key of an axis of a plot. */
export function keyOfAxis({ plot, axes, axisOf }: PlotLayout, axis: AxisLayout): AxisKey {
  const curve = axisOf.indexOf(axes.indexOf(axis));
  return { unit: plainUnit(plot.curves[curve]?.unit ?? ""), side: axis.side === "right" ? "right" : "left" };
}
