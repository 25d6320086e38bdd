import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { LEVELS, type LogLines, type NewLine } from "./log-lines.ts";

/** What servers say, from before they were asked too. A record that comes both ways, or again after a reconnect, is one line. */
export class ServerLog {
  readonly #lines: LogLines;
  readonly #seen = new Set<string>();

  constructor(lines: LogLines) {
    this.#lines = lines;
  }

  /** Until it is disposed of. `onFailure`: what was said before cannot be had. */
  follow(node: Node, onFailure: (error: unknown) => void): Disposable {
    // What comes before the answer waits: it is the later.
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
      if (this.#seen.size <= MOST_SEEN) break;
      this.#seen.delete(oldest);
    }
    this.#lines.add(lineOf(record), options);
  }
}

/** More than any server tells of the past. */
const MOST_SEEN = 5000;

export function lineOf({ time, level = "", source = "", message = "", fields = "" }: orrery.LogRecord): NewLine {
  return {
    timeMs: (time?.sec ?? 0) * 1000 + (time?.nsec ?? 0) / 1e6,
    level: LEVELS.find((one) => one === level) ?? "info",
    source,
    message,
    details: fieldsText(fields),
  };
}

/** Returns one line per field; texts as they are, for stacks. */
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
