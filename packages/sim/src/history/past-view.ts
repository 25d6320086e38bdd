import type { Emitter } from "../base/emitter.ts";
import type { Nanoseconds } from "../base/time.ts";
import type { BusySpan } from "./busy-spans.ts";
import type { CommandLabel } from "./command-label.ts";
import type { HistoryLimits } from "./memory.ts";

/** Who requested a jump. */
export type Asker = Pick<CommandLabel, "author" | "authorName">;

/**
 * A moment to go to: before a command, at the end of a stretch, or at a time within one. Without an id, only a time.
 */
export interface Destination {
  readonly id: string;
  readonly timeNs: Nanoseconds | undefined;
}

export interface Jump extends Asker {
  /** `seek` occurs only in a log. */
  readonly cause: "undo" | "redo" | "go-to" | "reset" | "seek";
  readonly timelineNumber: number;
  readonly fromNs: Nanoseconds;
  readonly toNs: Nanoseconds;
  /** The command that was undone, redone or gone to. */
  readonly mark: Pick<CommandLabel, "id" | "description"> | undefined;
}

export interface ShownMark extends CommandLabel {
  readonly at: { readonly timeNs: Nanoseconds };
}

export interface ShownStretch {
  readonly id: string;
  readonly parent: { readonly id: string } | undefined;
  readonly start: { readonly timeNs: Nanoseconds };
  readonly end: { readonly timeNs: Nanoseconds };
  readonly marks: readonly ShownMark[];
  /** When messages from outside took effect, in order; empty for a log. */
  readonly busy: readonly BusySpan[];
  /**
   * In a log, the recorded jump that this stretch starts with. Without its timeline number: playback counts its own
   * jumps.
   */
  readonly jump?: Omit<Jump, "timelineNumber"> | undefined;
}

/** A past that people can see and move in: that of a running world, or a log. */
export interface PastView {
  /** Emits when the lists or the tree have changed. */
  readonly changes: Emitter<void>;
  readonly jumps: Emitter<Jump>;
  /** Incremented by every jump. */
  readonly timelineNumber: number;
  /** The file that is played back; empty for a simulated world. */
  readonly log: string;
  readonly limits: HistoryLimits;
  /** Number of bytes in use. */
  readonly bytes: number;
  /** The oldest moment that can be reached. */
  readonly earliestNs: Nanoseconds;
  /** Returns all stretches, parents first. */
  stretches(): readonly ShownStretch[];
  /**
   * Returns the stretches that may have changed since the last call; `undefined` if any may have changed or been
   * removed.
   */
  takeTouched(): readonly ShownStretch[] | undefined;
  /** The stretch that the world is in: at its end, unless `ahead` is set. */
  readonly present: { readonly id: string };
  readonly ahead: { readonly id: string } | undefined;
  /** Goes to a moment. Throws with the reason if it cannot be reached. */
  goTo(destination: Destination, asker: Asker): void;
}

/** A past whose commands can be undone and redone. */
export interface UndoablePast extends PastView {
  /** Returns the commands that can be undone, latest first. */
  undoable(): readonly ShownMark[];
  /** Returns the commands that can be redone, next first. */
  redoable(): readonly ShownMark[];
  /**
   * Returns the run's count of inputs at which a command was added to its list, by being performed, undone or redone.
   */
  sinceOf(mark: ShownMark): number;
  /** Returns the commands that have left the list since the last call. */
  takeForgotten(): readonly ShownMark[];
  /**
   * Goes to the moment before a command. `first` is the first entry of the list as the asker saw it; empty accepts the
   * current list. Both this and `redo` throw with the reason if they are impossible.
   */
  undo(id: string, asker: Asker, first?: string): void;
  redo(id: string, asker: Asker, first?: string): void;
  configure(limits: HistoryLimits): void;
}

/** Returns whether commands of a past can be undone, rather than only viewed. */
export function isUndoable(past: PastView): past is UndoablePast {
  return "undoable" in past;
}

/** A command in the list of what can be undone or redone, with the count of inputs at which it was added. */
export interface ListedMark {
  readonly mark: ShownMark;
  readonly since: number;
}

/** Returns the lists of commands, the next one first; empty if nothing can be undone. */
export function listsOf(past: PastView): Readonly<Record<"undo" | "redo", readonly ListedMark[]>> {
  if (!isUndoable(past)) return { undo: [], redo: [] };
  const listed = (mark: ShownMark): ListedMark => ({ mark, since: past.sinceOf(mark) });
  return { undo: past.undoable().map(listed), redo: past.redoable().map(listed) };
}
