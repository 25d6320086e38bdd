/** A file of numbers that cannot be read or written. The message begins with the file, and the line if there is one. */
export class TableError extends Error {
  override readonly name = "TableError";
}

/** Returns what went wrong, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
