import type { Problem } from "@orrery/sim/front";
import { describeDoing, type Doing } from "./thread-activity.ts";

/** The error for a world file that was not loaded, with all its problems. */
export class WorldRefused extends Error {
  readonly problems: readonly Problem[];

  constructor(reason: string, problems: readonly Problem[]) {
    super(reason);
    this.problems = problems;
  }
}

/** The error for a simulation thread that failed, was killed or got stuck. */
export class SimulationFailed extends Error {
  readonly reason: string;
  /** What it was doing. */
  readonly doing: Doing;

  constructor(reason: string, doing: Doing = { system: undefined, input: "" }) {
    const words = describeDoing(doing);
    super(`the simulation failed: ${reason}${words === "" ? "" : `\nin ${words}`}`);
    this.reason = reason;
    this.doing = doing;
  }

  /** The first line of the message. */
  get brief(): string {
    const words = describeDoing(this.doing);
    const [first = ""] = this.reason.split("\n", 1);
    return words === "" ? first : `${first}, in ${words}`;
  }
}

/** Returns the reason for terminating a thread whose step did not end. */
export function stuckReason(ms: number): string {
  return `a step did not end within ${ms / 1000} s; the thread was terminated`;
}
