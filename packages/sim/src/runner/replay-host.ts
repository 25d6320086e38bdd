import type { TimelineHost } from "../history/timeline-host.ts";
import type { StepWatcher } from "./step.ts";

/** The parts of a world that a replay of its past needs. */
export interface ReplayHost extends Pick<
  TimelineHost,
  "apply" | "bringBack" | "keyframe" | "nowMs" | "replaying" | "step" | "timeNs"
> {
  /** Observes steps, live and replayed. */
  watcher: StepWatcher | undefined;
}
