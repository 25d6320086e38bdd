/** Messages from the bench to the process of viewers. */
export type ToViewers = { readonly kind: "watch" } | { readonly kind: "rest" } | { readonly kind: "report" };

/** Its answer to "report": figures since the last report, over all viewers. */
export interface ViewersReport {
  readonly chunks: number;
  readonly wholes: number;
  readonly bytes: number;
  readonly poseBytes: number;
  /** Number of poses in all chunks. */
  readonly moved: number;
  /** Time from before the connection is opened until the first state is applied, for the slowest viewer. */
  readonly joinMs: number;
  /** Highest version that any viewer has. */
  readonly version: number;
  /** Number of simulated steps in the largest single change. */
  readonly largestLeap: number;
}
