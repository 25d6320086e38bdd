import { textOf } from "../base/error-text.ts";
/** A log that cannot be read; the message begins with the file. */
export class LogError extends Error {}

/** Runs a reader, and turns any error caused by damaged bytes into a LogError. */
export function readingLog<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof LogError) throw error;
    throw new LogError(`${name}: error: the log is damaged: ${textOf(error)}`);
  }
}
