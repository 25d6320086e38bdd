import { stackOf } from "../../base/error-text.ts";
import type { gz, orrery } from "@orrery/msgs";
import type { LogRecord } from "../../base/log.ts";
import type { Node } from "../../transport/node.ts";
import type { Publisher } from "../../transport/publisher.ts";

/** Records kept for clients that connect later. */
const KEPT = 500;
/** Longest text of a message or of its fields; a stack is shorter. */
const MAX_LENGTH = 20_000;

/**
 * Passes a host's log on to clients: live on the topic `/orrery/log`, and the latest records through the service of
 * that name.
 */
export class LogBoard {
  readonly #nowMs: () => number;
  readonly #records: orrery.LogRecord[] = [];
  #publisher: Publisher<orrery.LogRecord> | undefined;
  #count = 0;
  #isPublishing = false;

  /** `nowMs` returns the wall-clock time since 1970. */
  constructor({ nowMs }: { readonly nowMs: () => number }) {
    this.#nowMs = nowMs;
  }

  serve(node: Node): void {
    this.#publisher = node.advertise("/orrery/log", "orrery.msgs.LogRecord");
    node.service(
      "/orrery/log",
      { request: "gz.msgs.Empty", response: "orrery.msgs.LogRecords", needs: "viewer" },
      () => ({
        records: [...this.#records],
      }),
    );
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
    // A failure to publish is logged as well, and publishing that would lead to an endless loop.
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    try {
      this.#publisher?.publish(record);
    } finally {
      this.#isPublishing = false;
    }
  }
}

/**
 * Converts wall-clock time to a message, without using simulated time: a number cannot hold nanoseconds since 1970
 * exactly.
 */
function wallTime(ms: number): gz.Time {
  const sec = Math.floor(ms / 1000);
  return { sec, nsec: Math.round((ms - sec * 1000) * 1e6) };
}

/** Formats fields as JSON, with text for values that JSON lacks, because logging must not fail. */
function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  const plain = (_: string, value: unknown): unknown => {
    if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) return String(value);
    return value instanceof Error ? stackOf(value) : value;
  };
  let text: string;
  try {
    text = JSON.stringify(fields, plain);
  } catch {
    text = JSON.stringify({ fields: "cannot be shown: they contain themselves" });
  }
  return text.length <= MAX_LENGTH ? text : JSON.stringify({ fields: `${text.slice(0, MAX_LENGTH / 2)}…` });
}
