import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { LEVELS, type LogLines, type NewLine } from "./log-lines.ts";

/**
 * Log records of servers, including those from before the page asked. A record that arrives by both routes, or again
 * after a reconnect, is one line.
 */
export class ServerLog {
  readonly #lines: LogLines;
  readonly #seen = new Set<string>();

  constructor(lines: LogLines) {
    this.#lines = lines;
  }

  /** Follows the log until disposed of. `onFailure` is called if earlier records are unavailable. */
  follow(node: Node, onFailure: (error: unknown) => void): Disposable {
    // Records that arrive before the answer wait, because they are newer.
    let waiting: orrery.LogRecord[] | undefined = [];
    const hear = (record: orrery.LogRecord): void => {
      if (waiting === undefined) this.#take(record);
      else waiting.push(record);
    };
    const subscription = node.subscribe("/orrery/log", "orrery.msgs.LogRecord", ({ value }) => hear(value), {
      hostOnly: true,
    });
    let isOver = false;
    void node
      .request("/orrery/log", {}, { response: "orrery.msgs.LogRecords" })
      .then(({ records = [] }) => {
        if (!isOver) for (const record of records) this.#take(record, { byTime: true });
      })
      .catch(onFailure)
      .finally(() => {
        if (!isOver) for (const record of waiting ?? []) this.#take(record);
        waiting = undefined;
      });
    return {
      [Symbol.dispose]: () => {
        isOver = true;
        subscription[Symbol.dispose]();
      },
    };
  }

  #take(record: orrery.LogRecord, options: { readonly byTime?: boolean } = {}): void {
    const key = `${record.time?.sec} ${record.time?.nsec} ${record.sequence}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    for (const oldest of this.#seen) {
      if (this.#seen.size <= MAX_SEEN) break;
      this.#seen.delete(oldest);
    }
    this.#lines.add(lineOf(record), options);
  }
}

/** More than any server sends of its earlier records. */
const MAX_SEEN = 5000;

export function lineOf({ time, level = "", source = "", message = "", fields = "" }: orrery.LogRecord): NewLine {
  return {
    timeMs: (time?.sec ?? 0) * 1000 + (time?.nsec ?? 0) / 1e6,
    level: LEVELS.find((one) => one === level) ?? "info",
    source,
    message,
    details: fieldsText(fields),
  };
}

/** Returns one line per field; texts stay as they are, so that stacks keep their lines. */
function fieldsText(fields: string): string {
  if (fields === "") return "";
  try {
    return Object.entries(JSON.parse(fields) as object)
      .map(
        ([name, value]: [string, unknown]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
      )
      .join("\n");
  } catch {
    return fields;
  }
}
