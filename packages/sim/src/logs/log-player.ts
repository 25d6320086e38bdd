import { MessageError, messages, type orrery } from "@orrery/msgs";
import { Emitter } from "../base/emitter.ts";
import { formatTime, type Nanoseconds } from "../base/time.ts";
import type { Entity } from "../ecs/entities.ts";
import { PackError } from "../ecs/pack.ts";
import type { World } from "../ecs/world.ts";
import type { HistoryLimits } from "../history/memory.ts";
import type { Asker, Destination, Jump } from "../history/shown-past.ts";
import { LOG_REFUSAL, type Playback } from "../runner/playback.ts";
import type { RunState } from "../runner/run-state.ts";
import { readClock } from "../runner/sim-clock.ts";
import type { Step } from "../runner/system.ts";
import { applyState } from "../stream/apply-state.ts";
import { decodeDelta } from "../stream/delta-codec.ts";
import { logTypes } from "./log-channels.ts";
import type { LogFile, LogPlace } from "./log-file.ts";
import { LogError } from "./log-index.ts";
import { entryAt, isBefore, keyframeUntil, sampleAfter, sampleAtTime, sampleUntil } from "./log-places.ts";
import { sectionsOf, type LogMark, type LogSection } from "./log-sections.ts";

/** Shows a log as a world that runs. Which of its samples is shown is not part of that world: nothing in it can be undone. */
export class LogPlayer implements Playback {
  readonly changes: Emitter<void>;
  readonly jumps: Emitter<Jump>;
  readonly log: string;
  readonly #file: LogFile;
  readonly #onError: (error: unknown) => void;
  readonly #sections: readonly LogSection[];
  #world!: World;
  #root!: Entity;
  #at: LogPlace;
  #timeline = 1;

  /** Throws a LogError when the log is damaged. */
  constructor(file: LogFile, onError: (error: unknown) => void) {
    this.#file = file;
    this.#onError = onError;
    this.log = file.source.name;
    this.changes = new Emitter(onError);
    this.jumps = new Emitter(onError);
    this.#sections = sectionsOf(file, messages);
    this.#at = file.first;
  }

  get timeline(): number {
    return this.#timeline;
  }

  get limits(): HistoryLimits {
    return { enabled: true, byteLimit: this.bytes, commandLimit: 0 };
  }

  get bytes(): number {
    return this.#file.source.size;
  }

  get earliestNs(): Nanoseconds {
    return this.#sections[0]!.start.timeNs;
  }

  get present(): LogSection {
    const { logNs } = entryAt(this.#file, this.#at);
    return this.#sections.findLast(({ firstNs }) => firstNs <= logNs) ?? this.#sections[0]!;
  }

  get ahead(): LogSection | undefined {
    return this.#next === undefined ? undefined : this.#sections.at(-1);
  }

  stretches(): readonly LogSection[] {
    return this.#sections;
  }

  undoable(): [] {
    return [];
  }

  redoable(): [] {
    return [];
  }

  takeForgotten(): [] {
    return [];
  }

  undo(): void {
    throw new Error(LOG_REFUSAL);
  }

  redo(): void {
    throw new Error(LOG_REFUSAL);
  }

  configure(): void {
    throw new Error(LOG_REFUSAL);
  }

  begin(world: World, root: Entity): void {
    this.#world = world;
    this.#root = root;
    this.#apply(this.#at);
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
    let to = this.#at;
    for (let left = samples; left > 0; left--) {
      const before = sampleUntil(this.#file, entryAt(this.#file, to).logNs - 1);
      if (!isBefore(before, to)) break;
      to = before;
    }
    this.#go(to, asker, undefined);
  }

  /** Without an id, to the first sample with that time, however often the log comes to it. */
  goTo({ id, timeNs }: Destination, asker: Asker): void {
    const mark = this.#sections.flatMap(({ marks }) => marks).find((each) => each.id === id && id !== "");
    if (mark !== undefined) return this.#go(sampleUntil(this.#file, mark.logNs - 1), asker, mark);
    if (id === "" && timeNs === undefined) throw new Error("it says neither where nor when");
    const section = id === "" ? this.#firstWith(timeNs!) : this.#sections.find((each) => each.id === id);
    if (section === undefined)
      throw new Error(id === "" ? this.#whyNot(timeNs!) : `nothing called "${id}" is in the log`);
    const { start, end, firstNs } = section;
    const endNs = this.#sections[this.#sections.indexOf(section) + 1]?.firstNs ?? Infinity;
    const wanted = Math.min(Math.max(timeNs ?? end.timeNs, start.timeNs), end.timeNs);
    this.#go(sampleAtTime(this.#file, { firstNs, startNs: start.timeNs, endNs }, wanted), asker, undefined);
  }

  get #now(): Step {
    return readClock(this.#world, this.#root);
  }

  get #next(): LogPlace | undefined {
    return sampleAfter(this.#file, this.#at);
  }

  #advance(state: RunState): Step {
    const { timeNs: before } = this.#now;
    const section = this.present;
    const next = this.#next;
    if (next === undefined) {
      this.rewind(nobody);
      return { ...this.#now, paused: false };
    }
    this.#apply(next);
    const { jump } = this.present;
    const hasJumped = this.present !== section && jump !== undefined;
    if (hasJumped) this.#tell(jump);
    if (this.ahead === undefined) {
      state.pause();
      // Nothing lies ahead any more.
      this.changes.emit();
    }
    const { count, timeNs } = this.#now;
    const dtNs = hasJumped ? 0 : Math.max(0, timeNs - before);
    return { count, timeNs, dtNs, dt: dtNs / 1e9, paused: false };
  }

  #firstWith(timeNs: Nanoseconds): LogSection | undefined {
    return this.#sections.find(({ start, end }) => start.timeNs <= timeNs && timeNs <= end.timeNs);
  }

  #whyNot(timeNs: Nanoseconds): string {
    const times = this.#sections.flatMap(({ start, end }) => [start.timeNs, end.timeNs]);
    const [least, most] = [Math.min(...times), Math.max(...times)];
    return `the log has no moment at ${formatTime(timeNs)}: it goes from ${formatTime(least)} to ${formatTime(most)}`;
  }

  #go(to: LogPlace, asker: Asker, mark: LogMark | undefined): void {
    const { timeNs: fromNs } = this.#now;
    const keyframe = keyframeUntil(this.#file, to);
    const isOnTheWay = !isBefore(this.#at, keyframe) && !isBefore(to, this.#at);
    try {
      if (!isOnTheWay) this.#apply(keyframe);
      while (isBefore(this.#at, to)) this.#apply(this.#next!);
    } finally {
      // Also where the log is damaged on the way: that is where the world is now.
      this.#tell({ ...asker, cause: "seek", fromNs, toNs: this.#now.timeNs, mark });
    }
  }

  #tell(jump: Omit<Jump, "timeline">): void {
    this.#timeline++;
    this.jumps.emit({ ...jump, timeline: this.#timeline });
    this.changes.emit();
  }

  #apply(place: LogPlace): void {
    const { kind, bytes, logNs } = entryAt(this.#file, place);
    try {
      const { changes }: orrery.StateChunk = messages.decode(logTypes.keyframe, bytes);
      applyState(this.#world, decodeDelta(changes ?? nothing), { whole: kind === "keyframe" });
    } catch (error) {
      if (!(error instanceof PackError || error instanceof MessageError)) throw error;
      throw new LogError(`${this.log}: error: the log is damaged at log time ${formatTime(logNs)}: ${error.message}`);
    }
    this.#at = place;
  }
}

const nothing = new Uint8Array(0);
const nobody: Asker = { author: "", authorName: "" };
