export type LogLevel = "debug" | "info" | "warn" | "error";

export interface LogRecord {
  readonly level: LogLevel;
  readonly message: string;
  /** The part that it comes from, outermost first: "runner.physics". Empty for the root. */
  readonly source: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Receives reports from the parts of the simulator. The host decides what to do with them. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
  /** Returns a log into the same sink, whose source is this one's plus `source`. */
  child(source: string): Log;
}

/**
 * Returns a log into a sink. Records have no wall-clock time, which the sink adds, because the simulator has no clock.
 */
export function logTo(sink: (record: LogRecord) => void, source = ""): Log {
  const at =
    (level: LogLevel) =>
    (message: string, fields?: Record<string, unknown>): void =>
      sink(fields === undefined ? { level, message, source } : { level, message, source, fields });
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    child: (name) => logTo(sink, source === "" ? name : `${source}.${name}`),
  };
}
