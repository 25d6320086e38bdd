/**
 * Writes an error to the browser's console that nobody waits for, such as that of a listener: the others still have to
 * be notified.
 */
export function logError(error: unknown, what?: string): void {
  if (what === undefined) console.error(error);
  else console.error(what, error);
}
