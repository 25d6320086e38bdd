import type { TableColumn } from "./table.ts";
import { isSorted } from "./time-order.ts";

/** How the times of a table were found. */
export interface FoundTimes {
  /** The column that has them. */
  readonly column: string;
  readonly unit: TimeUnit;
  /** Whether the unit follows from the size of the numbers alone. */
  readonly isGuessed: boolean;
}

export type TimeUnit = "s" | "ms" | "us" | "ns" | "min" | "h";

/** This many of each unit, or of its second number, are a second. */
const PER_SECOND: Readonly<Record<TimeUnit, number>> = { s: 1, ms: 1e3, us: 1e6, ns: 1e9, min: 1 / 60, h: 1 / 3600 };

const UNIT_NAMES: Readonly<Record<string, TimeUnit>> = {
  s: "s",
  sec: "s",
  secs: "s",
  second: "s",
  seconds: "s",
  ms: "ms",
  msec: "ms",
  millis: "ms",
  milliseconds: "ms",
  us: "us",
  µs: "us",
  μs: "us",
  usec: "us",
  micros: "us",
  microseconds: "us",
  ns: "ns",
  nsec: "ns",
  nanos: "ns",
  nanoseconds: "ns",
  min: "min",
  minutes: "min",
  h: "h",
  hours: "h",
};

/** Names of columns with times, the surest first. Units may follow. */
const NAMES = ["time", "t", "timestamp", "__time", "stamp", "sim_time", "simtime", "elapsed"];

/** Splits "speed [m/s]", and "speed (m/s)" as others write it. */
export function splitTitle(title: string): { readonly name: string; readonly unit: string } {
  const close = title.at(-1);
  const open = close === "]" ? title.lastIndexOf("[") : close === ")" ? title.lastIndexOf("(") : -1;
  const isUnit = open > 0 && title[open - 1] === " ";
  return isUnit ? { name: title.slice(0, open - 1), unit: title.slice(open + 1, -1) } : { name: title, unit: "" };
}

/**
 * Returns the position of the column that has the times: one that is called so, or else the first that only increases.
 */
export function timeColumnOf(columns: readonly TableColumn[], rowCount: number): number | undefined {
  const names = columns.map(({ name }) => stemOf(name).toLowerCase());
  for (const name of NAMES) {
    const found = names.findIndex((one, i) => one === name && columns[i]!.values.length > 0);
    if (found >= 0) return found;
  }
  const found = columns.findIndex(({ values, rows }) => rows === undefined && rowCount > 1 && isIncreasing(values));
  return found < 0 ? undefined : found;
}

/** Returns the unit of times: as the title says, or else what fits the size of the numbers. */
export function timeUnitOf({ name, unit, values }: TableColumn): Omit<FoundTimes, "column"> {
  const suffix = name.slice(stemOf(name).length).replace(/^[_ ./-]/, "");
  const known = unitNamed(unit) ?? unitNamed(suffix);
  if (known !== undefined) return { unit: known, isGuessed: false };
  const least = values.reduce((least, value) => Math.min(least, Math.abs(value)), Infinity);
  const most = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // Of times since 1970, from 1973 on.
  for (const [one, from] of [["ns", 1e17] as const, ["us", 1e14] as const, ["ms", 1e11] as const]) {
    if (least >= from) return { unit: one, isGuessed: true };
  }
  // Nobody takes samples days apart: whole numbers with such steps count nanoseconds.
  const step = values.length > 1 ? (most - least) / (values.length - 1) : 0;
  return { unit: step >= 1e5 && values.every(Number.isInteger) ? "ns" : "s", isGuessed: true };
}

export function toSeconds(values: Float64Array, unit: TimeUnit): Float64Array {
  const divisor = PER_SECOND[unit];
  return divisor === 1 ? values : values.map((value) => value / divisor);
}

function unitNamed(name: string): TimeUnit | undefined {
  const small = name.toLowerCase();
  return Object.hasOwn(UNIT_NAMES, small) ? UNIT_NAMES[small] : undefined;
}

/** Returns a name without the unit at its end, as in time_ms. */
function stemOf(name: string): string {
  const suffix = /[_ ./-]([a-zµμ]+)$/i.exec(name);
  return suffix !== null && unitNamed(suffix[1]!) !== undefined ? name.slice(0, suffix.index) : name;
}

function isIncreasing(values: Float64Array): boolean {
  return isSorted(values) && values.at(-1)! > values[0]!;
}
