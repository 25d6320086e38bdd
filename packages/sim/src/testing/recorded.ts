import { MessageRegistry, messages } from "@orrery/msgs";
import { logTo } from "../base/log.ts";
import type { LogEntry } from "../logs/log-channels.ts";
import { LogFile } from "../logs/log-file.ts";
import type { LogSource } from "../logs/log-source.ts";
import type { LogStorage } from "../logs/log-storage.ts";
import { LogWriter } from "../logs/log-writer.ts";
import { playbackOptions } from "../logs/play-log.ts";
import type { RecordedMessage, RecordedTopic, TopicSink } from "../logs/recorded-topics.ts";
import { Recorder, type RecorderOptions } from "../logs/recorder.ts";
import type { DroppedMessage } from "../logs/topic-recorder.ts";
import { Runner } from "../runner/runner.ts";
import { SystemLibrary } from "../runner/systems/system-library.ts";
import { builtInSystems } from "../systems/built-in.ts";

/** Compression by zstd, which only hosts provide. */
export interface Packing {
  readonly pack: (bytes: Uint8Array) => Uint8Array;
  readonly unpack: (bytes: Uint8Array, size: number) => Uint8Array;
}

/** A log in memory, for tests. */
export class MemoryLog {
  readonly recorder: Recorder;
  /** Whether it simulates a disk that does not keep up. */
  isBehind = false;
  readonly #packing: Packing;
  readonly #world: string;
  readonly #entries: LogEntry[] = [];
  readonly #topics: RecordedTopic[] = [];
  readonly #messages: RecordedMessage[] = [];
  /** Messages of topics that were dropped. */
  readonly drops: DroppedMessage[] = [];

  /** `topics` are patterns of topics to record. */
  constructor(
    runner: Runner,
    packing: Packing,
    { topics = [], ...options }: Omit<RecorderOptions, "topics"> & { readonly topics?: readonly string[] } = {},
  ) {
    this.#packing = packing;
    this.#world = runner.name;
    const isBehind = (): boolean => this.isBehind;
    const sink = {
      write: (entry: LogEntry) => void this.#entries.push(entry),
      get isBehind() {
        return isBehind();
      },
    };
    const topicSink: TopicSink = {
      addTopic: (topic) => void this.#topics.push(topic),
      writeMessages: (list) => void this.#messages.push(...list),
      get isFull() {
        return isBehind();
      },
    };
    const onDrop = (drop: DroppedMessage): void => void this.drops.push(drop);
    this.recorder = new Recorder(runner, sink, { ...options, topics: { sink: topicSink, patterns: topics, onDrop } });
  }

  /** Ends the recording and returns its bytes. */
  bytes(): Promise<Uint8Array> {
    this.recorder[Symbol.dispose]();
    const [topics, list] = [this.#topics, this.#messages];
    return writtenLog(this.#entries, this.#packing, this.#world, { topics, list, dropped: this.recorder.dropped });
  }
}

/** The recorded topics of a log. */
interface Topics {
  readonly topics: readonly RecordedTopic[];
  readonly list: readonly RecordedMessage[];
  readonly dropped: ReadonlyMap<string, number>;
}

/** Returns a file with these messages. */
export async function writtenLog(
  entries: readonly LogEntry[],
  { pack }: Packing,
  world = "test",
  { topics, list, dropped }: Topics = { topics: [], list: [], dropped: new Map() },
): Promise<Uint8Array<ArrayBuffer>> {
  const storage = new MemoryStorage(pack);
  const writer = new LogWriter(storage, messages, { world });
  for (const entry of entries) await writer.write(entry);
  for (const topic of topics) await writer.addTopic(topic);
  await writer.writeMessages(list);
  await writer.finish(dropped);
  return storage.bytes;
}

/** A file in memory. */
export class MemoryStorage implements LogStorage {
  readonly pack: Packing["pack"];
  #memory = new Uint8Array(1024);
  #size = 0;

  constructor(pack: Packing["pack"]) {
    this.pack = pack;
  }

  /** Its contents now. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#memory.slice(0, this.#size);
  }

  async write(bytes: Uint8Array, at: number): Promise<void> {
    const end = at + bytes.length;
    if (end > this.#memory.length) {
      const grown = new Uint8Array(2 * end);
      grown.set(this.#memory);
      this.#memory = grown;
    }
    this.#memory.set(bytes, at);
    this.#size = Math.max(this.#size, end);
  }

  async truncate(size: number): Promise<void> {
    this.#size = size;
  }
}

export function memorySource(bytes: Uint8Array, { unpack }: Packing): LogSource {
  return { name: "test.mcap", size: bytes.length, read: (at, length) => bytes.subarray(at, at + length), unpack };
}

/** Returns a world that plays back a log, at its caller's speed. */
export async function playback(bytes: Uint8Array, packing: Packing, onError = rethrow): Promise<Runner> {
  return Runner.create({
    ...playbackOptions(await LogFile.open(memorySource(bytes, packing)), onError),
    library: new SystemLibrary(builtInSystems),
    messages: new MessageRegistry(),
    log: logTo(() => {}),
    nowMs: () => 0,
    targetFactor: 0,
    paused: true,
  });
}

function rethrow(error: unknown): void {
  throw error;
}
