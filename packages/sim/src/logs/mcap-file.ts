import { McapChunkBuilder, McapRecordBuilder, Opcode, type McapTypes } from "@mcap/core";
import { crc32 } from "../base/crc32.ts";
import type { LogStorage } from "./log-storage.ts";

/** Bytes of a chunk before it is packed: the least that must be read to show a moment. */
const CHUNK_BYTES = 256 * 1024;

/** A message of a file, without the id of its channel. */
export interface FileMessage {
  readonly logNs: number;
  readonly simNs: number;
  readonly bytes: Uint8Array;
}

/**
 * Writes a file in the format MCAP. It can be completed again and again: what is written after that takes the place of
 * the index. Calls must wait for the previous one to end.
 *
 * The library's own writer has one chunk at a time. Here, messages that are rarely read together go to different chunks:
 * whoever seeks a state must not have to read pictures.
 */
export class McapFile {
  readonly #storage: LogStorage;
  readonly #records = new McapRecordBuilder();
  readonly #schemas: McapTypes.Schema[] = [];
  readonly #channels: McapTypes.Channel[] = [];
  readonly #lanes: Lane[] = [];
  readonly #chunks: McapTypes.ChunkIndex[] = [];
  readonly #metadata: McapTypes.MetadataIndex[] = [];
  readonly #attachments: McapTypes.AttachmentIndex[] = [];
  readonly #counts = new Map<number, bigint>();
  #startTime: bigint | undefined;
  #endTime = 0n;
  /** Where the next record goes: the end of what was written, without the index. */
  #at = 0;
  /** Whether the file ends with its index, with nothing written since. */
  #isWhole = false;

  constructor(storage: LogStorage) {
    this.#storage = storage;
  }

  async begin(library: string): Promise<void> {
    this.#records.writeMagic();
    this.#records.writeHeader({ profile: "", library });
    await this.#flush();
  }

  /** Registers a message type, and returns its id. */
  addSchema(schema: Omit<McapTypes.Schema, "id">): number {
    const id = this.#schemas.length + 1;
    this.#schemas.push({ ...schema, id });
    return id;
  }

  /** Registers a channel, and returns its id. */
  addChannel(channel: Omit<McapTypes.Channel, "id">): number {
    const id = this.#channels.length;
    this.#channels.push({ ...channel, id });
    return id;
  }

  /** Adds a sequence of chunks of its own. Each channel must be used with one lane only. */
  addLane(): Lane {
    const lane = new Lane();
    this.#lanes.push(lane);
    return lane;
  }

