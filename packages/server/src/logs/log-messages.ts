import type { LogAbout, LogEntry, RecordedMessage, RecordedTopic } from "@orrery/sim/logs";
import type { MessagePort } from "node:worker_threads";

/** What a simulation thread needs for recording. */
export interface RecordStart {
  /** Receives LogMessage. */
  readonly port: MessagePort;
  /** An Int32Array: bytes on their way to the file, or `FAILED`; and the number of messages of topics dropped. */
  readonly inFlight: SharedArrayBuffer;
  readonly rateHz: number;
  /** Patterns of topics to record. */
  readonly topics: readonly string[];
  /** Facts for the log, in addition to those of the world. */
  readonly about: Readonly<Record<string, string>>;
}

/**
 * Sent from the simulation thread to the writing thread: first the log's description; then entries, topics and their
 * messages; at the end how many messages of each topic are missing.
 */
export type LogMessage =
  | { readonly about: LogAbout }
  | { readonly entry: LogEntry }
  | { readonly topic: RecordedTopic }
  | { readonly messages: readonly RecordedMessage[] }
  | { readonly dropped: ReadonlyMap<string, number> };

/** Elements of the shared array. */
export const IN_FLIGHT = 0;
export const DROPPED = 1;
export const SHARED = 2;

/** The start data of the writing thread. */
export interface LogThreadStart {
  readonly file: string;
  readonly port: MessagePort;
  readonly inFlight: SharedArrayBuffer;
}

/**
 * Events of the writing thread: `opened` once, `progress` after each time the file was completed, `written` once after it was told to finish, and `failed` once if the
 * file cannot be written.
 */
export type LogThreadEvent =
  | { readonly kind: "opened" }
  | { readonly kind: "progress"; readonly bytes: number; readonly seconds: number }
  | { readonly kind: "written"; readonly bytes: number; readonly seconds: number }
  | { readonly kind: "failed"; readonly reason: string };

/** With more bytes than this in flight, samples wait, because the disk does not keep up. */
export const MAX_IN_FLIGHT = 64 * 1024 * 1024;

/** With more than this, messages of topics are dropped: they must not use the room that samples need. */
export const MAX_TOPICS_IN_FLIGHT = MAX_IN_FLIGHT / 4;

/** The file can no longer be written. */
export const FAILED = 2 ** 30;
