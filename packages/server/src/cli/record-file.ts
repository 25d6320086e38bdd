import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DEFAULT_RATE_HZ, MAX_PATTERNS, patternProblem } from "@orrery/sim/front";
import { Recording } from "../logs/recording.ts";
import { listFlag, numberFlag, textFlag, type FlagValues } from "./arguments.ts";
import { Failure, UsageError } from "./failure.ts";
import { checkSaveFile } from "./saved-state.ts";
import { note } from "./terminal.ts";
import { noteRecord } from "./note-record.ts";

export const recordFlags = {
  record: textFlag("FILE", "write everything that happens to a log, an MCAP file: see orrery play"),
  "record-rate": numberFlag(
    "HZ",
    `samples per simulated second of --record (default ${DEFAULT_RATE_HZ}; 0 is every step)`,
    {
      min: 0,
    },
  ),
  "record-topic": listFlag(
    "PATTERN",
    "also record topics: a name, or a pattern in which * is any part of a name and ** any parts; may be repeated",
  ),
};

/** The log of a run. */
export class RecordFile implements AsyncDisposable {
  readonly recording: Recording;
  readonly #file: string;
  #failure: string | undefined;
  #isOpen = false;
  #finished: Promise<Failure | undefined> | undefined;

  /** Begins a log if one was requested. If the file cannot be written, throws before the run rather than after it. */
  static async begin(given: FlagValues<typeof recordFlags>, world: string): Promise<RecordFile | undefined> {
    const { record: file, "record-rate": rateHz = DEFAULT_RATE_HZ, "record-topic": topics } = given;
    if (file === undefined) {
      if (given["record-rate"] !== undefined) throw new UsageError("--record-rate requires --record FILE");
      if (topics.length > 0) throw new UsageError("--record-topic requires --record FILE");
      return undefined;
    }
    checkPatterns(topics);
    await checkSaveFile(file);
    if (existsSync(file))
      throw new Failure(`${file}: error: the file exists already; choose another name, or remove it`);
    const made = new RecordFile({ file, rateHz, topics, world });
    await made.recording.opened.catch(async ({ message }: Error) => {
      await made.recording.finish();
      throw new Failure(`${file}: error: ${message}`);
    });
    made.#isOpen = true;
    return made;
  }

  private constructor({ file, rateHz, topics, world }: RecordFileOptions) {
    this.#file = file;
    // A log contains no meshes: playback finds them beside the world.
    const about = { worldFile: resolve(world), rate: String(rateHz) };
    this.recording = new Recording({ file, rateHz, topics, about, onFailure: (reason) => this.#fail(reason) });
  }

  /** Ends the log after the world has ended. Resolves to why it is incomplete, or to undefined. */
  finish(): Promise<Failure | undefined> {
    return (this.#finished ??= this.#finish());
  }

  /** Closes the log. If the world was never loaded, no file is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.finish();
  }

  async #finish(): Promise<Failure | undefined> {
    const { bytes, seconds } = await this.recording.finish();
    if (this.#failure !== undefined) return new Failure(`${this.#file}: error: the log ends early: ${this.#failure}`);
    if (bytes === 0) return undefined;
    note(
      `recorded ${seconds.toFixed(3)} s to ${this.#file} (${(bytes / 1e6).toFixed(2)} MB); look at it: npx orrery play ${this.#file}`,
    );
    return undefined;
  }

  #fail(reason: string): void {
    this.#failure = reason;
    // Until then the caller of `begin` gets the error.
    if (!this.#isOpen) return;
    const message = `${this.#file}: the log can no longer be written; the world keeps running: ${reason}`;
    noteRecord({ level: "error", source: "", message });
  }
}

interface RecordFileOptions {
  readonly file: string;
  readonly rateHz: number;
  readonly topics: readonly string[];
  readonly world: string;
}

/** Throws a UsageError if a pattern of topics cannot be used. */
function checkPatterns(patterns: readonly string[]): void {
  if (patterns.length > MAX_PATTERNS) throw new UsageError(`--record-topic: at most ${MAX_PATTERNS} patterns`);
  const problem = patterns.map(patternProblem).find((text) => text !== undefined);
  if (problem !== undefined) throw new UsageError(`--record-topic: ${problem}`);
}
