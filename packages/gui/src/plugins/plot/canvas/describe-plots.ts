import {
  describePicture,
  describePlot,
  describeValueAxis,
  MARKERS,
  type CurveDescription,
  type MarkerShape,
  type PictureDescription,
  type PlotDescription,
  type ThemeName,
} from "@orrery/plots";
import { curveName, unitOf } from "../curve-text.ts";
import type { BranchLine } from "../branches/branch-lines.ts";
import type { CursorPair } from "../cursors/cursor-marks.ts";
import type { CurveState, NumberRef, PlotsState, PlotState } from "../plot-state.ts";
import type { CurveSource } from "../sources/source.ts";
import type { TimeRange } from "./shown-time.ts";

type Sources = Pick<CurveSource, "state">;

export interface PictureOptions {
  readonly state: PlotsState;
  readonly sources: Sources;
  readonly theme: ThemeName;
  readonly range: TimeRange;
  readonly now: number | undefined;
  /** For each plot, the branches that are drawn besides its curves. */
  readonly branches?: readonly (readonly BranchLine[])[];
  readonly cursors?: CursorPair | undefined;
  /** In px. */
  readonly height: number;
  /** Whether the picture has legends; the page has one beside it. */
  readonly hasLegend?: boolean;
}

/** Plots lower than this, in px, have no title on the time axis: the curves need the height more. */
const LOW = 200;

/** Describes the picture of all plots of a panel. */
export function describePlots(options: PictureOptions): PictureDescription {
  const { state, sources, theme, range, now, height, cursors, branches = [], hasLegend = false } = options;
  return describePicture({
    theme,
    plots: state.plots.map((plot, index) => ({ ...describe(plot, sources, branches[index] ?? []), hasLegend })),
    time: { title: height < LOW ? "" : "Simulated time", range: { least: range.from, greatest: range.to } },
    cursors: { ...cursors, ...(now === undefined ? {} : { now }) },
  });
}

/** Describes a curve for a picture. `among` is the number of visible curves in its plot. */
export function describeCurve(curve: CurveState, sources: Sources, among: number): CurveDescription {
  const { colour, width, style, dash, isVisible, side } = curve;
  return {
    name: nameOfCurve(curve, sources),
    unit: unitOfNumber(curve, sources),
    run: "",
    colour,
    width,
    style,
    dash,
    marker: markerOf(curve, among),
    isVisible,
    isDimmed: false,
    side,
  };
}

/** Describes a curve on a branch: dimmed, without markers. */
function describeBranch(curve: CurveState, sources: Sources): CurveDescription {
  return { ...describeCurve(curve, sources, 1), marker: "none", isDimmed: true };
}

/** Returns the marker of a curve. An automatic one follows from its colour, if curves have to be told apart. */
export function markerOf({ marker, colour }: Pick<CurveState, "marker" | "colour">, among: number): MarkerShape {
  if (marker !== "auto") return marker;
  return among > 1 ? MARKERS[colour % MARKERS.length]! : "none";
}

/** Returns the name that the user has given to a curve, or else the name of its number. */
export function nameOfCurve(curve: CurveState, sources: Sources): string {
  if (curve.name !== "") return curve.name;
  const name = curveName(curve, sources.state(curve.key)?.described);
  const { across } = curve;
  if (across === undefined) return name;
  const over = curveName(across, sources.state(across.key)?.described);
  return `${name} over ${shortened(over, name)}`;
}

export function unitOfNumber({ key, column }: NumberRef, sources: Sources): string {
  return unitOf(sources.state(key)?.described, column);
}

function describe(plot: PlotState, sources: Sources, branches: readonly BranchLine[]): PlotDescription {
  const among = plot.curves.filter(({ isVisible }) => isVisible).length;
  const described = {
    axes: plot.axes.map((axis) => ({ ...axis, title: "" })),
    curves: [
      ...plot.curves.map((curve) => describeCurve(curve, sources, among)),
      ...branches.map(({ curve }) => describeBranch(curve, sources)),
    ],
  };
  if (plot.kind === "time") return describePlot(described);
  const across = plot.curves.find((curve) => curve.across !== undefined)?.across;
  const unit = across === undefined ? "" : unitOfNumber(across, sources);
  const columns = across === undefined ? [] : (sources.state(across.key)?.described?.columns ?? []);
  const title = columns[across?.column ?? 0] ?? "";
  const x = describeValueAxis({ title, unit, range: plot.across, hasEqualAspect: hasOneUnit(plot, sources, unit) });
  return describePlot({ ...described, x });
}

/** Returns whether both axes of a path can share a scale: metres over metres can, a force over an angle cannot. */
function hasOneUnit({ curves }: PlotState, sources: Sources, unit: string): boolean {
  return curves.every((curve) => unitOfNumber(curve, sources) === unit);
}

/** Leaves out the leading parts that a name shares with the one before it. Its last part always stays. */
function shortened(name: string, before: string): string {
  const end = Math.max(name.lastIndexOf("."), name.lastIndexOf("::") + 1);
  return end > 0 && before.startsWith(name.slice(0, end + 1)) ? name.slice(end + 1) : name;
}
