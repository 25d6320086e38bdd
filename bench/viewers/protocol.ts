/** What the bench tells the process of viewers. */
export type ToViewers = { readonly kind: "watch" } | { readonly kind: "rest" } | { readonly kind: "report" };

/** What it answers to "report": since the last report, over all viewers. */
export interface ViewersReport {
  readonly chunks: number;
  readonly wholes: number;
  readonly bytes: number;
  readonly poseBytes: number;
  /** Poses in all chunks. */
  readonly moved: number;
  /** Time from before the connection is opened until the first state is applied, for the slowest viewer. */
  readonly joinMs: number;
  /** Highest version that any viewer has. */
  readonly version: number;
  /** How many simulated steps the largest single change made up for. */
  readonly largestLeap: number;
}
