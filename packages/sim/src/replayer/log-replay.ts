import { messages } from "@orrery/msgs";
import { hashComponents } from "../ecs/state-hash.ts";
import type { RunningReplay } from "./past-replayer.ts";
import { ReplaySampler } from "./replay-sampler.ts";
import type { ReplaySink } from "./replay.ts";
import type { ReplayWishes } from "./replay-wishes.ts";
import { Runner } from "../runner/runner.ts";
import { isSample, logTypes, type LogEntry } from "../logs/log-channels.ts";
import { LogError } from "../logs/log-error.ts";
import type { LogFile } from "../logs/log-file.ts";
import { entryAt, lastSample } from "../logs/log-positions.ts";
import { sectionsOf, type LogSection } from "../logs/log-sections.ts";
import { playbackOptions } from "../logs/play-log.ts";
import { Rerun, type RerunOptions } from "../logs/rerun.ts";

export interface LogReplayParts {
  readonly log: LogFile;
  readonly options: RerunOptions;
  readonly wishes: ReplayWishes;
  readonly sink: ReplaySink;
}

/** How long steps may take before their samples are handed over, in ms. */
const SLICE_MS = 30;

/**
 * One replay of a log. It continues to its end without interruption: each needs worlds of its own, and many at once would
 * take too much memory.
 */
export class LogReplay implements RunningReplay {
  readonly isUrgent = false;
  readonly #parts: LogReplayParts;

  constructor(parts: LogReplayParts) {
    this.#parts = parts;
  }

  /** Changes nothing: a recorded run is repeated in order. */
  look(): void {}

  async goOn(): Promise<boolean> {
    using pass = await LogPass.begin(this.#parts);
    await pass.run();
    return false;
  }

  [Symbol.dispose](): void {}
}

/**
 * Repeats a recorded run from its beginning to the last moment that is wanted. At each complete state of the log it
 * checks that the repeated run is still the recorded one.
 */
class LogPass implements Disposable {
  readonly #parts: LogReplayParts;
  readonly #rerun: Rerun;
  /** The log as it was recorded, at the same moment as the run. */
  readonly #shown: Runner;
  readonly #sampler: ReplaySampler;
  readonly #sections: readonly LogSection[];
  readonly #lastNs: number;
  #section = 0;
  /** Simulated time up to which samples of the section have been handed over. */
  #sentNs = 0;
  #isFirst = true;

  static async begin(parts: LogReplayParts): Promise<LogPass> {
    const { log, options } = parts;
    const sections = sectionsOf(log, messages, throwOn);
    const rerun = await Rerun.begin(log, options, { keepsHistory: sections.length > 1 });
    const shown = await Runner.create({ ...options, ...playbackOptions(log, throwOn), paused: true });
    return new LogPass(parts, rerun, shown, sections);
  }

  private constructor(parts: LogReplayParts, rerun: Rerun, shown: Runner, sections: readonly LogSection[]) {
    const { log, wishes } = parts;
    this.#parts = parts;
    this.#rerun = rerun;
    this.#shown = shown;
    this.#sections = sections;
    this.#sampler = new ReplaySampler(rerun.runner.introspection.manager, wishes);
    this.#lastNs = entryAt(log, lastSample(log)).logNs;
    this.#enter(0);
  }

  async run(): Promise<void> {
    const { sink, options, log } = this.#parts;
    let sliceEndMs = options.nowMs() + SLICE_MS;
    for (const entry of entriesOf(log)) {
      await this.#take(entry);
      if (this.#isBeyond(entry)) break;
      if (options.nowMs() < sliceEndMs) continue;
      this.#send(entry);
      await sink.breathe();
      sliceEndMs = options.nowMs() + SLICE_MS;
    }
    this.#send(undefined);
  }

  [Symbol.dispose](): void {
    this.#sampler[Symbol.dispose]();
    this.#rerun[Symbol.dispose]();
    this.#shown[Symbol.dispose]();
  }

  async #take(entry: LogEntry): Promise<void> {
    const next = this.#sections[this.#section + 1];
    if (next !== undefined && entry.logNs >= next.firstNs) {
      this.#send(entry);
      this.#enter(this.#section + 1);
    }
    if (entry.kind === "input") await this.#rerun.replay(messages.decode(logTypes.input, entry.bytes));
    if (!isSample(entry)) return;
    // The first sample is shown already.
    if (!this.#isFirst) {
      this.#shown.state.step(1);
      this.#shown.pass();
    }
    this.#isFirst = false;
    this.#rerun.reach(this.#shown.now().count);
    this.#check(entry);
  }

  #check({ kind, simNs }: LogEntry): void {
    const { differing } = this.#rerun;
    if (differing !== undefined) throw new LogError(`${UNREPEATABLE} ${simNs / 1e9} s: ${differing.input}`);
    // Not at every sample, because that would take longer than the steps.
    if (kind !== "keyframe") return;
    const then = hashComponents(this.#shown.world);
    const isSame = hashComponents(this.#rerun.world).every((word, i) => word === then[i]);
    if (!isSame) throw new LogError(`${UNREPEATABLE} ${simNs / 1e9} s; "orrery log check" says more`);
  }

  #enter(section: number): void {
    const { stretches } = this.#parts.wishes;
    const { id, start } = this.#sections[section]!;
    this.#section = section;
    this.#sentNs = start.timeNs;
    const isWanted = stretches.length === 0 || stretches.includes(id);
    this.#rerun.watcher = isWanted ? this.#sampler.watcher({ isEach: false }) : undefined;
  }

  /** Returns whether nothing that is wanted comes after this entry. */
  #isBeyond({ simNs }: LogEntry): boolean {
    const { toNs = Infinity } = this.#parts.wishes;
    return simNs > toNs && this.#sections.slice(this.#section + 1).every(({ start }) => start.timeNs > toNs);
  }

  /** Hands over the samples since the last time. `entry` is where the replay is, `undefined` at its end. */
  #send(entry: LogEntry | undefined): void {
    const { wishes, sink, log } = this.#parts;
    const { fromNs = -Infinity, toNs = Infinity } = wishes;
    const section = this.#sections[this.#section]!;
    const firstNs = entryAt(log, log.first).logNs;
    const progress = entry === undefined ? 1 : (entry.logNs - firstNs) / Math.max(1, this.#lastNs - firstNs);
    const end = Math.min(this.#rerun.runner.now().timeNs, section.end.timeNs, toNs);
    let from = Math.max(this.#sentNs, fromNs - 1);
    this.#sentNs = end;
    const taken = this.#sampler.take();
    for (const [i, samples] of taken.entries()) {
      const to = i === taken.length - 1 ? end : Math.round(samples.times!.at(-1)! * 1e9);
      sink.onSamples({ stretch: section.id, samples, progress, from: from / 1e9, to: to / 1e9 });
      from = to;
    }
    if (taken.length === 0) sink.onSamples({ stretch: section.id, progress });
  }
}

const UNREPEATABLE = "the recorded run cannot be repeated: it differs at";

function* entriesOf(log: LogFile): Generator<LogEntry> {
  for (let chunk = 0; chunk < log.chunks.length; chunk++) yield* log.entries(chunk);
}

function throwOn(error: unknown): never {
  throw error;
}
