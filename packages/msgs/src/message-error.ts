/**
 * The error for a message, a type or a .proto text that cannot be used. It names the place: a field path, or a file and
 * line.
 */
export class MessageError extends Error {
  override readonly name = "MessageError";
  /** What is wrong, without the place. */
  readonly reason: string;
  /** Such as `gz.msgs.Twist.linear.x`. */
  readonly path: string | undefined;
  readonly file: string | undefined;
  readonly line: number | undefined;

  constructor(reason: string, where: { path?: string; file?: string; line?: number } = {}) {
    const place = where.path ?? (where.line === undefined ? where.file : `${where.file ?? "proto"}:${where.line}`);
    super(place ? `${place}: ${reason}` : reason);
    this.reason = reason;
    this.path = where.path;
    this.file = where.file;
    this.line = where.line;
  }
}

/**
 * Returns the same error as seen one level up, with `segment` put before its path. Other errors are returned unchanged.
 */
export function within(segment: string, error: unknown): unknown {
  if (!(error instanceof MessageError) || error.file !== undefined) return error;
  return new MessageError(error.reason, { path: segment + (error.path ?? "") });
}

/** Formats a value for an error message: short, and without ever throwing. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return "an array";
  if (value instanceof Uint8Array) return "bytes";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
