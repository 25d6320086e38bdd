import type { Emitter } from "../base/emitter.ts";
import type { Nanoseconds } from "../base/time.ts";
import type { CommandLabel } from "./command-label.ts";
import type { HistoryLimits } from "./memory.ts";

/** Who asked for a jump. */
export type Asker = Pick<CommandLabel, "author" | "authorName">;

/** A moment to go to: before a command, the end of a stretch, or a time within one; without an id, a time. */
export interface Destination {
  readonly id: string;
  readonly timeNs: Nanoseconds | undefined;
}

export interface Jump extends Asker {
  /** `seek`: in a log. */
  readonly cause: "undo" | "redo" | "go-to" | "reset" | "seek";
  readonly timeline: number;
  readonly fromNs: Nanoseconds;
  readonly toNs: Nanoseconds;
  /** That was undone, redone or gone to. */
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
  /** In a log, the recorded jump that this stretch starts with. Without its timeline number: playback counts its own jumps. */
  readonly jump?: Omit<Jump, "timeline"> | undefined;
}

/** A past as people see it and move in it: that of a running world, or a log. */
export interface ShownPast {
  /** The lists or the tree have changed. */
  readonly changes: Emitter<void>;
  readonly jumps: Emitter<Jump>;
  /** Raised by every jump. */
  readonly timeline: number;
  /** The file that is played back; empty for a world that runs. */
  readonly log: string;
  readonly limits: HistoryLimits;
  /** Kept at present. */
  readonly bytes: number;
  /** The oldest moment that can be gone to. */
  readonly earliestNs: Nanoseconds;
  /** Parents first. */
  stretches(): readonly ShownStretch[];
  /** Those that may not be as they were when this was last asked; `undefined` when any may be, or be gone. */
  takeTouched(): readonly ShownStretch[] | undefined;
  /** The one in which the world is: at its end, unless there is one ahead. */
  readonly present: { readonly id: string };
  readonly ahead: { readonly id: string } | undefined;
  /** Latest first. */
  undoable(): readonly ShownMark[];
  /** Next first. */
  redoable(): readonly ShownMark[];
  /** Commands that left the list since this was last asked. */
  takeForgotten(): readonly ShownMark[];
  /** Each throws why it cannot be done. */
  undo(id: string, asker: Asker): void;
  redo(id: string, asker: Asker): void;
  goTo(destination: Destination, asker: Asker): void;
  configure(limits: HistoryLimits): void;
}
