import type { gz, orrery } from "@orrery/msgs";
import { fromSecNsec, type Nanoseconds } from "@orrery/sim";

/** An applied command, as lists and timelines show it. */
export interface PageMark {
  readonly id: string;
  /** For example "Move box_1". */
  readonly description: string;
  /** Public id of a session; empty if unknown. */
  readonly author: string;
  readonly authorName: string;
  readonly timeNs: Nanoseconds;
  /** In the lists of undo and redo: the run's count of inputs when the command was added to the list. 0 elsewhere. */
  readonly since: number;
}

/** A jump in time that was recorded in a log. */
export interface RecordedJump {
  readonly cause: orrery.TimeJump_Cause;
  /** Describes the command that was undone, redone or gone to. */
  readonly description: string;
  /** The author's name at that time. */
  readonly authorName: string;
}

/** A range of simulated time. */
export interface Span {
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
}

/** A piece of the past in which nothing forks. Each begins where its parent ends, or where a recorded jump led. */
export interface PageStretch {
  readonly id: string;
  /** Empty for the first stretch. */
  readonly parent: string;
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
  readonly marks: readonly PageMark[];
  /** When messages from outside took effect, in order. */
  readonly busy: readonly Span[];
  /** In a log, the recorded jump that this stretch begins with. */
  readonly jump?: RecordedJump | undefined;
}

/** What is known of a world's past: `orrery.msgs.History` with all defaults filled in. */
export interface PagePast {
  readonly timeline: number;
  /** `false` if no history is kept. */
  readonly isOn: boolean;
  /** Latest first. */
  readonly undo: readonly PageMark[];
  /** Next first. */
  readonly redo: readonly PageMark[];
  /** Parents first. */
  readonly stretches: readonly PageStretch[];
  /** The stretch whose end is now. */
  readonly present: string;
  /** The stretch at whose end the world was before it went back; empty once the world has gone on since. */
  readonly ahead: string;
  /** Time of the oldest moment of the present line that can still be reached. */
  readonly earliestNs: Nanoseconds;
  readonly bytes: number;
  readonly byteLimit: number;
  readonly commandLimit: number;
  /** The commands that the last change removed from the lists. */
  readonly forgotten: readonly PageMark[];
  /** The file that is played back; empty for a live world. */
  readonly log: string;
}

export function pastOf(history: orrery.History): PagePast {
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

/**
 * Returns a reader for the marks of a log. A log's session ids are not those of current sessions, so its authors are
 * numbered in order of appearance.
 */
function recordedMarks(): (mark: orrery.HistoryMark) => PageMark {
  const known = new Map<string, string>();
  return (mark) => {
    const { author = "" } = mark;
    if (author !== "" && !known.has(author)) known.set(author, `${RECORDED}${known.size}`);
    return { ...liveMark(mark), author: known.get(author) ?? "" };
  };
}

/** Returns the number of an author recorded in a log, from 0; `undefined` for a current session. */
export function recordedIndex(author: string): number | undefined {
  return author.startsWith(RECORDED) ? Number(author.slice(RECORDED.length)) : undefined;
}

const RECORDED = "recorded:";

function liveMark(mark: orrery.HistoryMark): PageMark {
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
