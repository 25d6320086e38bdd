import { formatProblem, LogBoard, type LogRecord, type Problem } from "@orrery/sim/front";
import { note, style } from "./terminal.ts";

/** Passes the records that are logged here on to pages. */
export const logBoard = new LogBoard({ nowMs: () => Date.now() });

/** Logs a record to the terminal and to open pages. */
export function noteRecord(record: LogRecord): void {
  logBoard.add(record);
  const { level, source, message, fields } = record;
  if (level === "debug") return;
  // Indented, so that no part of a message looks like a separate one.
  const indented = (given: string): string => given.replaceAll("\n", "\n  ");
  const text = `${source === "" ? "" : `${indented(source)}: `}${indented(message)}`;
  const details = Object.entries(fields ?? {}).map(([key, value]) => `\n  ${indented(`${key}: ${String(value)}`)}`);
  const line = text + details.join("");
  if (level === "info") note(line);
  else if (level === "warn") note(style.yellow(labelled("warning", line)));
  else note(style.red(labelled("error", line)));
}

/** Makes a log record of a problem in a file that the terminal has already shown. */
export function recordOf(problem: Problem): LogRecord {
  return { level: problem.severity === "error" ? "error" : "warn", source: "", message: formatProblem(problem) };
}

/** Adds the label to a line: after the place in a file, if there is one, as compilers do. */
function labelled(label: string, line: string): string {
  const place = /^\S+:\d+:\d+: /.exec(line)?.[0] ?? "";
  const rest = line.slice(place.length);
  return /^(warning|error): /.test(rest) ? line : `${place}${label}: ${rest}`;
}
