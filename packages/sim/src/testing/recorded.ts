import { MessageRegistry, messages } from "@orrery/msgs";
import { logTo } from "../base/log.ts";
import type { LogEntry } from "../logs/log-channels.ts";
import { LogFile } from "../logs/log-file.ts";
import type { LogSource } from "../logs/log-source.ts";
import { LogWriter, type LogStorage } from "../logs/log-writer.ts";
import { playbackOptions } from "../logs/play-log.ts";
import { Recorder, type RecorderOptions } from "../logs/recorder.ts";
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

  constructor(runner: Runner, packing: Packing, options?: RecorderOptions) {
    this.#packing = packing;
    this.#world = runner.name;
    const isBehind = (): boolean => this.isBehind;
    const sink = {
      write: (entry: LogEntry) => void this.#entries.push(entry),
      get isBehind() {
        return isBehind();
      },
    };
    this.recorder = new Recorder(runner, sink, options);
  }

  /** Ends the recording and returns its bytes. */
  bytes(): Promise<Uint8Array> {
    this.recorder[Symbol.dispose]();
    return writtenLog(this.#entries, this.#packing, this.#world);
  }
}

/** Returns a file with these messages. */
export async function writtenLog(
  entries: readonly LogEntry[],
  { pack }: Packing,
  world = "test",
): Promise<Uint8Array<ArrayBuffer>> {
  const storage = new MemoryStorage(pack);
  const writer = new LogWriter(storage, messages, { world });
  for (const entry of entries) await writer.write(entry);
  await writer.complete();
  return storage.bytes;
}

/** A file in memory. */
export class MemoryStorage implements LogStorage {
  readonly pack: Packing["pack"];
  bytes = new Uint8Array(0);

  constructor(pack: Packing["pack"]) {
    this.pack = pack;
  }

  async write(bytes: Uint8Array, at: number): Promise<void> {
    const grown = new Uint8Array(Math.max(this.bytes.length, at + bytes.length));
    grown.set(this.bytes);
    grown.set(bytes, at);
    this.bytes = grown;
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    return this.bytes.slice(at, at + length);
  }

  async truncate(size: number): Promise<void> {
    this.bytes = this.bytes.slice(0, size);
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
