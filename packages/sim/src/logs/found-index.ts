import { McapRecordBuilder, McapStreamReader, type Channel } from "@mcap/core";
import { logTopic, type LogKind } from "./log-channels.ts";
import {
  unpackers,
  type FilePart,
  type IndexedChunk,
  type LoggedTopic,
  type LogIndex,
  type LogSource,
} from "./log-source.ts";
import { ABOUT, CHANNELS } from "./log-writer.ts";

/** Size of the head of a record: opcode and length. */
const HEAD_BYTES = 9;
const CHUNK = 0x06;
const METADATA = 0x0c;
const LAST_OPCODE = 0x0f;
/** Size of the fields before the name of the compression in a chunk: times, size and checksum. */
const BEFORE_COMPRESSION = 28;
/** Size of a chunk without the name of its compression and its contents, but with their lengths. */
const CHUNK_FRAME_BYTES = HEAD_BYTES + BEFORE_COMPRESSION + 12;
/** The length and letters of "zstd", by which chunks are found. */
const ZSTD = [4, 0, 0, 0, 0x7a, 0x73, 0x74, 0x64];
const READ_BYTES = 1024 * 1024;

/**
 * Makes the index of a file without one, because its recording was cut off, by reading the file from the beginning. A
 * damaged part becomes a chunk that cannot be read, and the search continues at the next intact chunk.
 */
export function foundIndex(source: LogSource, magicBytes: number): LogIndex {
  const found = new FoundIndex(source);
  for (let at = magicBytes; at + HEAD_BYTES <= source.size;) {
    const record = recordAt(source, at);
    if (record !== undefined && found.add(record, at)) {
      at += record.length;
      continue;
    }
    const next = nextChunk(source, at + 1);
    if (next === undefined) break;
    found.leaveOut(at, next - at);
    at = next;
  }
  return found;
}

interface FoundRecord {
  readonly opcode: number;
  /** Including its head. */
  readonly length: number;
}

/** Returns the record at an offset; `undefined` if there is no complete one. */
function recordAt(source: LogSource, at: number): FoundRecord | undefined {
  const head = source.read(at, HEAD_BYTES);
  const [opcode, length] = [head[0]!, HEAD_BYTES + uint64(head, 1)];
  return opcode === 0 || opcode > LAST_OPCODE || at + length > source.size ? undefined : { opcode, length };
}

/** Finds the start of the next record that looks like a chunk. */
function nextChunk(source: LogSource, from: number): number | undefined {
  const overlap = HEAD_BYTES + BEFORE_COMPRESSION + ZSTD.length;
  for (let at = from; at + overlap <= source.size; at += READ_BYTES) {
    const bytes = source.read(at, Math.min(READ_BYTES + overlap, source.size - at));
    for (let i = 0; i + overlap <= bytes.length; i++) {
      const name = i + HEAD_BYTES + BEFORE_COMPRESSION;
      if (bytes[i] !== CHUNK || !ZSTD.every((byte, j) => bytes[name + j] === byte)) continue;
      if (recordAt(source, at + i) !== undefined) return at + i;
    }
  }
  return undefined;
}

class FoundIndex implements LogIndex {
  readonly chunks: IndexedChunk[] = [];
  about: ReadonlyMap<string, string> | undefined;
  readonly isWhole = false;
  /** The list of commands and jumps is not used: it may be damaged, and everything is read anyway. */
  readonly events = [];
  readonly assets = new Map<string, FilePart>();
  readonly #source: LogSource;
  readonly #channels = new Map<number, Channel>();
  /** The kinds of channels, known even if the part with the channels' records is damaged. */
  readonly #kinds = new Map<number, string>();

  constructor(source: LogSource) {
    this.#source = source;
  }

  get channels(): readonly Channel[] {
    const world = this.about?.get("world") ?? "";
    const lost = [...this.#kinds].filter(([id]) => !this.#channels.has(id));
    return [...this.#found, ...lost.map(([id, kind]) => channelOf(id, logTopic(world, kind as LogKind)))];
  }

  get topics(): readonly LoggedTopic[] {
    const unknown = { type: "", schema: undefined, count: undefined, dropped: 0 };
    return this.channels.map(({ id, topic: name, messageEncoding: encoding }) => ({ id, name, encoding, ...unknown }));
  }

  get #found(): readonly Channel[] {
    return [...this.#channels.values()];
  }

  /** Returns whether the record is valid. */
  add({ opcode, length }: FoundRecord, at: number): boolean {
    if (opcode !== CHUNK && opcode !== METADATA) return true;
    try {
      if (opcode === METADATA) this.#addMetadata(this.#source.read(at, length));
      else this.#addChunk(at, length, this.#found);
      return true;
    } catch {
      return opcode === CHUNK && this.#canBeRead(at, length);
    }
  }

  /** Returns whether a chunk can be read, including one with channels whose records are lost. */
  #canBeRead(at: number, length: number): boolean {
    if (this.channels.length === this.#found.length) return false;
    try {
      this.#addChunk(at, length, this.channels);
      return true;
    } catch {
      return false;
    }
  }

  /** Lists a damaged part. Reading it throws with the reason. */
  leaveOut(offset: number, length: number): void {
    const lastNs = this.chunks.at(-1)?.endNs ?? 0;
    const channels = [...this.#kinds].flatMap(([id, kind]) => (kind === "changes" ? [id] : []));
    this.chunks.push({ startNs: lastNs, endNs: lastNs, offset, length, channels: new Set(channels) });
  }

  #addMetadata(bytes: Uint8Array): void {
    const reader = new McapStreamReader({ noMagicPrefix: true });
    reader.append(bytes);
    const record = reader.nextRecord();
    if (record?.type !== "Metadata") return;
    if (record.name === ABOUT) this.about = record.metadata;
    if (record.name === CHANNELS) for (const [id, kind] of record.metadata) this.#kinds.set(Number(id), kind);
  }

  #addChunk(offset: number, length: number, before: readonly Channel[]): void {
    const reader = new McapStreamReader({
      noMagicPrefix: true,
      includeChunks: true,
      decompressHandlers: unpackers(this.#source),
    });
    const builder = new McapRecordBuilder();
    for (const channel of before) builder.writeChannel(channel);
    reader.append(builder.buffer.slice());
    reader.append(this.#source.read(offset, length));
    const channels = new Set<number>();
    const known: Channel[] = [];
    let times: Pick<IndexedChunk, "startNs" | "endNs"> | undefined;
    for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
      if (record.type === "Chunk") {
        const { compression, records, messageStartTime: start, messageEndTime: end } = record;
        if (length !== CHUNK_FRAME_BYTES + compression.length + records.length) throw new Error("its length is wrong");
        times = { startNs: Number(start), endNs: Number(end) };
      }
      if (record.type === "Channel" && times !== undefined) known.push(record);
      if (record.type === "Message") channels.add(record.channelId);
    }
    if (times === undefined) throw new Error("there is no chunk");
    for (const channel of known) this.#channels.set(channel.id, channel);
    this.chunks.push({ ...times, offset, length, channels });
  }
}

function channelOf(id: number, topic: string): Channel {
  return { id, schemaId: 0, topic, messageEncoding: "protobuf", metadata: new Map() };
}

/** Reads a number; one too large for a file is returned as a number larger than any file. */
function uint64(bytes: Uint8Array, at: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 0x1_0000_0000;
}
