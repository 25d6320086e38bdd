import type { LogAbout, LogEntry } from "@orrery/sim/logs";
import type { MessagePort } from "node:worker_threads";

/** What a simulation thread records with. */
export interface RecordStart {
  /** Takes LogNews. */
  readonly port: MessagePort;
  /** An Int32Array of one place: bytes on their way to the file, or `FAILED`. */
  readonly inFlight: SharedArrayBuffer;
  readonly rateHz: number;
  /** Facts for the log, beside those that the world tells. */
  readonly about: Readonly<Record<string, string>>;
}

/** From the simulation thread to the one that writes: first what it is of, then entries. */
export type LogNews = { readonly about: LogAbout } | { readonly entry: LogEntry };

/** What the writing thread is started with. */
export interface LogThreadStart {
  readonly file: string;
  readonly port: MessagePort;
  readonly inFlight: SharedArrayBuffer;
}

/** What it says: once `opened`, once `written`, when it was told to finish; and once `failed`, when the file cannot be written. */
export type LogThreadEvent =
  | { readonly kind: "opened" }
  | { readonly kind: "written"; readonly bytes: number; readonly seconds: number }
  | { readonly kind: "failed"; readonly reason: string };

/** More than that on the way, and samples wait: the disk does not keep up. */
export const MAX_IN_FLIGHT = 64 * 1024 * 1024;

/** Nothing goes to the file any more. */
export const FAILED = 2 ** 30;
