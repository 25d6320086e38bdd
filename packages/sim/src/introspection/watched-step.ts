/** What probes are told of a step. */
export interface Step {
  /** The world's own count. */
  readonly count: number;
  /** Its length in simulated seconds, above zero. */
  readonly dt: number;
  readonly timeNs: number;
}
