import type { TimelineHost } from "../history/timeline-host.ts";
import type { StepWatcher } from "./step.ts";

/** What is needed of a world to simulate its past once more. */
export interface ReplayHost extends Pick<
  TimelineHost,
  "apply" | "bringBack" | "keyframe" | "replaying" | "step" | "timeNs"
> {
  /** Watches replayed steps. */
  watcher: StepWatcher | undefined;
}
