import type { MessageRegistry } from "@orrery/msgs";
import { logTopic, logTypes, type LogEntry, type LogKind } from "./log-channels.ts";
import { ASSET } from "./log-assets.ts";
import { encodeEvents, EventCollector, EVENTS, EVENTS_MEDIA_TYPE } from "./log-events.ts";
import type { LogStorage } from "./log-storage.ts";
import { McapFile } from "./mcap-file.ts";
import type { RecordedMessage, RecordedTopic } from "./recorded-topics.ts";

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
/** The name under which it stores how many messages of each recorded topic are missing. */
export const DROPPED = "orrery.dropped";

/** Number of commands and jumps in a part of their list. */
const EVENTS_OF_PART = 256;

/** Writes a log as MCAP, including the types of its messages, so that any tool for such files can read it. */
export class LogWriter {
  readonly #file: McapFile;
  readonly #messages: Pick<MessageRegistry, "descriptorSet">;
  readonly #world: string;
  readonly #states;
  /** Messages of topics have chunks of their own: whoever seeks a state must not have to read pictures. */
  readonly #topics;
  readonly #kinds = new Map<LogKind, number>();
  readonly #topicIds = new Map<number, number>();
  readonly #schemas = new Map<string, number>();
  readonly #events = new EventCollector();
  /** Calls of the file, one after another: each must wait for the previous one to end. */
  #work: Promise<void>;

  constructor(storage: LogStorage, messages: Pick<MessageRegistry, "descriptorSet">, about: LogAbout) {
    this.#messages = messages;
    this.#world = about.world;
    this.#file = new McapFile(storage);
    this.#states = this.#file.addLane();
    this.#topics = this.#file.addLane();
    this.#work = Promise.resolve();
    void this.#then(async () => {
      await this.#file.begin("orrery");
      await this.#file.addMetadata(ABOUT, new Map(Object.entries(about)));
    }).catch(() => undefined);
  }

  /** Writes an entry. Resolves when it was accepted. Rejects if the file cannot be written, and from then on always. */
  write(entry: LogEntry): Promise<void> {
    return this.#then(async () => {
      const channel = this.#kinds.get(entry.kind) ?? (await this.#addKind(entry.kind));
      await this.#file.addMessage(this.#states, channel, entry);
      this.#events.add(entry);
      if (this.#events.size >= EVENTS_OF_PART && !this.#events.isOpen) await this.#writeEvents();
    });
  }

  /** Registers a recorded topic, before its messages. */
  addTopic({ id, name, type, schema, encoding = "protobuf" }: RecordedTopic): Promise<void> {
    return this.#then(async () => {
      const schemaEncoding = encoding === "json" ? "jsonschema" : encoding;
      const schemaId = this.#schemaOf(type, schemaEncoding, () => schema);
      const channel = { topic: name, messageEncoding: encoding, schemaId, metadata: new Map<string, string>() };
      this.#topicIds.set(id, this.#file.addChannel(channel));
    });
  }

  /** Writes messages of recorded topics. */
  writeMessages(list: readonly RecordedMessage[]): Promise<void> {
    return this.#then(async () => {
      for (const message of list) {
        await this.#file.addMessage(this.#topics, this.#topicIds.get(message.topic)!, message);
      }
    });
  }

  /** Writes a mesh or a picture of the world, by its address. */
  addAsset(uri: string, bytes: Uint8Array): Promise<void> {
    return this.#then(() => this.#file.addAttachment(ASSET + uri, "application/octet-stream", bytes));
  }

  /**
   * Writes everything so far, and an index, to the file. Called at intervals, so that little is lost if the machine
   * fails. Later entries overwrite the index.
   */
  complete(): Promise<void> {
    return this.#then(() => this.#file.complete());
  }

  /** Completes the file for the last time. `dropped` counts the messages of topics that are missing. */
  finish(dropped: ReadonlyMap<string, number> = new Map()): Promise<void> {
    return this.#then(async () => {
      const counts = [...dropped].map(([topic, count]) => [topic, String(count)] as const);
      if (counts.length > 0) await this.#file.addMetadata(DROPPED, new Map(counts));
      if (this.#events.size > 0) await this.#writeEvents();
      await this.#file.complete();
    });
  }

  #then(act: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(act);
    // A caller that awaits it learns of a failure; if nobody does, the failure must not end the process.
    this.#work.catch(() => undefined);
    return this.#work;
  }

  async #writeEvents(): Promise<void> {
    const end = await this.#file.finishChunk(this.#states);
    await this.#file.addAttachment(EVENTS, EVENTS_MEDIA_TYPE, encodeEvents(this.#events.take(), end));
  }

  async #addKind(kind: LogKind): Promise<number> {
    const type = logTypes[kind];
    const schemaId = this.#schemaOf(type, "protobuf", () => this.#messages.descriptorSet(type));
    const topic = logTopic(this.#world, kind);
    const id = this.#file.addChannel({ topic, messageEncoding: "protobuf", schemaId, metadata: new Map() });
    this.#kinds.set(kind, id);
    await this.#file.addMetadata(CHANNELS, new Map([[String(id), kind]]));
    return id;
  }

  #schemaOf(name: string, encoding: string, read: () => Uint8Array): number {
    const key = `${encoding} ${name}`;
    let id = this.#schemas.get(key);
    if (id === undefined) this.#schemas.set(key, (id = this.#file.addSchema({ name, encoding, data: read() })));
    return id;
  }
}
