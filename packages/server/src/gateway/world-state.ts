import type { Figures } from "./world-figures.ts";

/** What is told of a world of the server; the fields are those of orrery.msgs.WorldInfo. */
export interface WorldState {
  readonly namespace: string;
  /** Empty before it is known. */
  readonly name: string;
  readonly engine: string;
  readonly state: "LOADING" | "RUNNING" | "PAUSED" | "STOPPED";
  /** Why it is loading or stopped. */
  readonly reason: string;
  /** Of its state stream. */
  readonly epoch: number;
}

export interface WorldReport extends WorldState {
  /** `undefined` while it does not answer. */
  readonly figures: Figures | undefined;
}
