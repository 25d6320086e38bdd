/** Returns what something that was thrown says, in a line. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns what something that was thrown says, and where it was thrown if that is known. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
