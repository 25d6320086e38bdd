/** What probes are told of a step. */
export interface Step {
  /** The world's own count. */
  readonly count: number;
  /** Simulated seconds that it covered, above zero. */
  readonly dt: number;
  readonly timeNs: number;
}
