import type { Channel, Schema } from "@mcap/core";
import { MAX_PART_BYTES, type ByteSource, type Unpackers } from "../byte-source.ts";
import { reasonOf } from "../table-error.ts";
import type { McapIndex, McapPart } from "./mcap-index.ts";
import { RecordReader, type WantedRecord } from "./record-reader.ts";

/** Bytes of the head of a record: its opcode and its length. */
const HEAD_BYTES = 9;
const WINDOW_BYTES = 1024 * 1024;
const FOOTER = 0x02;
const CHUNK = 0x06;
const DATA_END = 0x0f;
/** Schemas, channels, messages, chunks. */
const WANTED = new Set([0x03, 0x04, 0x05, CHUNK]);
/** A file with more damage is none. */
const MAX_DAMAGED = 100;

/** Makes the index of a file that has none, because its writing was cut off, by reading all of it. */
export async function foundIndex(
  source: ByteSource,
  unpackers: Unpackers,
  { start, onProgress }: { readonly start: number; readonly onProgress: ((fraction: number) => void) | undefined },
): Promise<McapIndex> {
  const found = new FoundIndex(unpackers);
  let at = start;
  for (let end = at; at < source.size; at = end) {
    const run = await nextRun(source, at);
    end = run.end;
    if (run.wanted !== undefined) found.add(run.wanted, at);
    if (run.problem !== undefined) found.problems.push(run.problem);
    if (run.isLast || found.problems.length >= MAX_DAMAGED) break;
    onProgress?.(end / source.size);
  }
  return found;
}

/** Records that follow each other. */
interface Run {
  readonly end: number;
  /** Their bytes, unless they are to be skipped. */
  readonly wanted: Uint8Array | undefined;
  readonly isLast: boolean;
  readonly problem?: string;
}

/** Reads a chunk, or as many other records as fit into a window; or finds where records that are not wanted end. */
async function nextRun(source: ByteSource, at: number): Promise<Run> {
  const window = await source.read(at, Math.min(WINDOW_BYTES, source.size - at));
  let size = 0;
  for (let head = headAt(window, 0); head !== undefined; head = headAt(window, size)) {
    if (head.opcode === FOOTER || head.opcode === DATA_END) return taken(window, at, size, { isLast: true });
    if (at + size + head.length > source.size || head.opcode === 0) {
      const problem = `the file is cut off or damaged at byte ${at + size}`;
      return { ...taken(window, at, size, { isLast: true }), problem };
    }
    const isWanted = WANTED.has(head.opcode);
    const isAlone = !isWanted || head.opcode === CHUNK || size + head.length > window.length;
    if (isAlone && size > 0) return taken(window, at, size, { isLast: false });
    if (!isWanted) return { end: at + head.length, wanted: undefined, isLast: false };
    if (isAlone) return await single(source, at, head.length);
    size += head.length;
  }
  if (at + size + HEAD_BYTES <= source.size) return taken(window, at, size, { isLast: false });
  return { ...taken(window, at, size, { isLast: true }), problem: `the file is cut off at byte ${at + size}` };
}

function taken(window: Uint8Array, at: number, size: number, { isLast }: Pick<Run, "isLast">): Run {
  return { end: at + size, wanted: size === 0 ? undefined : window.subarray(0, size), isLast };
}

async function single(source: ByteSource, at: number, length: number): Promise<Run> {
  const end = at + length;
  if (length <= MAX_PART_BYTES) return { end, wanted: await source.read(at, length), isLast: false };
  return { end, wanted: undefined, isLast: false, problem: `a record of ${length} bytes at byte ${at} is too large` };
}

/** Returns a record's opcode, and its length with its head; undefined if its head is not all there. */
function headAt(bytes: Uint8Array, at: number): { readonly opcode: number; readonly length: number } | undefined {
  if (at + HEAD_BYTES > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  return { opcode: view.getUint8(0), length: HEAD_BYTES + Number(view.getBigUint64(1, true)) };
}

class FoundIndex implements McapIndex {
  readonly schemas = new Map<number, Schema>();
  readonly channels = new Map<number, Channel>();
  readonly counts = new Map<number, number>();
  readonly parts: McapPart[] = [];
  readonly problems: string[] = [];
  readonly #reader: RecordReader;

  constructor(unpackers: Unpackers) {
    this.#reader = new RecordReader(unpackers);
  }

  add(bytes: Uint8Array, offset: number): void {
    const channels = new Set<number>();
    const take = (record: WantedRecord): void => {
      if (record.type === "Schema") this.schemas.set(record.id, record);
      else if (record.type === "Channel") this.channels.set(record.id, record);
      else {
        channels.add(record.channelId);
        this.counts.set(record.channelId, (this.counts.get(record.channelId) ?? 0) + 1);
      }
    };
    try {
      this.#reader.read(bytes, take);
      if (channels.size > 0) this.parts.push({ offset, length: bytes.length, channels });
    } catch (error) {
      this.problems.push(`bytes ${offset} to ${offset + bytes.length} are left out: ${reasonOf(error)}`);
    }
  }
}
