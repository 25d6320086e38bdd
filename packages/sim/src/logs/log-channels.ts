import { worldPrefix } from "../transport/names.ts";

/** The kinds of entries in a log of a world, and the message type of each. */
export const logTypes = {
  /** Comes before all others. */
  start: "orrery.msgs.LoggedStart",
  /** All components at a moment, from which reading can begin. */
  keyframe: "orrery.msgs.StateChunk",
  /** The changes since the previous sample. */
  changes: "orrery.msgs.StateChunk",
  /** Comes right before the first sample after the jump. */
  jump: "orrery.msgs.TimeJump",
  command: "orrery.msgs.HistoryMark",
  /** Comes right before the input takes effect. */
  input: "orrery.msgs.LoggedInput",
} as const;

export type LogKind = keyof typeof logTypes;

/** Returns the topic under which tools list entries of a kind. */
export function logTopic(world: string, kind: LogKind): string {
  const prefix = worldPrefix(world);
  return kind === "jump" ? `${prefix}/history/jump` : `${prefix}/log/${kind}`;
}

/** One message of a log. */
export interface LogEntry {
  readonly kind: LogKind;
  /**
   * Nanoseconds for which the world has run since the recording began. Unlike simulated time it never goes back, and it
   * differs for all samples: if no time passed between two samples, the second one is a nanosecond later.
   */
  readonly logNs: number;
  /** Simulated time. */
  readonly simNs: number;
  readonly bytes: Uint8Array;
}

/** Returns the kind of entries in a channel, if it is one of Orrery's. */
export function kindOfTopic(world: string, topic: string): LogKind | undefined {
  return (Object.keys(logTypes) as LogKind[]).find((kind) => logTopic(world, kind) === topic);
}

/** Returns whether an entry is a state of the world. */
export function isSample({ kind }: LogEntry): boolean {
  return kind === "keyframe" || kind === "changes";
}

/** Samples per simulated second: as many as pages show. */
export const DEFAULT_RATE_HZ = 30;
