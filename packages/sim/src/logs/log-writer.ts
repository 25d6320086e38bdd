import { McapWriter, type IWritable } from "@mcap/core";
import type { MessageRegistry } from "@orrery/msgs";
import { logTopic, logTypes, type LogEntry, type LogKind } from "./log-channels.ts";

/** Where bytes go, one after the other. */
export interface LogFileSink {
  append(bytes: Uint8Array): Promise<void>;
  /** By zstd. */
  pack(bytes: Uint8Array): Uint8Array;
}

/** What a log says of itself. */
export interface LogAbout {
  readonly world: string;
  readonly [fact: string]: string;
}

/** Under this name a log says what it is of. */
export const ABOUT = "orrery";

/** Bytes of a chunk before it is packed: what is lost at most when the machine goes down, and read at least for a moment. */
const CHUNK_BYTES = 256 * 1024;

/** Writes a log as MCAP, with the types of its messages in it, so that any tool for such files can read it. */
export class LogWriter {
  readonly #writer: McapWriter;
  readonly #messages: Pick<MessageRegistry, "descriptorSet">;
  readonly #world: string;
  readonly #channels = new Map<LogKind, Promise<number>>();
  readonly #schemas = new Map<string, Promise<number>>();
  /** One call of the writer after the other; it must not be called before the last has ended. */
  #work: Promise<void>;
  #sequence = 0;

  constructor(sink: LogFileSink, messages: Pick<MessageRegistry, "descriptorSet">, about: LogAbout) {
    this.#messages = messages;
    this.#world = about.world;
    this.#writer = new McapWriter({
      writable: new Positioned(sink),
      chunkSize: CHUNK_BYTES,
      compressChunk: (bytes) => ({ compression: "zstd", compressedData: sink.pack(bytes) }),
    });
    this.#work = this.#begin(about);
  }

  /** Resolves when the entry has been taken; rejects, from then on always, when the file cannot be written. */
  write(entry: LogEntry): Promise<void> {
    return this.#then(() => this.#add(entry));
  }

  /** Writes the rest and the index; without it the file can be read, but only from its beginning. */
  end(): Promise<void> {
    return this.#then(() => this.#writer.end());
  }

  #then(act: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(act);
    // Whoever waits for it hears of a failure; it must not end the process when nobody does.
    this.#work.catch(() => undefined);
    return this.#work;
  }

  async #begin(about: LogAbout): Promise<void> {
    await this.#writer.start({ profile: "", library: "orrery" });
    await this.#writer.addMetadata({ name: ABOUT, metadata: new Map(Object.entries(about)) });
  }

  async #add({ kind, logNs, simNs, bytes }: LogEntry): Promise<void> {
    await this.#writer.addMessage({
      channelId: await this.#channelOf(kind),
      sequence: this.#sequence++,
      logTime: BigInt(logNs),
      publishTime: BigInt(simNs),
      data: bytes,
    });
  }

  #channelOf(kind: LogKind): Promise<number> {
    return remembered(this.#channels, kind, async () =>
      this.#writer.registerChannel({
        topic: logTopic(this.#world, kind),
        messageEncoding: "protobuf",
        schemaId: await this.#schemaOf(logTypes[kind]),
        metadata: new Map(),
      }),
    );
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

class Positioned implements IWritable {
  readonly #sink: LogFileSink;
  #written = 0n;

  constructor(sink: LogFileSink) {
    this.#sink = sink;
  }

  position(): bigint {
    return this.#written;
  }

  async write(buffer: Uint8Array): Promise<void> {
    this.#written += BigInt(buffer.length);
    await this.#sink.append(buffer);
  }
}
