import type { LogLevel } from "@orrery/sim";
import { Value } from "../../client/value.ts";

export interface LogLine {
  readonly id: number;
  /** Wall-clock time since 1970; the time of the last one if the line came several times. */
  readonly timeMs: number;
  readonly level: LogLevel;
  /** "page" for this page; for the server, the source of the record. */
  readonly source: string;
  readonly message: string;
  /** Shown when unfolded: a stack, fields. */
  readonly details: string;
  /** How many times it came in a row. */
  readonly count: number;
}

export type NewLine = Omit<LogLine, "id" | "count">;

/** The most recent lines; a repeated line only increments a count. */
export class LogLines {
  readonly list = new Value<readonly LogLine[]>([]);
  #lastId = 0;

  /** Adds a line at the end, or, for an older line received late, `byTime` between the others. */
  add(line: NewLine, { byTime = false }: { readonly byTime?: boolean } = {}): void {
    const { current } = this.list;
    const at = byTime ? current.findLastIndex(({ timeMs }) => timeMs <= line.timeMs) + 1 : current.length;
    const before = current[at - 1];
    const isAgain = before !== undefined && isSame(before, line);
    const entry = isAgain
      ? { ...before, timeMs: line.timeMs, count: before.count + 1 }
      : { ...line, id: ++this.#lastId, count: 1 };
    this.list.set(current.toSpliced(isAgain ? at - 1 : at, isAgain ? 1 : 0, entry).slice(-MOST));
  }

  clear(): void {
    this.list.set([]);
  }
}

/** Returns the lines of a level and above that contain the text anywhere. */
export function filterLines(lines: readonly LogLine[], level: LogLevel, text: string): LogLine[] {
  const wanted = text.trim().toLowerCase();
  const least = LEVELS.indexOf(level);
  return lines.filter(
    (line) =>
      LEVELS.indexOf(line.level) >= least &&
      (wanted === "" ||
        [line.message, line.source, line.details].some((words) => words.toLowerCase().includes(wanted))),
  );
}

/** Returns one line per record, as in a log file. */
export function linesText(lines: readonly LogLine[]): string {
  return lines
    .map(({ timeMs, level, source, message, details, count }) => {
      const times = count === 1 ? "" : ` (${count} times)`;
      const more = details === "" ? "" : `\n  ${details.replaceAll("\n", "\n  ")}`;
      return `${new Date(timeMs).toISOString()} ${level} ${source === "" ? "" : `${source}: `}${message}${times}${more}`;
    })
    .join("\n");
}

/** Formats a time as "12:34:56.789" in the reader's time zone. */
export function clockText(timeMs: number): string {
  const time = new Date(timeMs);
  const two = (value: number): string => String(value).padStart(2, "0");
  const ms = String(time.getMilliseconds()).padStart(3, "0");
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${ms}`;
}

export const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

const MOST = 2000;

function isSame(a: LogLine, b: NewLine): boolean {
  return a.level === b.level && a.source === b.source && a.message === b.message && a.details === b.details;
}
