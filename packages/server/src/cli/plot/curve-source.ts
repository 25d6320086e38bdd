import type { CurveInfo, CurveSamples } from "@orrery/plots";

/** Takes the samples of curves as they come. */
export interface CurveSink {
  /** Takes samples that follow on those before. */
  add(name: string, samples: CurveSamples): void;
  /** Called when time has gone back: what was after this time did not happen. */
  goBack(name: string, time: number): void;
}

/** Where curves come from: a server, a world that is run for them, a log, a table. */
export interface CurveSource {
  /** What the picture is of. */
  readonly title: string;
  /** Of the axis of time. */
  readonly timeTitle: string;
  /** Whether samples come as time goes by. */
  readonly isLive: boolean;
  /** Returns what formulas need to know of a curve; undefined if there is none of this name. */
  info(name: string): Promise<CurveInfo | undefined>;
  /** Lists the curves that a pattern means. */
  fitting(pattern: string): Promise<readonly string[]>;
  /** Lists names that may be near to one that is wrong. */
  near(name: string): Promise<readonly string[]>;
  /** Passes on the samples of curves, each of which exists. Resolves at their end, or when stopped. */
  read(names: readonly string[], sink: CurveSink, stopping: Promise<void>): Promise<void>;
}
