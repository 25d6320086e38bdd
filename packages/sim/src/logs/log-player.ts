import { messages } from "@orrery/msgs";
import { Emitter } from "../base/emitter.ts";
import { formatTime, type Nanoseconds } from "../base/time.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { HistoryLimits } from "../history/memory.ts";
import type { Asker, Destination, Jump } from "../history/past-view.ts";
import type { Playback } from "../runner/playback.ts";
import type { RunState } from "../runner/run-state.ts";
import { readClock } from "../runner/sim-clock.ts";
import type { Step } from "../runner/systems/system.ts";
import { LogCursor } from "./log-cursor.ts";
import type { LogFile, LogPosition } from "./log-file.ts";
import { LogError } from "./log-error.ts";
import { entryAt, sampleAtTime, sampleUntil } from "./log-positions.ts";
import { sectionsOf, type LogMark, type LogSection } from "./log-sections.ts";

/**
 * Shows a log as a running world. Which of its samples is shown is not part of that world, and nothing in it can be
 * undone.
 */
export class LogPlayer implements Playback {
  readonly changes: Emitter<void>;
  readonly jumps: Emitter<Jump>;
  readonly log: string;
  readonly #file: LogFile;
  readonly #onError: (error: unknown) => void;
  readonly #sections: readonly LogSection[];
  /** Set by `begin`. */
  #cursor!: LogCursor;
  #readTime!: () => Step;
  #timelineNumber = 1;

  /** Throws a LogError if the log is damaged. */
  constructor(file: LogFile, onError: (error: unknown) => void) {
    this.#file = file;
    this.#onError = onError;
    this.log = file.source.name;
    this.changes = new Emitter(onError);
    this.jumps = new Emitter(onError);
    this.#sections = sectionsOf(file, messages, onError);
  }

  get timelineNumber(): number {
    return this.#timelineNumber;
  }

  get limits(): HistoryLimits {
    return { enabled: true, byteLimit: this.bytes, commandLimit: 0, branchLimit: 0 };
  }

  get bytes(): number {
    return this.#file.source.size;
  }

  get earliestNs(): Nanoseconds {
    return this.#sections[0]!.start.timeNs;
  }

  get present(): LogSection {
    const { logNs } = this.#cursor.entry;
    return this.#sections.findLast(({ firstNs }) => firstNs <= logNs) ?? this.#sections[0]!;
  }

  get ahead(): LogSection | undefined {
    return this.#cursor.isAtEnd ? undefined : this.#sections.at(-1);
  }

  get nextNs(): Nanoseconds {
    const { timeNs } = this.#now;
    if (this.#cursor.isAtEnd) return timeNs;
    try {
      const { logNs, simNs } = entryAt(this.#file, this.#cursor.next!);
      return logNs < this.present.endNs ? simNs : timeNs;
    } catch {
      // Reported when playback gets there.
      return timeNs;
    }
  }

  stretches(): readonly LogSection[] {
    return this.#sections;
  }

  takeTouched(): readonly LogSection[] {
    return this.#sections;
  }

  begin(world: World, root: Entity): void {
    this.#cursor = new LogCursor(this.#file, world, root);
    this.#readTime = () => readClock(world, root);
  }

  advance(state: RunState): Step {
    try {
      return this.#advance(state);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.#onError(error);
      state.pause();
      return this.#now;
    }
  }

  rewind(asker: Asker): void {
    this.#go(this.#file.first, asker, undefined);
  }

  stepBack(samples: number, asker: Asker): void {
    this.#go(this.#cursor.before(Math.min(samples, MAX_BACK)), asker, undefined);
  }

  /**
   * Goes to a place. Without an id, that is the first sample with that time, even if the log reaches it several times.
   */
  goTo(destination: Destination, asker: Asker): void {
    this.#go(this.find(destination), asker, this.#markWith(destination.id));
  }

  /** Finds the sample of a destination. Throws if there is none. */
  find({ id, timeNs }: Destination): LogPosition {
    const mark = this.#markWith(id);
    if (mark !== undefined) return sampleUntil(this.#file, mark.logNs - 1);
    if (id === "") {
      if (timeNs === undefined) throw new Error("the request names neither a place nor a time");
      return this.#firstWith(timeNs);
    }
    const section = this.#sections.find((each) => each.id === id);
    if (section === undefined) throw new Error(`nothing called "${id}" is in the log`);
    const { start, end } = section;
    const wanted = Math.min(Math.max(timeNs ?? end.timeNs, start.timeNs), end.timeNs);
    return sampleAtTime(this.#file, section, wanted);
  }

  get #now(): Step {
    return this.#readTime();
  }

  #markWith(id: string): LogMark | undefined {
    return id === "" ? undefined : this.#sections.flatMap(({ marks }) => marks).find((each) => each.id === id);
  }

  #advance(state: RunState): Step {
    const { timeNs: before } = this.#now;
    const section = this.present;
    if (!this.#cursor.showNext()) {
      this.rewind(nobody);
      return { ...this.#now, paused: false };
    }
    const { jump } = this.present;
    const hasJumped = this.present !== section && jump !== undefined;
    if (hasJumped) this.#emitJump(jump);
    if (this.ahead === undefined) {
      state.pause();
      // Nothing is ahead any longer.
      this.changes.emit();
    }
    const { count, timeNs } = this.#now;
    const dtNs = hasJumped ? 0 : Math.max(0, timeNs - before);
    return { count, timeNs, dtNs, dt: dtNs / 1e9, paused: false };
  }

  /**
   * Returns the first sample with this time. All lines have regular samples at the same times; at other times there is
   * a sample only where something happened.
   */
  #firstWith(timeNs: Nanoseconds): LogPosition {
    const covering = this.#sections.find(({ start, end }) => start.timeNs <= timeNs && timeNs <= end.timeNs);
    if (covering === undefined) throw new Error(this.#whyNot(timeNs));
    const shown = sampleAtTime(this.#file, covering, timeNs);
    if (entryAt(this.#file, shown).simNs === timeNs) return shown;
    const exact = this.#sections.find(({ start, end, marks }) =>
      [start, end, ...marks.map(({ at }) => at)].some((moment) => moment.timeNs === timeNs),
    );
    return exact === undefined ? shown : sampleAtTime(this.#file, exact, timeNs);
  }

  #whyNot(timeNs: Nanoseconds): string {
    const least = this.#sections.reduce((time, { start }) => Math.min(time, start.timeNs), Infinity);
    const most = this.#sections.reduce((time, { end }) => Math.max(time, end.timeNs), 0);
    return `the log has no moment at ${formatTime(timeNs)}: it goes from ${formatTime(least)} to ${formatTime(most)}`;
  }

  #go(to: LogPosition, asker: Asker, mark: LogMark | undefined): void {
    const { timeNs: fromNs } = this.#now;
    try {
      this.#cursor.moveTo(to);
    } finally {
      // Also if the log is damaged on the way: the world is then at the damage.
      this.#emitJump({ ...asker, cause: "seek", fromNs, toNs: this.#now.timeNs, mark });
    }
  }

  #emitJump(jump: Omit<Jump, "timelineNumber">): void {
    this.#timelineNumber++;
    this.jumps.emit({ ...jump, timelineNumber: this.#timelineNumber });
    this.changes.emit();
  }
}

/** Largest number of samples to step back at once. */
const MAX_BACK = 100_000;
const nobody: Asker = { author: "", authorName: "" };
