import type { gz, orrery } from "@orrery/msgs";
import { fromSecNsec, type Nanoseconds } from "@orrery/sim";

/** A command that was done, as lists and timelines show it. */
export interface Mark {
  readonly id: string;
  /** "Move box_1". */
  readonly description: string;
  /** Public id of a session; empty when nobody knows. */
  readonly author: string;
  readonly authorName: string;
  readonly timeNs: Nanoseconds;
}

/** A piece of the past in which nothing forks. Each begins where its parent ends. */
export interface Stretch {
  readonly id: string;
  /** Empty for the first. */
  readonly parent: string;
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
  readonly marks: readonly Mark[];
}

/** What is known of a world's past: `orrery.msgs.History` with nothing left open. */
export interface Past {
  readonly timeline: number;
  /** `false`: nothing is kept. */
  readonly isOn: boolean;
  /** Latest first. */
  readonly undo: readonly Mark[];
  /** Next first. */
  readonly redo: readonly Mark[];
  /** Parents first. */
  readonly stretches: readonly Stretch[];
  /** The stretch whose end is now. */
  readonly present: string;
  /** The stretch at whose end the world was before it went back, while it has not gone on since; or empty. */
  readonly ahead: string;
  /** The oldest moment of the present line that can be gone to. */
  readonly earliestNs: Nanoseconds;
  readonly bytes: number;
  readonly byteLimit: number;
  readonly commandLimit: number;
  /** Left the lists with the last change. */
  readonly forgotten: readonly Mark[];
}

export function pastOf(history: orrery.History): Past {
  const { timeline = 0, enabled = false, undo = [], redo = [], stretches = [], forgotten = [] } = history;
  const { present = "", ahead = "", bytes = 0, byte_limit = 0, command_limit = 0 } = history;
  return {
    timeline,
    isOn: enabled,
    undo: undo.map(markOf),
    redo: redo.map(markOf),
    stretches: stretches.map(({ id = "", parent = "", start, end, marks = [] }) => ({
      id,
      parent,
      startNs: nanosecondsOf(start),
      endNs: nanosecondsOf(end),
      marks: marks.map(markOf),
    })),
    present,
    ahead,
    earliestNs: nanosecondsOf(history.earliest),
    bytes,
    byteLimit: byte_limit,
    commandLimit: command_limit,
    forgotten: forgotten.map(markOf),
  };
}

export function nanosecondsOf({ sec = 0, nsec = 0 }: gz.Time = {}): Nanoseconds {
  return fromSecNsec({ sec, nsec });
}

function markOf({ id = "", description = "", author = "", author_name = "", sim_time }: orrery.HistoryMark): Mark {
  return {
    id,
    description: description || "A command",
    author,
    authorName: author_name,
    timeNs: nanosecondsOf(sim_time),
  };
}