  async addMessage(lane: Lane, channelId: number, { logNs, simNs, bytes }: FileMessage): Promise<void> {
    const [logTime, publishTime] = [BigInt(logNs), BigInt(simNs)];
    const { builder } = lane;
    if (!lane.channels.has(channelId)) this.#introduce(lane, channelId);
    const count = this.#counts.get(channelId) ?? 0n;
    this.#counts.set(channelId, count + 1n);
    if (this.#startTime === undefined || logTime < this.#startTime) this.#startTime = logTime;
    if (logTime > this.#endTime) this.#endTime = logTime;
    builder.addMessage({ channelId, sequence: Number(count & 0xffffffffn), logTime, publishTime, data: bytes });
    if (builder.byteLength > CHUNK_BYTES) await this.finishChunk(lane);
  }

  /** Writes what has been collected for a lane. Returns the offset at which the next record will begin. */
  async finishChunk({ builder }: Lane): Promise<number> {
    if (builder.numMessages === 0) return this.#at;
    const records = builder.buffer;
    const packed = this.#storage.pack(records);
    const [messageStartTime, messageEndTime] = [builder.messageStartTime, builder.messageEndTime];
    const about = { messageStartTime, messageEndTime, compression: "zstd", uncompressedSize: BigInt(records.length) };
    const chunkStartOffset = BigInt(this.#at);
    const chunkLength = this.#records.writeChunk({ ...about, uncompressedCrc: crc32(records), records: packed });
    const messageIndexOffsets = new Map<number, bigint>();
    let messageIndexLength = 0n;
    for (const index of builder.indices) {
      messageIndexOffsets.set(index.channelId, chunkStartOffset + chunkLength + messageIndexLength);
      messageIndexLength += this.#records.writeMessageIndex(index);
    }
    const place = { chunkStartOffset, chunkLength, messageIndexOffsets, messageIndexLength };
    this.#chunks.push({ ...about, ...place, compressedSize: BigInt(packed.length) });
    builder.reset();
    await this.#flush();
    return this.#at;
  }

  async addMetadata(name: string, facts: ReadonlyMap<string, string>): Promise<void> {
    const length = this.#records.writeMetadata({ name, metadata: new Map(facts) });
    this.#metadata.push({ name, offset: BigInt(this.#at), length });
    await this.#flush();
  }

  async addAttachment(name: string, mediaType: string, data: Uint8Array): Promise<void> {
    const about = { name, mediaType, logTime: 0n, createTime: 0n };
    const length = this.#records.writeAttachment({ ...about, data });
    this.#attachments.push({ ...about, offset: BigInt(this.#at), length, dataSize: BigInt(data.length) });
    await this.#flush();
  }

  /** Writes everything that has been collected, and the index. */
  async complete(): Promise<void> {
    for (const lane of this.#lanes) await this.finishChunk(lane);
    if (this.#isWhole) return;
    const dataEnd = this.#at;
    this.#records.writeDataEnd({ dataSectionCrc: 0 });
    this.#writeSummary(dataEnd + this.#records.length);
    await this.#flush();
    this.#at = dataEnd;
    this.#isWhole = true;
  }

  #introduce(lane: Lane, channelId: number): void {
    const channel = this.#channels[channelId]!;
    lane.builder.addSchema(this.#schemas[channel.schemaId - 1]!);
    lane.builder.addChannel(channel);
    lane.channels.add(channelId);
  }

  #writeSummary(start: number): void {
    const records = this.#records;
    const first = records.length;
    const groups: { readonly opcode: Opcode; readonly at: number; readonly length: number }[] = [];
    const group = <T>(opcode: Opcode, list: readonly T[], write: (one: T) => void): void => {
      const at = records.length;
      for (const one of list) write(one);
      if (list.length > 0) groups.push({ opcode, at: start + at - first, length: records.length - at });
    };
    group(Opcode.SCHEMA, this.#schemas, (one) => records.writeSchema(one));
    group(Opcode.CHANNEL, this.#channels, (one) => records.writeChannel(one));
    group(Opcode.STATISTICS, [this.#statistics], (one) => records.writeStatistics(one));
    group(Opcode.METADATA_INDEX, this.#metadata, (one) => records.writeMetadataIndex(one));
    group(Opcode.ATTACHMENT_INDEX, this.#attachments, (one) => records.writeAttachmentIndex(one));
    group(Opcode.CHUNK_INDEX, this.#chunks, (one) => records.writeChunkIndex(one));
    const offsets = start + records.length - first;
    for (const { opcode, at, length } of groups) {
      records.writeSummaryOffset({ groupOpcode: opcode, groupStart: BigInt(at), groupLength: BigInt(length) });
    }
    const footer = { summaryStart: BigInt(start), summaryOffsetStart: BigInt(offsets) };
    // The checksum covers the fields of the footer before it.
    records.writeFooter({ ...footer, summaryCrc: 0 });
    const bytes = records.buffer;
    const crc = crc32(bytes.subarray(first, bytes.length - 4));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(bytes.length - 4, crc, true);
    records.writeMagic();
  }

  get #statistics(): McapTypes.Statistics {
    return {
      messageCount: this.#counts.values().reduce((sum, count) => sum + count, 0n),
      schemaCount: this.#schemas.length,
      channelCount: this.#channels.length,
      attachmentCount: this.#attachments.length,
      metadataCount: this.#metadata.length,
      chunkCount: this.#chunks.length,
      messageStartTime: this.#startTime ?? 0n,
      messageEndTime: this.#endTime,
      channelMessageCounts: new Map(this.#counts),
    };
  }

  async #flush(): Promise<void> {
    const bytes = this.#records.buffer;
    // A shorter index must not leave the end of the previous one behind it.
    if (this.#isWhole) await this.#storage.truncate(this.#at);
    this.#isWhole = false;
    await this.#storage.write(bytes, this.#at);
    this.#at += bytes.length;
    this.#records.reset();
  }
}

/** A sequence of chunks. */
export class Lane {
  readonly builder = new McapChunkBuilder({});
  /** Channels whose records are in its chunks. */
  readonly channels = new Set<number>();
}
