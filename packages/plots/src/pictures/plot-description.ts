import { type ThemeName } from "./themes.ts";

/** Plots one above the other. Those over time share the time axis, the cursors and the annotations. Plain data: JSON. */
export interface PictureDescription {
  /** Above all plots; empty for none. */
  readonly title: string;
  readonly theme: ThemeName;
  readonly plots: readonly PlotDescription[];
  /** The x axis of all plots over time; simulated seconds. */
  readonly time: { readonly title: string; readonly range: WantedRange };
  readonly cursors: Cursors;
  readonly annotations: readonly Annotation[];
}

/** One frame with its axes and curves. */
export interface PlotDescription {
  readonly title: string;
  /** "time" is the linked axis of the picture. Otherwise an axis of its own: a path seen from above, a spectrum. */
  readonly x: "time" | ValueAxis;
  /** How the axes of some units are to be. Units that are not in here have a linear axis with an automatic range. */
  readonly axes: readonly UnitAxis[];
  /** From back to front. */
  readonly curves: readonly CurveDescription[];
  readonly hasLegend: boolean;
  /** Share of the height compared with the other plots: 2 is twice as high as 1. */
  readonly weight: number;
}

export type ScaleType = "linear" | "log";
export type Side = "left" | "right";

/** Both ends of an axis. "auto" is worked out from what is visible. */
export interface WantedRange {
  readonly least: number | "auto";
  readonly greatest: number | "auto";
}

export interface AxisDescription {
  /** Without the unit; empty for the unit alone. */
  readonly title: string;
  readonly scale: ScaleType;
  readonly range: WantedRange;
}

/** How the axis of a unit is to be. */
export interface UnitAxis extends AxisDescription {
  readonly unit: string;
  /** Where two axes have this unit, because curves were put on both sides: which of them is meant. */
  readonly side: Side;
}

/** An x axis that is not time. */
export interface ValueAxis extends AxisDescription {
  readonly unit: string;
  /** One metre is as long on both axes. */
  readonly hasEqualAspect: boolean;
}

export type CurveStyle = "lines" | "steps" | "points";

/** The pattern of a line. */
export type Dash = "solid" | "dashed" | "dotted" | "dash-dot" | "long-dashed";

/** What marks some points of a curve. "none" leaves lines bare; curves that consist of points have dots then. */
export type MarkerShape =
  | "none"
  | "circle"
  | "square"
  | "triangle"
  | "diamond"
  | "cross"
  | "plus"
  | "down-triangle"
  | "bar";

export interface CurveDescription {
  readonly name: string;
  /** Such as "m/s"; empty for plain numbers. */
  readonly unit: string;
  /** The run or branch that it is of; empty for the present line of this world. The legend shows it after the name. */
  readonly run: string;
  /** Index into the colours of the theme; starts over after the last. */
  readonly colour: number;
  /** In px. */
  readonly width: number;
  readonly style: CurveStyle;
  readonly dash: Dash;
  readonly marker: MarkerShape;
  readonly isVisible: boolean;
  /** Of another branch, for example: it stays in the background. */
  readonly isDimmed: boolean;
  /** "auto" chooses the axis by the unit. */
  readonly side: Side | "auto";
}

/** Moments in simulated seconds. */
export interface Cursors {
  readonly a?: number;
  readonly b?: number;
  /** Where the timeline's cursor is: the play head. */
  readonly now?: number;
}

/** What happened at a moment: a command, a jump. */
export interface Annotation {
  /** Simulated seconds. */
  readonly time: number;
  readonly text: string;
}

export const AUTOMATIC: WantedRange = { least: "auto", greatest: "auto" };

/** Completes a picture with what most have: white paper, an automatic time axis, no cursors. */
export function describePicture(picture: Partial<PictureDescription>): PictureDescription {
  return {
    title: "",
    theme: "paper",
    plots: [],
    time: { title: "Simulated time", range: AUTOMATIC },
    cursors: {},
    annotations: [],
    ...picture,
  };
}

/** Completes a plot: over time, with a legend. */
export function describePlot(plot: Partial<PlotDescription>): PlotDescription {
  return { title: "", x: "time", axes: [], curves: [], hasLegend: true, weight: 1, ...plot };
}

/** Completes an x axis that is not time. */
export function describeValueAxis(axis: Partial<ValueAxis>): ValueAxis {
  return { title: "", unit: "", scale: "linear", range: AUTOMATIC, hasEqualAspect: false, ...axis };
}
