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
  /** In the lists of undo and redo: the run's count of inputs when it came into its list. 0 elsewhere. */
  readonly since: number;
}

/** A jump in time that a log holds. */
export interface RecordedJump {
  readonly cause: orrery.TimeJump_Cause;
  /** Describes the command that was undone, redone or gone to. */
  readonly description: string;
  /** As people called them then. */
  readonly authorName: string;
}

/** From one simulated time to another. */
export interface Span {
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
}

/** A piece of the past in which nothing forks. Each begins where its parent ends, or where a recorded jump led to. */
export interface Stretch {
  readonly id: string;
  /** Empty for the first. */
  readonly parent: string;
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
  readonly marks: readonly Mark[];
  /** When messages from outside took effect, in their order. */
  readonly busy: readonly Span[];
  /** That it begins with, in a log. */
  readonly jump?: RecordedJump | undefined;
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
  /** The file that is played back; empty for a world that runs. */
  readonly log: string;
}

export function pastOf(history: orrery.History): Past {
  const { timeline = 0, enabled = false, undo = [], redo = [], stretches = [], forgotten = [] } = history;
  const { log = "", present = "", ahead = "", bytes = 0, byte_limit = 0, command_limit = 0 } = history;
  const markOf = log === "" ? liveMark : recordedMarks();
  return {
    timeline,
    isOn: enabled,
    undo: undo.map(markOf),
    redo: redo.map(markOf),
    stretches: stretches.map(({ id = "", parent = "", start, end, marks = [], busy = [], jump }) => ({
      id,
      parent,
      startNs: nanosecondsOf(start),
      endNs: nanosecondsOf(end),
      marks: marks.map(markOf),
      busy: busy.map((span) => ({ startNs: nanosecondsOf(span.start), endNs: nanosecondsOf(span.end) })),
      jump: jump && recordedOf(jump),
    })),
    present,
    ahead,
    earliestNs: nanosecondsOf(history.earliest),
    bytes,
    byteLimit: byte_limit,
    commandLimit: command_limit,
    forgotten: forgotten.map(markOf),
    log,
  };
}

export function nanosecondsOf({ sec = 0, nsec = 0 }: gz.Time = {}): Nanoseconds {
  return fromSecNsec({ sec, nsec });
}

export function recordedOf({ cause = "UNKNOWN", description = "", author_name = "" }: orrery.TimeJump): RecordedJump {
  return { cause: typeof cause === "string" ? cause : "UNKNOWN", description, authorName: author_name };
}

/** Ids of sessions that a log holds are not those of who looks at it now: its authors are counted as they come. */
function recordedMarks(): (mark: orrery.HistoryMark) => Mark {
  const known = new Map<string, string>();
  return (mark) => {
    const { author = "" } = mark;
    if (author !== "" && !known.has(author)) known.set(author, `${RECORDED}${known.size}`);
    return { ...liveMark(mark), author: known.get(author) ?? "" };
  };
}

/** Which of a log's authors this is, from 0; `undefined` for somebody of now. */
export function recordedIndex(author: string): number | undefined {
  return author.startsWith(RECORDED) ? Number(author.slice(RECORDED.length)) : undefined;
}

const RECORDED = "recorded:";

function liveMark(mark: orrery.HistoryMark): Mark {
  const { id = "", description = "", author = "", author_name = "", sim_time, since = 0 } = mark;
  return {
    id,
    description: description || "A command",
    author,
    authorName: author_name,
    timeNs: nanosecondsOf(sim_time),
    since,
  };
}
