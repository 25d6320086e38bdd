import { AUTOMATIC, DASHES, MARKERS, type WantedRange } from "@orrery/plots";
import { USUAL_WIDTH } from "./curve-edits.ts";
import {
  NO_PLOTS,
  type AxisState,
  type CurveState,
  type NumberRef,
  type PlotsState,
  type PlotState,
  type ShownTime,
} from "./plot-state.ts";
import { EVERY_STEP, readSampling } from "./sources/sampling-rate.ts";

/** Saved plots may come from anybody, in a file or a link: what is beyond these limits is left out. */
const MAX_PLOTS = 50;
/** Of a plot. */
const MAX_CURVES = 100;
/** In characters. */
const MAX_KEY = 4000;
const MAX_NAME = 500;

/**
 * Reads what a panel shows from JSON. What is missing or unknown gets its default, so that plots of other versions can
 * be read. Returns `undefined` if the value is not a saved panel at all.
 */
export function readPlots(value: unknown): PlotsState | undefined {
  if (!isRecord(value) || !Array.isArray(value["plots"])) return undefined;
  const plots = unique(value["plots"].slice(0, MAX_PLOTS).flatMap(readPlot));
  // Ids of curves are unique across all plots.
  const taken = new Set<string>();
  const isFirst = ({ id }: CurveState): boolean => !taken.has(id) && taken.add(id) !== undefined;
  return {
    plots: plots.map((plot) => ({ ...plot, curves: plot.curves.filter(isFirst) })),
    time: readTime(value["time"]),
    sampling: readSampling(value["sampling"]) ?? EVERY_STEP,
  };
}

function readPlot(value: unknown): PlotState[] {
  if (!isRecord(value) || typeof value["id"] !== "string" || !Array.isArray(value["curves"])) return [];
  return [
    {
      id: value["id"],
      kind: value["kind"] === "path" ? "path" : "time",
      across: readRange(value["across"]),
      axes: Array.isArray(value["axes"]) ? value["axes"].slice(0, MAX_CURVES).flatMap(readAxis) : [],
      curves: value["curves"].slice(0, MAX_CURVES).flatMap(readCurve),
    },
  ];
}

function readCurve(value: unknown): CurveState[] {
  const [number] = readNumber(value);
  if (!isRecord(value) || number === undefined || typeof value["id"] !== "string") return [];
  const [across] = readNumber(value["across"]);
  const { colour, width, name } = value;
  return [
    {
      id: value["id"],
      ...number,
      name: typeof name === "string" ? name.slice(0, MAX_NAME) : "",
      colour: isCount(colour) ? colour : 0,
      width: typeof width === "number" && width >= 0.5 && width <= 10 ? width : USUAL_WIDTH,
      style: oneOf(value["style"], ["lines", "steps", "points"] as const),
      dash: oneOf(value["dash"], DASHES),
      marker: oneOf(value["marker"], MARKER_CHOICES),
      side: oneOf(value["side"], ["auto", "left", "right"] as const),
      isVisible: value["isVisible"] !== false,
      ...(across === undefined ? {} : { across }),
    },
  ];
}

const MARKER_CHOICES = ["auto", "none", ...MARKERS] as const;

function readNumber(value: unknown): NumberRef[] {
  if (!isRecord(value)) return [];
  const { key, column } = value;
  return typeof key === "string" && key !== "" && key.length <= MAX_KEY && isCount(column) ? [{ key, column }] : [];
}

function readAxis(value: unknown): AxisState[] {
  if (!isRecord(value) || typeof value["unit"] !== "string") return [];
  return [
    {
      unit: value["unit"],
      side: oneOf(value["side"], ["left", "right"] as const),
      scale: oneOf(value["scale"], ["linear", "log"] as const),
      range: readRange(value["range"]),
    },
  ];
}

function readRange(value: unknown): WantedRange {
  if (!isRecord(value)) return AUTOMATIC;
  const end = (of: unknown): number | "auto" => (typeof of === "number" && Number.isFinite(of) ? of : "auto");
  return { least: end(value["least"]), greatest: end(value["greatest"]) };
}

function readTime(value: unknown): ShownTime {
  if (!isRecord(value)) return NO_PLOTS.time;
  const { kind, seconds, from, to } = value;
  if (kind === "all") return { kind };
  if (kind === "latest" && typeof seconds === "number" && seconds > 0) return { kind, seconds };
  if (kind === "range" && typeof from === "number" && typeof to === "number" && from < to) return { kind, from, to };
  return NO_PLOTS.time;
}

/** Returns the value if it is one of these, or else the first. */
function oneOf<T extends string>(value: unknown, all: readonly [T, ...T[]]): T {
  return all.find((each) => each === value) ?? all[0];
}

function unique(plots: readonly PlotState[]): PlotState[] {
  return plots.filter(({ id }, index) => plots.findIndex((other) => other.id === id) === index);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 1e6;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
