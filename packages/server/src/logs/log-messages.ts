import type { LogAbout, LogEntry } from "@orrery/sim/logs";
import type { MessagePort } from "node:worker_threads";

/** What a simulation thread needs for recording. */
export interface RecordStart {
  /** Takes LogNews. */
  readonly port: MessagePort;
  /** An Int32Array of one place: bytes on their way to the file, or `FAILED`. */
  readonly inFlight: SharedArrayBuffer;
  readonly rateHz: number;
  /** Facts for the log, in addition to those of the world. */
  readonly about: Readonly<Record<string, string>>;
}

/** From the simulation thread to the one that writes: first its description, then entries. */
export type LogNews = { readonly about: LogAbout } | { readonly entry: LogEntry };

/** The start data of the writing thread. */
export interface LogThreadStart {
  readonly file: string;
  readonly port: MessagePort;
  readonly inFlight: SharedArrayBuffer;
}

/**
 * Its events: `opened` once, `written` once when it was told to finish, and `failed` once when the file cannot be
 * written.
 */
export type LogThreadEvent =
  | { readonly kind: "opened" }
  | { readonly kind: "written"; readonly bytes: number; readonly seconds: number }
  | { readonly kind: "failed"; readonly reason: string };

/** With more than this in flight, samples wait, because the disk does not keep up. */
export const MAX_IN_FLIGHT = 64 * 1024 * 1024;

/** The file can no longer be written. */
export const FAILED = 2 ** 30;
