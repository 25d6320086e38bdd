/** A log that cannot be read; the message begins with the file. */
export class LogError extends Error {}

/** Whatever damaged bytes lead a reader to throw is said of the log. */
export function readingLog<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof LogError) throw error;
    throw new LogError(`${name}: error: the log is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
}
