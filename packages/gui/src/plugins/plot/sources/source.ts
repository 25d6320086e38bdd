import type { CurveInfo, Keep, Track } from "@orrery/plots";
import type { Emitter } from "@orrery/sim/host";
import type { Sampling } from "./sampling-rate.ts";

/** Describes a thing that can be plotted. Each of its columns can be a curve. */
export interface Described {
  /** For people. */
  readonly name: string;
  /** Names of the columns: `x`, `y`, `z`. A single number has one column with an empty name. */
  readonly columns: readonly string[];
  /** Units of the columns: one for each, or one for all; empty if unknown. */
  readonly units: readonly string[];
  /** What formulas need to know of it; `undefined` when they cannot use it. */
  readonly info: CurveInfo | undefined;
  /** A remark for people; empty when there is none. */
  readonly note: string;
  /** The run that it is of; left out for the present one. */
  readonly run?: string | undefined;
}

/** What is known of a thing that somebody plots. */
export interface SourceState {
  readonly key: string;
  /** `undefined` until the thing is known. */
  readonly described: Described | undefined;
  /** How much of its past has come, 0 to 1. */
  readonly progress: number;
  /** Why samples are missing; empty when none are. */
  readonly error: string;
  /** A word for the error, for the legend; "Incomplete" if left out. */
  readonly badge?: string;
}

/**
 * Where curves get their samples from. A key names one thing among all sources: `item:vehicle::chassis::pose`,
 * `topic:/clock`, `formula:speed`, `run:before`. The word before the first colon selects the source.
 */
export interface CurveSource {
  /** Fires when samples have come, or when the state of a thing has changed. */
  readonly changes: Emitter<void>;
  /** How much is kept of each curve. */
  keep: Keep;
  /** How often things are sampled from now on; in their past too, if that is simulated again. */
  sampling?: Sampling;
  /** Follows a thing until the returned object is disposed of. */
  want(key: string): Disposable;
  /** Returns what is known of a thing that is wanted. */
  state(key: string): SourceState | undefined;
  /** Returns the samples of one column; `undefined` until there are some. */
  track(key: string, column: number): Track | undefined;
  /** Gives priority to the range of simulated time that somebody looks at: what is missing there is filled in first. */
  focus?(range: { readonly from: number; readonly to: number }): void;
  /** Stops filling in the past of a thing. What has come stays. */
  cancel(key: string): void;
}

/** Returns the key of a thing of one kind. */
export function keyOf(kind: string, name: string): string {
  return `${kind}:${name}`;
}

/** Returns what stands before the first colon of a key. */
export function kindOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf(":")));
}

/** Returns what stands after the first colon of a key. */
export function nameOf(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}
