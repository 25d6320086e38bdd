export type LogLevel = "debug" | "info" | "warn" | "error";

export interface LogRecord {
  readonly level: LogLevel;
  readonly message: string;
  /** Who says it, outermost first: "runner.physics". Empty for the root. */
  readonly source: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Where a part of the simulator says what happened. The host decides what becomes of it. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
  /** Returns a log into the same sink, whose source is this one's plus `source`. */
  child(source: string): Log;
}

/** Records carry no wall time: the sink adds it, for the simulator has no clock. */
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
