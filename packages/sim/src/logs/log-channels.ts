import { worldPrefix } from "../transport/names.ts";

/** What a log of a world holds, by kind, and the message type of each. */
export const logTypes = {
  /** Before all others. */
  start: "orrery.msgs.LoggedStart",
  /** All components at a moment, from which reading can begin. */
  keyframe: "orrery.msgs.StateChunk",
  /** What has changed since the sample before. */
  changes: "orrery.msgs.StateChunk",
  /** Right before the first sample after it. */
  jump: "orrery.msgs.TimeJump",
  command: "orrery.msgs.HistoryMark",
  /** Right before it takes effect. */
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
   * Nanoseconds that the world has run since the recording began. Unlike simulated time it never goes back, and no two
   * samples have the same: if no time passed between two samples, the second is a nanosecond later.
   */
  readonly logNs: number;
  /** Simulated time. */
  readonly simNs: number;
  readonly bytes: Uint8Array;
}

/** Returns the kind of entries that a channel holds, if it is one of ours. */
export function kindOfTopic(world: string, topic: string): LogKind | undefined {
  return (Object.keys(logTypes) as LogKind[]).find((kind) => logTopic(world, kind) === topic);
}

/** Returns whether an entry is a state of the world. */
export function isSample({ kind }: LogEntry): boolean {
  return kind === "keyframe" || kind === "changes";
}

/** Samples per simulated second: as many as pages show. */
export const DEFAULT_RATE_HZ = 30;
