import { McapWriter, type IReadable, type ISeekableWriter, type McapWriterOptions } from "@mcap/core";
import type { MessageRegistry } from "@orrery/msgs";
import { logTopic, logTypes, type LogEntry, type LogKind } from "./log-channels.ts";

/** Where a log is stored. */
export interface LogStorage {
  write(bytes: Uint8Array, at: number): Promise<void>;
  read(at: number, length: number): Promise<Uint8Array>;
  /** Cuts the file off at this size. */
  truncate(size: number): Promise<void>;
  /** Compresses by zstd. */
  pack(bytes: Uint8Array): Uint8Array;
}

/** The description of a log. */
export interface LogAbout {
  readonly world: string;
  readonly [fact: string]: string;
}

/** The name under which a log stores its description. */
export const ABOUT = "orrery";
/**
 * The name under which it stores the kinds of its channels, outside the chunks: if the chunk with their records is
 * damaged, the other chunks can still be read.
 */
export const CHANNELS = "orrery.channels";

/** Bytes of a chunk before it is packed: the least that must be read to show a moment. */
const CHUNK_BYTES = 256 * 1024;

/** Writes a log as MCAP, including the types of its messages, so that any tool for such files can read it. */
export class LogWriter {
  readonly #file: StoredFile;
  readonly #options: Omit<McapWriterOptions, "writable">;
  readonly #messages: Pick<MessageRegistry, "descriptorSet">;
  readonly #world: string;
  readonly #channels = new Map<LogKind, Promise<number>>();
  readonly #schemas = new Map<string, Promise<number>>();
  /** Calls of the writer, one after another: each must wait for the previous one to end. */
  #work: Promise<void>;
  #writer: McapWriter;
  /** Whether the file ends with its index, with nothing written since. */
  #isWhole = false;
  #sequence = 0;

  constructor(storage: LogStorage, messages: Pick<MessageRegistry, "descriptorSet">, about: LogAbout) {
    this.#messages = messages;
    this.#world = about.world;
    this.#file = new StoredFile(storage);
    this.#options = {
      chunkSize: CHUNK_BYTES,
      compressChunk: (bytes) => ({ compression: "zstd", compressedData: storage.pack(bytes) }),
    };
    this.#writer = new McapWriter({ ...this.#options, writable: this.#file });
    this.#work = Promise.resolve();
    void this.#then(() => this.#begin(about)).catch(() => undefined);
  }

  /** Writes an entry. Resolves when it was accepted. Rejects if the file cannot be written, and from then on always. */
  write(entry: LogEntry): Promise<void> {
    return this.#then(() => this.#add(entry));
  }

  /**
   * Writes everything so far, and an index, to the file. Called at intervals, so that little is lost if the machine
   * fails, and at the end. Later entries overwrite the index.
   */
  complete(): Promise<void> {
    return this.#then(async () => {
      if (!this.#isWhole) await this.#writer.end();
      this.#isWhole = true;
    });
  }

  #then(act: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(act);
    // A caller that awaits it learns of a failure; if nobody does, the failure must not end the process.
    this.#work.catch(() => undefined);
    return this.#work;
  }

  async #begin(about: LogAbout): Promise<void> {
    await this.#writer.start({ profile: "", library: "orrery" });
    await this.#writer.addMetadata({ name: ABOUT, metadata: new Map(Object.entries(about)) });
  }

  async #add({ kind, logNs, simNs, bytes }: LogEntry): Promise<void> {
    if (this.#isWhole) this.#writer = await McapWriter.InitializeForAppending(this.#file, this.#options);
    this.#isWhole = false;
    await this.#writer.addMessage({
      channelId: await this.#channelOf(kind),
      sequence: this.#sequence++,
      logTime: BigInt(logNs),
      publishTime: BigInt(simNs),
      data: bytes,
    });
  }

  #channelOf(kind: LogKind): Promise<number> {
    return remembered(this.#channels, kind, async () => {
      const id = await this.#writer.registerChannel({
        topic: logTopic(this.#world, kind),
        messageEncoding: "protobuf",
        schemaId: await this.#schemaOf(logTypes[kind]),
        metadata: new Map(),
      });
      await this.#writer.addMetadata({ name: CHANNELS, metadata: new Map([[String(id), kind]]) });
      return id;
    });
  }

  #schemaOf(name: string): Promise<number> {
    return remembered(this.#schemas, name, () =>
      this.#writer.registerSchema({ name, encoding: "protobuf", data: this.#messages.descriptorSet(name) }),
    );
  }
}

function remembered<K>(known: Map<K, Promise<number>>, key: K, make: () => Promise<number>): Promise<number> {
  let made = known.get(key);
  if (made === undefined) known.set(key, (made = make()));
  return made;
}

class StoredFile implements IReadable, ISeekableWriter {
  readonly #storage: LogStorage;
  #at = 0;
  #size = 0;

  constructor(storage: LogStorage) {
    this.#storage = storage;
  }

  position(): bigint {
    return BigInt(this.#at);
  }

  async size(): Promise<bigint> {
    return BigInt(this.#size);
  }

  async seek(position: bigint): Promise<void> {
    this.#at = Number(position);
  }

  async truncate(): Promise<void> {
    this.#size = this.#at;
    await this.#storage.truncate(this.#at);
  }

  read(offset: bigint, size: bigint): Promise<Uint8Array> {
    return this.#storage.read(Number(offset), Number(size));
  }

  async write(buffer: Uint8Array): Promise<void> {
    await this.#storage.write(buffer, this.#at);
    this.#at += buffer.length;
    this.#size = Math.max(this.#size, this.#at);
  }
}
