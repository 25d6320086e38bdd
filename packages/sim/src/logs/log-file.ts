import { textOf } from "../base/error-text.ts";
import { McapRecordBuilder, McapStreamReader, type McapTypes } from "@mcap/core";
import { kindOfTopic, type LogEntry, type LogKind } from "./log-channels.ts";
import { LogError } from "./log-error.ts";
import type { RecordedMessage, RecordedTopic } from "./recorded-topics.ts";
import { indexOf } from "./log-index.ts";
import {
  unpackers,
  type FilePart,
  type IndexedChunk,
  type LoggedTopic,
  type LogIndex,
  type LogSource,
} from "./log-source.ts";

/** Largest length of a world's name, which is part of topics. */
const MAX_NAME = 512;
/**
 * Number of unpacked chunks to keep, the most recently used ones: those around the present, and a keyframe some way
 * back.
 */
const KEPT = 4;

/** A message of a log: the `entry`th of a chunk. */
export interface LogPosition {
  readonly chunk: number;
  readonly entry: number;
}

/** An open log. Reads only what is needed, and waits for nothing except the disk. */
export class LogFile {
  readonly source: LogSource;
  /** Its description: `world`, and what the host has added. */
  readonly about: ReadonlyMap<string, string>;
  readonly world: string;
  /** In chronological order, without those that contain none of Orrery's channels. */
  readonly chunks: readonly IndexedChunk[];
  readonly isWhole: boolean;
  /** Its recorded topics, by name. */
  readonly topics: readonly LoggedTopic[];
  /** Meshes and pictures of the world that are in the file, by their addresses. */
  readonly assets: ReadonlyMap<string, FilePart>;
  /** Where the list of its commands and jumps is. */
  readonly events: readonly FilePart[];
  readonly #kinds: ReadonlyMap<number, LogKind>;
  /** The chunks of recorded topics. */
  readonly #topicChunks: readonly IndexedChunk[];
  /** Records of all channels: reading a chunk requires those of the channels of its messages. */
  readonly #channels: Uint8Array;
  #first: LogPosition | undefined;
  readonly #kept = new Map<number, readonly LogEntry[]>();

  /** Opens a log. Throws a LogError that says what is wrong with it. */
  static async open(source: LogSource): Promise<LogFile> {
    const log = new LogFile(source, await indexOf(source));
    if (!log.chunks.some((chunk) => log.has(chunk, "keyframe")))
      throw new LogError(`${source.name}: error: the log contains no state of the world`);
    return log;
  }

  private constructor(source: LogSource, { chunks, channels, about, isWhole, events, topics, assets }: LogIndex) {
    this.source = source;
    this.isWhole = isWhole;
    this.events = events;
    this.assets = assets;
    if (about === undefined) throw new LogError(`${source.name}: error: this MCAP file is not a log of Orrery`);
    this.about = about;
    this.world = about.get("world") ?? "";
    if (this.world.length > MAX_NAME) throw new LogError(`${source.name}: error: the name of its world is too long`);
    this.#kinds = new Map(
      channels.flatMap(({ id, topic }) => {
        const kind = kindOfTopic(this.world, topic);
        return kind === undefined ? [] : [[id, kind] as const];
      }),
    );
    this.topics = topics
      .filter(({ name }) => kindOfTopic(this.world, name) === undefined)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const builder = new McapRecordBuilder();
    for (const channel of channels) builder.writeChannel(channel);
    this.#channels = builder.buffer.slice();
    const isOwn = ({ channels: ids }: IndexedChunk): boolean => [...ids].some((id) => this.#kinds.has(id));
    this.chunks = chunks.filter(isOwn);
    this.#topicChunks = chunks.filter((chunk) => !isOwn(chunk));
  }

  /** Its recorded topics whose types are known. */
  get recordedTopics(): RecordedTopic[] {
    return this.topics.flatMap(({ id, name, type, schema, encoding }) => {
      if (schema === undefined || (encoding !== "protobuf" && encoding !== "json")) return [];
      return [{ id, name, type, schema, encoding }];
    });
  }

  /** Returns the messages of recorded topics in a part of the log, a chunk at a time. `topic` is that of the topic. */
  *topicMessages({ fromNs, toNs }: { readonly fromNs: number; readonly toNs: number }): Iterable<RecordedMessage[]> {
    const known = new Set(this.recordedTopics.map(({ id }) => id));
    for (const chunk of this.#topicChunks) {
      if (chunk.endNs < fromNs || chunk.startNs > toNs) continue;
      yield this.#messagesIn(chunk).flatMap(({ channelId: topic, logTime, publishTime, data }) => {
        const [logNs, simNs] = [Number(logTime), Number(publishTime)];
        return known.has(topic) && logNs >= fromNs && logNs <= toNs
          ? [{ topic, logNs, simNs, bytes: data.slice() }]
          : [];
      });
    }
  }

  /** The first keyframe, where the log effectively begins: earlier changes have nothing to apply to. */
  get first(): LogPosition {
    if (this.#first === undefined) {
      const chunk = this.chunks.findIndex((one) => this.has(one, "keyframe"));
      const entry = this.entries(chunk).findIndex(({ kind }) => kind === "keyframe");
      if (entry < 0) throw new LogError(`${this.source.name}: error: the log is damaged: its first state is missing`);
      this.#first = { chunk, entry };
    }
    return this.#first;
  }

  has({ channels }: IndexedChunk, kind: LogKind): boolean {
    return [...channels].some((id) => this.#kinds.get(id) === kind);
  }

  /** Reads an attachment. Throws if there is none. */
  attachment({ offset, length }: FilePart): Uint8Array {
    const reader = new McapStreamReader({ noMagicPrefix: true });
    reader.append(this.source.read(offset, length));
    const record = reader.nextRecord();
    if (record?.type !== "Attachment") throw new Error(`there is no attachment at byte ${offset}`);
    return record.data;
  }

  /**
   * Returns the entries of a chunk in the order in which they were written. Throws a LogError if the chunk is damaged.
   */
  entries(chunk: number): readonly LogEntry[] {
    const entries = this.#kept.get(chunk) ?? this.#read(this.chunks[chunk]!);
    // Moved to the end of the map, as the most recently used.
    this.#kept.delete(chunk);
    this.#kept.set(chunk, entries);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return entries;
  }

  #read(chunk: IndexedChunk): LogEntry[] {
    return this.#messagesIn(chunk).flatMap(({ channelId, logTime, publishTime, data: bytes }) => {
      const kind = this.#kinds.get(channelId);
      return kind === undefined ? [] : [{ kind, logNs: Number(logTime), simNs: Number(publishTime), bytes }];
    });
  }

  #messagesIn({ offset, length }: IndexedChunk): McapTypes.TypedMcapRecords["Message"][] {
    const { source } = this;
    const reader = new McapStreamReader({
      noMagicPrefix: true,
      includeChunks: true,
      decompressHandlers: unpackers(source),
    });
    let chunks = 0;
    const found: McapTypes.TypedMcapRecords["Message"][] = [];
    try {
      reader.append(this.#channels);
      reader.append(source.read(offset, length));
      for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
        if (record.type === "Chunk") chunks++;
        if (record.type === "Message") found.push(record);
      }
      if (chunks !== 1 || reader.bytesRemaining() > 0) throw new Error("its index is wrong");
    } catch (error) {
      const reason = textOf(error);
      throw new LogError(`${source.name}: error: the log is damaged at byte ${offset}: ${reason}`);
    }
    return found;
  }
}
