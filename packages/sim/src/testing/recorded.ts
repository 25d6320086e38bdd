import { MessageRegistry } from "@orrery/msgs";
import { logTo } from "../base/log.ts";
import type { LogEntry } from "../logs/log-channels.ts";
import { LogFile } from "../logs/log-file.ts";
import type { LogSource } from "../logs/log-index.ts";
import { LogWriter } from "../logs/log-writer.ts";
import { playbackOptions } from "../logs/play-log.ts";
import { Recorder, type RecorderOptions } from "../logs/recorder.ts";
import { Runner } from "../runner/runner.ts";
import { SystemLibrary } from "../runner/system-library.ts";
import { builtInSystems } from "../systems/built-in.ts";

/** zstd, which only hosts have. */
export interface Packing {
  readonly pack: (bytes: Uint8Array) => Uint8Array;
  readonly unpack: (bytes: Uint8Array) => Uint8Array;
}

/** A log in memory, for tests. */
export class MemoryLog {
  readonly recorder: Recorder;
  readonly #parts: Uint8Array[] = [];
  readonly #writer: LogWriter;

  constructor(runner: Runner, packing: Packing, options?: RecorderOptions) {
    const append = async (bytes: Uint8Array): Promise<void> => void this.#parts.push(bytes.slice());
    this.#writer = new LogWriter({ append, pack: packing.pack }, runner.messages, { world: runner.name });
    const write = (entry: LogEntry): void => void this.#writer.write(entry);
    this.recorder = new Recorder(runner, { write, isBehind: false }, options);
  }

  /** Ends the recording. */
  async bytes(): Promise<Uint8Array> {
    this.recorder[Symbol.dispose]();
    await this.#writer.end();
    const all = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

export function memorySource(bytes: Uint8Array, { unpack }: Packing): LogSource {
  return { name: "test.mcap", size: bytes.length, read: (at, length) => bytes.subarray(at, at + length), unpack };
}

/** A world that plays back a log, as fast as it is asked to. */
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
