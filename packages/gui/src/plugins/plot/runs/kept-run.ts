import type { CurveInfo, Keep, RunCommand, Samples } from "@orrery/plots";

/** A thing of a run: its columns, each with its samples. */
export interface RunThing {
  /** `ball::pose`, unlike those of all other things of the run. */
  readonly name: string;
  /** The key of the thing that it was kept of; empty for a thing of a file. */
  readonly of: string;
  readonly columns: readonly string[];
  /** One for each column. */
  readonly units: readonly string[];
  /** What formulas need to know of it; `undefined` when they cannot use it. */
  readonly info: CurveInfo | undefined;
  /** By column; `undefined` where a column had no samples. */
  readonly samples: readonly (Samples | undefined)[];
}

/** Curves to compare with: of an earlier run, or of a file. */
export interface KeptRun {
  /** Unlike those of all other runs. */
  readonly name: string;
  readonly from: "world" | "file";
  readonly things: readonly RunThing[];
  /** Simulated seconds of the first sample. */
  readonly start: number;
  /** The commands that the world got, in order; none in a file. */
  readonly commands: readonly RunCommand[];
}

/** The most characters of the name of a run. */
export const MAX_RUN_NAME = 60;

/** Returns what a run is called: a slash would end its name in keys. */
export function runName(text: string): string {
  return text.trim().replaceAll("/", "_").slice(0, MAX_RUN_NAME) || "run";
}

/** Returns the time of the first sample of all things; 0 if there are none. */
export function startOf(things: readonly RunThing[]): number {
  let start = Infinity;
  for (const { samples } of things) for (const each of samples) start = Math.min(start, each?.times[0] ?? Infinity);
  return Number.isFinite(start) ? start : 0;
}

/** A run is kept completely: what is kept of other curves does not limit it. */
export const KEEP_ALL: Keep = { samples: Infinity };
