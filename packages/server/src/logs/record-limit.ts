import type { LogRecord } from "@orrery/sim";

/** Records of one kind that pass at once, and per second in the long run. */
const BURST = 20;
const PER_SECOND = 2;
/** Records of all kinds together. */
const BURST_OF_ALL = 500;
const PER_SECOND_OF_ALL = 20;
const MAX_LENGTH = 8000;
const MAX_KINDS = 200;
/** Records whose first characters agree, up to this number, count as one kind. */
const ALIKE = 16;
const MAX_FIRST = 200;

/**
 * Passes on a few records of each kind per second, and counts the rest. Systems and clients cause a world's records;
 * these must not fill a disk or memory, and a flood of one kind must not hide the others.
 */
export class RecordLimit {
  readonly #sink: (record: LogRecord) => void;
  readonly #nowMs: () => number;
  readonly #kinds = new Map<string, Kind>();
  readonly #all: Bucket;

  constructor(sink: (record: LogRecord) => void, nowMs: () => number) {
    this.#sink = sink;
    this.#nowMs = nowMs;
    this.#all = { left: BURST_OF_ALL, atMs: nowMs() };
  }

  add(record: LogRecord): void {
    const nowMs = this.#nowMs();
    const kind = this.#kindOf(record, nowMs);
    const isAllowed = take(kind, nowMs, BURST, PER_SECOND) && take(this.#all, nowMs, BURST_OF_ALL, PER_SECOND_OF_ALL);
    if (isAllowed) this.#sink(cut(record));
    else kind.withheld++;
  }

  /** Reports how many records were left out, and forgets kinds that have become quiet. Must be called at intervals. */
  flush(): void {
    for (const [key, kind] of this.#kinds) {
      const { level, source, first, withheld } = kind;
      refill(kind, this.#nowMs(), BURST, PER_SECOND);
      if (withheld === 0 && kind.left === BURST) this.#kinds.delete(key);
      if (withheld === 0) continue;
      kind.withheld = 0;
      const more = withheld === 1 ? "1 more line" : `${withheld} more lines`;
      this.#sink({ level, source, message: `${more} like this one left out: ${first}` });
    }
  }

  #kindOf({ level, source, message }: LogRecord, nowMs: number): Kind {
    const isFull = this.#kinds.size >= MAX_KINDS;
    const own = `${level} ${source} ${message.slice(0, ALIKE)}`;
    // If all records of a source begin differently, they count as one kind.
    const key = isFull && !this.#kinds.has(own) ? level : own;
    let kind = this.#kinds.get(key);
    if (kind === undefined) {
      const first = message.split("\n", 1)[0]!.slice(0, MAX_FIRST);
      kind = { level, source, first, withheld: 0, left: BURST, atMs: nowMs };
      this.#kinds.set(key, kind);
    }
    return kind;
  }
}

interface Bucket {
  left: number;
  atMs: number;
}

interface Kind extends Bucket, Pick<LogRecord, "level" | "source"> {
  /** The first line of a record, which names its kind. */
  readonly first: string;
  withheld: number;
}

function refill(bucket: Bucket, nowMs: number, burst: number, perSecond: number): void {
  bucket.left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) / 1000) * perSecond);
  bucket.atMs = nowMs;
}

function take(bucket: Bucket, nowMs: number, burst: number, perSecond: number): boolean {
  refill(bucket, nowMs, burst, perSecond);
  if (bucket.left < 1) return false;
  bucket.left--;
  return true;
}

function cut(record: LogRecord): LogRecord {
  const { message, fields } = record;
  if (message.length <= MAX_LENGTH && fields === undefined) return record;
  const short = (text: unknown): unknown => (typeof text === "string" ? text.slice(0, MAX_LENGTH) : text);
  const kept = fields && Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, short(value)]));
  return { ...record, message: message.slice(0, MAX_LENGTH), ...(kept && { fields: kept }) };
}
