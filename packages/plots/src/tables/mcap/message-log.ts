import { nearest } from "@orrery/msgs/nearest";
import { MAX_PART_BYTES, type ByteSource, type Unpackers } from "../byte-source.ts";
import type { FieldPath } from "../fields/field-path.ts";
import { fieldNodes, type FieldNode } from "../numeric-fields.ts";
import { numberFields, type NumberFields, type NumberFieldsOptions } from "../number-paths.ts";
import { reasonOf, TableError } from "../table-error.ts";
import { foundIndex } from "./found-index.ts";
import { ReadableTopic, type LoggedTopic } from "./logged-topic.ts";
import { writtenIndex, type McapIndex, type McapPart } from "./mcap-index.ts";
import { type LoggedCurves, type LoggedNumber, NumberCollector } from "./number-collector.ts";
import { RecordReader, type WantedRecord } from "./record-reader.ts";

export interface MessageLogOptions {
  /** For chunks: by default zstd and lz4 are unpacked by functions that work everywhere. */
  readonly unpackers?: Unpackers;
  /** Is told how much of the file has been read, from 0 to 1. What it throws ends the reading. */
  readonly onProgress?: (fraction: number) => void;
}

export interface ReadNumbersOptions {
  /** The time of a number: the stamp in its message, if it has one, or when the message was logged. Default "stamp". */
  readonly time?: "stamp" | "log";
  /** The most numbers in memory; default 50 million. */
  readonly mostCells?: number;
}

/** An open MCAP file of anybody: its topics, and the numbers in their messages as curves. */
export class MessageLog {
  readonly topics: readonly LoggedTopic[];
  readonly #source: ByteSource;
  readonly #index: McapIndex;
  readonly #topics: readonly ReadableTopic[];
  readonly #options: MessageLogOptions;
  readonly #examples = new Map<ReadableTopic, unknown>();

  /** Opens a file. Throws a TableError when it is not an MCAP file. */
  static async open(source: ByteSource, options: MessageLogOptions = {}): Promise<MessageLog> {
    const { unpackers = {}, onProgress } = options;
    const magic = await source.read(0, MAGIC.length);
    if (!MAGIC.every((byte, i) => magic[i] === byte)) {
      throw new TableError(`${source.name}: error: this is not an MCAP file`);
    }
    const written = await writtenIndex(source);
    const index = written ?? (await foundIndex(source, unpackers, { start: MAGIC.length, onProgress }));
    return new MessageLog(source, index, options);
  }

  private constructor(source: ByteSource, index: McapIndex, options: MessageLogOptions) {
    this.#source = source;
    this.#index = index;
    this.#options = options;
    this.#topics = topicsOf(index);
    this.topics = this.#topics;
  }

  /** What is wrong with the file. What could be read is there nevertheless. */
  get problems(): readonly string[] {
    return this.#index.problems.map((text) => `${this.#source.name}: ${text}`);
  }

  /** Lists the fields of a topic's messages below a path that can be plotted, or lead to some. */
  async fields({ name, type }: Pick<LoggedTopic, "name" | "type">, path: FieldPath): Promise<FieldNode[]> {
    const topic = this.#topic(name, type);
    const message = await this.#example(topic);
    return fieldNodes(topic.format.typesWith(message), topic.format.root, path, { message });
  }

  /** Finds all numbers of a topic's messages. */
  async numbers(
    { name, type }: Pick<LoggedTopic, "name" | "type">,
    options?: NumberFieldsOptions,
  ): Promise<NumberFields> {
    const topic = this.#topic(name, type);
    const message = await this.#example(topic);
    return numberFields(topic.format.typesWith(message), topic.format.root, message, options);
  }

  /**
   * Reads numbers as curves, in the order in which they are asked for. Throws a TableError or a FieldError when a number
   * is not there. What could not be read is in `problems`.
   */
  async read(wanted: readonly LoggedNumber[], options: ReadNumbersOptions = {}): Promise<LoggedCurves> {
    const collector = new NumberCollector(wanted, (name, type) => this.#topicsCalled(name, type), options);
    const problems: string[] = [];
    const parts = this.#parts(collector.channels);
    const reader = this.#reader();
    for (const part of parts) {
      try {
        await this.#readPart(reader, part, (record) => {
          if (record.type === "Message") collector.take(record);
        });
      } catch (error) {
        problems.push(`bytes ${part.offset} to ${part.offset + part.length} are left out: ${reasonOf(error)}`);
      }
      collector.checkCount();
      this.#options.onProgress?.((part.offset + part.length) / this.#source.size);
    }
    const { curves, problems: more } = collector.finish();
    return { curves, problems: [...problems, ...more].map((text) => `${this.#source.name}: ${text}`) };
  }

  #topicsCalled(name: string, type: string | undefined): readonly ReadableTopic[] {
    const found = this.#topics.filter((topic) => topic.name === name && (type === undefined || topic.type === type));
    if (found.length > 0) return found;
    const names = this.#topics.map((topic) => topic.name);
    const guess = nearest(name, names);
    const hint = guess === undefined || guess === name ? "" : ` (did you mean ${guess}?)`;
    throw new TableError(`${this.#source.name}: error: there is no topic ${name}${hint}`);
  }

  #topic(name: string, type: string): ReadableTopic {
    return this.#topicsCalled(name, type)[0]!;
  }

  /** Decodes the first message of a topic. */
  async #example(topic: ReadableTopic): Promise<unknown> {
    if (this.#examples.has(topic)) return this.#examples.get(topic);
    let found: { readonly message: unknown } | undefined;
    for (const part of this.#parts(topic.channels)) {
      const take = (record: WantedRecord): void => {
        if (found !== undefined || record.type !== "Message" || !topic.channels.has(record.channelId)) return;
        found = { message: topic.format.decode(record.data) };
      };
      try {
        await this.#readPart(this.#reader(), part, take);
      } catch {
        // The next message may be a better one. Reading the numbers tells what is damaged.
      }
      if (found !== undefined) break;
    }
    this.#examples.set(topic, found?.message);
    return found?.message;
  }

  #parts(channels: ReadonlySet<number>): McapPart[] {
    const isWanted = (id: number): boolean => channels.has(id);
    return this.#index.parts.filter((part) => part.channels === undefined || [...part.channels].some(isWanted));
  }

  #reader(): RecordReader {
    const reader = new RecordReader(this.#options.unpackers ?? {});
    reader.learn(this.#index.channels.values());
    return reader;
  }

  async #readPart(reader: RecordReader, part: McapPart, take: (record: WantedRecord) => void): Promise<void> {
    if (part.length > MAX_PART_BYTES) throw new TableError("the part is too large");
    reader.read(await this.#source.read(part.offset, part.length), take);
  }
}

const MAGIC = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];

function topicsOf({ channels, schemas, counts }: McapIndex): ReadableTopic[] {
  const topics = new Map<string, ReadableTopic>();
  for (const channel of channels.values()) {
    const schema = schemas.get(channel.schemaId);
    const key = JSON.stringify([channel.topic, channel.messageEncoding, channel.schemaId]);
    let topic = topics.get(key);
    if (topic === undefined) topics.set(key, (topic = new ReadableTopic(channel, schema)));
    topic.channels.add(channel.id);
    topic.count += counts.get(channel.id) ?? 0;
  }
  return [...topics.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
