import type { UnknownMessage } from "@orrery/msgs";

/** An outside event of a recorded world. It takes effect in the step after `step`. */
export type Command =
  | {
      readonly kind: "publish";
      readonly step: number;
      readonly topic: string;
      readonly type: string;
      readonly msg: UnknownMessage;
    }
  | {
      readonly kind: "request";
      readonly step: number;
      readonly service: string;
      readonly type: string;
      readonly msg: UnknownMessage;
    }
  | ComponentCommand;

/** Sets one of Gazebo's components right before physics, in each step after `step` up to `until`. */
export interface ComponentCommand {
  readonly kind: "component";
  readonly step: number;
  /** Default: one step. */
  readonly until?: number;
  readonly component: string;
  /** Scoped name of a model, link or joint. */
  readonly entity: string;
  readonly value: readonly number[];
}

export interface RecordedTopic {
  readonly topic: string;
  readonly type: string;
  /** Which of its messages are stored. */
  readonly mode: "all" | "firstlast" | "odom" | "stamps";
  /** For `stamps`: the steps whose messages are stored. */
  readonly steps?: readonly number[];
}

/** The contents of a `commands.json`. */
export interface Script {
  readonly name: string;
  readonly steps: number;
  /** Number of steps per stored row. */
  readonly every: number;
  /** Whether velocities of links are recorded. */
  readonly link_velocity: boolean;
  readonly commands: readonly Command[];
  readonly topics: readonly RecordedTopic[];
}

export function isActive({ step, until = step + 1 }: ComponentCommand, count: number): boolean {
  return count > step && count <= until;
}
