import { isBefore, type Moment } from "../history/moment.ts";
import type { Keyframe } from "../history/keyframe.ts";
import type { RecordedInput } from "../history/stretch.ts";
import type { Filter } from "../introspection/filter.ts";
import { readKeyframe } from "../runner/keyframe-file.ts";
import type { Runner } from "../runner/runner.ts";
import type { KnownPast } from "./known-past.ts";
import { loadPluginsOf } from "./load-plugins-of.ts";
import { lineTo, type PastKeyframe, type PastSource, type PastStretch, type PastTree } from "./past-tree.ts";
import type { ReplayWishes } from "./replayer.ts";

/** How long steps may take before their samples are handed over: the first ones are to be seen at once. */
const SLICE_MS = 30;

export interface StretchReplayParts extends ReplayWishes {
  readonly runner: Runner;
  readonly tree: PastTree;
  readonly stretch: PastStretch;
  readonly known: KnownPast;
  readonly source: PastSource;
}

export interface Slices {
  readonly nowMs: () => number;
  /** Lets the thread do other things for a moment. Rejects when the replay is cancelled. */
  readonly breathe: () => Promise<void>;
  /** Called with the steps of the stretch that were made so far. */
  readonly onSlice: (steps: number) => void;
}

/** One stretch of the past, simulated once more and sampled. */
export class StretchReplay {
  readonly #parts: StretchReplayParts;
  /** The moment that the world is at. */
  #now: Moment;

  constructor(parts: StretchReplayParts) {
    this.#parts = parts;
    this.#now = parts.stretch.start;
  }

  async run(filter: Filter, slices: Slices): Promise<void> {
    const { runner, tree, stretch, items, every, known } = this.#parts;
    const { host } = runner;
    const line = lineTo(tree, stretch.id);
    const origin = await this.#begin(line);
    filter.set({ items, every });
    for (const each of line.slice(line.indexOf(origin))) {
      if (each === stretch) host.watcher = this.#watcher(filter);
      try {
        await this.#goThrough(each, slices);
      } finally {
        host.watcher = undefined;
      }
      if (!isBefore(this.#now, each.end)) known.keep(each.id, each.end, host.keyframe());
    }
  }

  #watcher(filter: Filter): NonNullable<Runner["host"]["watcher"]> {
    const { runner, fromNs = -Infinity, toNs = Infinity } = this.#parts;
    let isSampled = false;
    return {
      begin(step) {
        isSampled = step.timeNs >= fromNs && step.timeNs <= toNs && filter.isDue(step);
        if (!isSampled) return;
        runner.introspection.manager.opened.beginStep();
        filter.begin();
      },
      end(step) {
        if (isSampled) filter.sample(step);
        isSampled = false;
      },
    };
  }

  /** Takes the world to the last known moment before what is wanted. Returns the stretch of the line that it is in. */
  async #begin(line: readonly PastStretch[]): Promise<PastStretch> {
    const { runner, stretch, known, fromNs } = this.#parts;
    const isEarly = (at: Moment): boolean =>
      !isBefore(stretch.start, at) || (fromNs !== undefined && at.timeNs < fromNs);
    const kept = line.at(-2);
    const places = line.flatMap((each) => each.keyframes.map((keyframe) => ({ each, keyframe })));
    const last = places.filter(({ keyframe }) => isEarly(keyframe.at)).reverse();
    const own = kept && known.stateAt(kept.id, stretch.start);
    for (const { each, keyframe } of last) {
      if (own !== undefined && !isBefore(stretch.start, keyframe.at)) break;
      const state = await this.#fetch(keyframe);
      if (state === undefined) continue;
      runner.host.bringBack(state);
      this.#now = keyframe.at;
      return each;
    }
    if (own === undefined) throw new Error("that part of the past is no longer remembered");
    runner.host.bringBack(own);
    this.#now = stretch.start;
    return stretch;
  }

  async #fetch({ number }: PastKeyframe): Promise<Keyframe | undefined> {
    const { runner, source } = this.#parts;
    const file = await source.keyframe(number);
    return file && readKeyframe(file, runner.library);
  }

  /** Makes the steps of a stretch from where the world is, with the inputs that they had then. */
  async #goThrough(each: PastStretch, { nowMs, breathe, onSlice }: Slices): Promise<void> {
    const { runner, known, stretch, toNs = Infinity } = this.#parts;
    const inputs = (await known.inputsOf(each)).filter(({ sequence }) => sequence >= this.#now.sequence);
    await loadPluginsOf(inputs, runner);
    const marks = each.keyframes.filter(({ at, isNeeded }) => isNeeded && isBefore(this.#now, at));
    const waiting = { inputs, next: 0, marks };
    for (let isDone = false; !isDone;) {
      const mark = this.#markHere(waiting);
      if (mark !== undefined) await this.#restore(mark);
      const untilMs = nowMs() + SLICE_MS;
      runner.host.replaying(() => {
        while (!isDone && nowMs() < untilMs && this.#markHere(waiting) === undefined)
          isDone = !this.#goOn(each, waiting) || runner.now().timeNs > toNs;
      });
      onSlice(each === stretch ? this.#now.tick - stretch.start.tick : 0);
      await breathe();
    }
  }

  /** Applies an input or makes a step. Returns whether there was one. */
  #goOn({ end }: PastStretch, waiting: { readonly inputs: readonly RecordedInput[]; next: number }): boolean {
    const { host } = this.#parts.runner;
    const { tick } = this.#now;
    const input = waiting.inputs[waiting.next];
    if (input?.tick === tick) {
      host.apply(input.input, { wasRefused: input.isRefused });
      waiting.next++;
      this.#now = { tick, sequence: input.sequence + 1, timeNs: host.timeNs };
    } else if (tick < end.tick) {
      host.step();
      this.#now = { tick: tick + 1, sequence: this.#now.sequence, timeNs: host.timeNs };
    } else {
      // Not compared by number: a refused input had a number too.
      this.#now = end;
      return false;
    }
    return true;
  }

  /** Returns the keyframe of a change here that no input made; `undefined` when there is none, or inputs come first. */
  #markHere({
    inputs,
    next,
    marks,
  }: {
    readonly inputs: readonly RecordedInput[];
    readonly next: number;
    readonly marks: readonly PastKeyframe[];
  }): PastKeyframe | undefined {
    const mark = marks.find(({ at }) => isBefore(this.#now, at));
    if (mark === undefined || mark.at.tick > this.#now.tick) return undefined;
    const input = inputs[next];
    return input !== undefined && input.sequence < mark.at.sequence ? undefined : mark;
  }

  async #restore(keyframe: PastKeyframe): Promise<void> {
    const state = await this.#fetch(keyframe);
    if (state === undefined) throw new Error("that part of the past is no longer remembered");
    this.#parts.runner.host.bringBack(state);
    this.#now = keyframe.at;
  }
}
