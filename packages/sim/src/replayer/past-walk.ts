import { isBefore, isSame, type Moment } from "../history/moment.ts";
import type { RecordedInput } from "../history/stretch.ts";
import type { Runner } from "../runner/runner.ts";
import type { FetchedKeyframes } from "./fetched-keyframes.ts";
import { FORGOTTEN, type KnownPast } from "./known-past.ts";
import { loadPluginsOf } from "./load-plugins-of.ts";
import { leafOf, lineTo, type PastStretch, type PastTree } from "./past-tree.ts";
import type { Piece } from "./replay-plan.ts";

/** How long steps may take before their samples are handed over. It is short, so that the first ones show at once. */
const SLICE_MS = 30;

/** How fast to replay, when to stop, and what to do between two slices of steps. */
export interface Pace {
  /** Lets the thread do other things for a moment. Rejects when the replay is cancelled. */
  readonly breathe: () => Promise<void>;
  readonly onSlice?: (now: Moment) => void;
  /** Whether something else is more urgent. */
  readonly isInterrupted?: () => boolean;
  /** The simulated time at which to stop. */
  readonly toNs?: number | undefined;
  /** Whether to stop after a single step. */
  readonly isOneStep?: boolean;
}

/** The replayer's world, on its way through the past. */
export class PastWalk {
  readonly runner: Runner;
  readonly #known: KnownPast;
  readonly #keyframes: FetchedKeyframes;
  /** The moment that the world is at; `undefined` if it is at no known moment of the past. */
  #at: Moment | undefined;

  constructor(runner: Runner, known: KnownPast, keyframes: FetchedKeyframes) {
    this.runner = runner;
    this.#known = known;
    this.#keyframes = keyframes;
  }

  /** Takes the world to the beginning of a piece, by replaying from the last known moment before it. */
  async arrive(tree: PastTree, piece: Piece, pace: Pace): Promise<void> {
    const { stretch, from } = piece;
    if (this.#at !== undefined && isSame(this.#at, from)) return;
    const known = this.#known.stateAt(from);
    if (known !== undefined) return this.#bringBack(from, known);
    const line = lineTo(tree, stretch.id);
    const origin = await this.#restoreLast(line, from);
    for (const each of line.slice(line.indexOf(origin))) {
      const isLast = each === stretch;
      if (isLast && isSame(this.#at!, from)) return;
      await this.run(tree, each, isLast ? from : each.end, pace);
      if (!isLast) this.keepNow();
    }
  }

  /** Repeats the steps and inputs of a stretch, from where the world is now. */
  async run(tree: PastTree, stretch: PastStretch, to: Moment, pace: Pace): Promise<{ now: Moment; isThere: boolean }> {
    const { runner } = this;
    const start = this.#at!;
    this.#at = undefined;
    const range = { leaf: leafOf(tree, stretch.id), from: start.sequence, end: to.sequence };
    const { toNs = Infinity, isOneStep = false } = pace;
    const lastTick = isOneStep ? start.tick : Infinity;
    const inputs = await this.#known.inputs(stretch.id, range, lastTick);
    await loadPluginsOf(inputs, runner);
    const way: Way = { inputs, next: 0, to, now: start };
    const isEnough = (): boolean => way.now.timeNs >= toNs || way.now.tick > lastTick;
    for (let isDone = false; ;) {
      const untilMs = runner.host.nowMs() + SLICE_MS;
      runner.host.replaying(() => {
        while (!isDone && !isEnough() && runner.host.nowMs() < untilMs) isDone = !this.#goOn(way);
      });
      pace.onSlice?.(way.now);
      await pace.breathe();
      if (isDone || isEnough() || pace.isInterrupted?.() === true) {
        this.#at = way.now;
        return { now: way.now, isThere: isDone };
      }
    }
  }

  /** Saves the present state, so that the world can continue from here later. */
  keepNow(): void {
    if (this.#at !== undefined) this.#known.keep(this.#at, this.runner.host.keyframe());
  }

  /** Records that the past did not continue from the present state. */
  leave(): void {
    this.#at = undefined;
  }

  async #restoreLast(line: readonly PastStretch[], from: Moment): Promise<PastStretch> {
    for (const each of line.toReversed()) {
      for (const { number, at, isNeeded } of each.keyframes.toReversed()) {
        if (isBefore(from, at)) continue;
        const state = await this.#keyframes.get(number);
        if (state !== undefined) {
          this.#bringBack(at, state);
          return each;
        }
        if (isNeeded) throw new Error(FORGOTTEN);
      }
    }
    throw new Error(FORGOTTEN);
  }

  #bringBack(at: Moment, state: Parameters<Runner["host"]["bringBack"]>[0]): void {
    this.#at = undefined;
    this.runner.host.bringBack(state);
    this.#at = at;
  }

  /** Applies the next input or makes the next step. Returns whether there was either. */
  #goOn(way: Way): boolean {
    const { host } = this.runner;
    const { to, now } = way;
    const { tick } = now;
    const input = way.inputs[way.next];
    if (input?.tick === tick) {
      host.apply(input.input, { wasRefused: input.isRefused });
      way.next++;
      way.now = { tick, sequence: input.sequence + 1, timeNs: host.timeNs };
    } else if (tick < to.tick) {
      host.step();
      way.now = { tick: tick + 1, sequence: now.sequence, timeNs: host.timeNs };
    } else {
      // The count of inputs may still be lower, because refused inputs have numbers too.
      way.now = to;
      return false;
    }
    return true;
  }
}

interface Way {
  readonly inputs: readonly RecordedInput[];
  next: number;
  readonly to: Moment;
  now: Moment;
}
