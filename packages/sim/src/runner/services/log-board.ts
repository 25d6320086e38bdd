import type { gz, orrery } from "@orrery/msgs";
import type { LogRecord } from "../../base/log.ts";
import type { Node } from "../../transport/node.ts";
import type { Publisher } from "../../transport/publisher.ts";

/** Kept for those who come later. */
const KEPT = 500;
/** Of a message or of its fields; a stack is shorter. */
const MAX_LENGTH = 20_000;

/** Gives what a host logs to clients: as it comes on the topic `/orrery/log`, and the last of it by the service of that name. */
export class LogBoard {
  readonly #nowMs: () => number;
  readonly #records: orrery.LogRecord[] = [];
  #publisher: Publisher<orrery.LogRecord> | undefined;
  #count = 0;
  #isPublishing = false;

  /** `nowMs` is the wall clock, since 1970. */
  constructor({ nowMs }: { readonly nowMs: () => number }) {
    this.#nowMs = nowMs;
  }

  serve(node: Node): void {
    this.#publisher = node.advertise<orrery.LogRecord>("/orrery/log", "orrery.msgs.LogRecord");
    node.service<gz.Empty, orrery.LogRecords>("/orrery/log", "gz.msgs.Empty", "orrery.msgs.LogRecords", () => ({
      records: [...this.#records],
    }));
  }

  add({ level, source, message, fields }: LogRecord): void {
    const record: orrery.LogRecord = {
      sequence: ++this.#count,
      time: wallTime(this.#nowMs()),
      level,
      source,
      message: message.slice(0, MAX_LENGTH),
      fields: fields === undefined ? "" : fieldsText(fields),
    };
    this.#records.push(record);
    if (this.#records.length > KEPT) this.#records.shift();
    // What goes wrong with the publication is logged too, and must not be published in turn, without end.
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    try {
      this.#publisher?.publish(record);
    } finally {
      this.#isPublishing = false;
    }
  }
}

/** Not as simulated time: nanoseconds since 1970 are beyond what a number holds. */
function wallTime(ms: number): gz.Time {
  const sec = Math.floor(ms / 1000);
  return { sec, nsec: Math.round((ms - sec * 1000) * 1e6) };
}

/** What JSON cannot hold, as text: a log must not fail. */
function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  const plain = (_: string, value: unknown): unknown => {
    if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) return String(value);
    return value instanceof Error ? (value.stack ?? value.message) : value;
  };
  let text: string;
  try {
    text = JSON.stringify(fields, plain);
  } catch {
    text = JSON.stringify({ fields: "cannot be shown: they hold themselves" });
  }
  return text.length <= MAX_LENGTH ? text : JSON.stringify({ fields: `${text.slice(0, MAX_LENGTH / 2)}…` });
}
