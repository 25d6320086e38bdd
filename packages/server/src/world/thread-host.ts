import { performance } from "node:perf_hooks";
import { receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import {
  PAUSED_INTERVAL_MS,
  STATE_INTERVAL_MS,
  StateTap,
  type Host,
  type PortLink,
  type Runner,
  type StateUpdate,
} from "@orrery/sim/front";
import { SimClock } from "@orrery/sim/components";
import type { WorldReplays } from "../replayer/world-replays.ts";
import type { ThreadScribe } from "../scribe/scribe.ts";
import { StateHandout, type HandedRunner } from "./state-handout.ts";
import { BEAT, INBOX, READ, STOP, WANTED, WATCHED } from "../threads/signals.ts";
import { type HandedState } from "./thread-messages.ts";

export interface ThreadHostOptions {
  readonly runner: HandedRunner & Pick<Runner, "root" | "numbers">;
  readonly link: PortLink;
  readonly port: MessagePort;
  readonly signals: Int32Array;
  /** The world's own step count at which the run ends. */
  readonly end: number;
  /** The step count at which `onSave` is called, once. */
  readonly saveAt: number;
  readonly scribe?: ThreadScribe | undefined;
  readonly replays: WorldReplays;
  readonly onSave: (steps: number) => void;
  readonly onState: (update: StateUpdate) => void;
  /** Called at the start, and when the world is paused or resumed, but at most a few times per second. */
  readonly onPaused: (paused: boolean) => void;
  /** Receives states for restarts. */
  readonly onKept: ((state: HandedState) => void) | undefined;
  /** Called a few times per second. */
  readonly onProgress: ((steps: number, timeNs: number) => void) | undefined;
}

const PROGRESS_MS = 200;
/**
 * Longest time for reading messages between passes. When reading takes longer, passes run for a few times as long
 * before the next reading.
 */
const POLL_MS = 0.2;
const POLL_PAUSE = 4;
/**
 * The longest such pause. When reading takes long, the garbage collector is usually the reason, and nobody should wait
 * several times as long for that.
 */
const LONGEST_PAUSE_MS = 4;
/**
 * Between states, also wait for this many steps, unless that takes longer than SLOW_STATE_MS: slow steps change little,
 * and their CPU time belongs to the simulation.
 */
const STATE_STEPS = 5;
const SLOW_STATE_MS = 100;

/**
 * The environment of a world in a Node thread. The main thread sets `INBOX` after each message: at full speed a world
 * lets no events in, and checking the port at every step would cost more than a small step.
 */
export class ThreadHost implements Host {
  readonly #options: ThreadHostOptions;
  #saveAt: number;
  #progressMs: number;
  readonly #tap: StateTap;
  readonly #handout: StateHandout | undefined;
  /** The time until which nothing is read from the port. */
  #pollMs = -Infinity;
  /** Whether it was not yet time for the next step when it last looked. */
  #isIdle = false;
  #stateMs = -Infinity;
  #stateSteps = 0;
  #stateTimeline = 0;
  #reportedPaused: boolean | undefined;
  #reportedPausedMs = -Infinity;

  constructor(options: ThreadHostOptions) {
    this.#options = options;
    this.#saveAt = options.saveAt;
    this.#tap = new StateTap(options.runner.world, (bytes) => new SharedArrayBuffer(bytes));
    const { runner, signals, onKept } = options;
    const nowMs = (): number => this.nowMs();
    this.#handout = onKept && new StateHandout({ runner, signals, onState: onKept, nowMs });
    this.#progressMs = options.onProgress === undefined ? Infinity : this.nowMs();
  }

  get stopped(): boolean {
    return Atomics.load(this.#options.signals, STOP) !== 0 || this.#steps() >= this.#options.end;
  }

  nowMs(): number {
    return performance.now();
  }

  poll(): void {
    this.saveWhenDue();
    if (this.#progressMs !== Infinity) this.#reportProgress();
    const { signals, port, link } = this.#options;
    Atomics.add(signals, BEAT, 1);
    this.#handout?.poll();
    if (this.#options.runner.state.paused !== this.#reportedPaused) this.#reportPaused();
    if (Atomics.load(signals, WANTED) !== 0) this.#handOutState();
    // Cleared before the port is emptied: a message posted in the meantime sets it again.
    if (Atomics.load(signals, INBOX) === 0 || Atomics.exchange(signals, INBOX, 0) === 0) return;
    this.#options.scribe?.poll();
    const isIdle = this.#isIdle;
    this.#isIdle = false;
    if (this.#options.replays.poll({ isIdle })) Atomics.store(signals, INBOX, 1);
    const startMs = this.nowMs();
    if (startMs < this.#pollMs) return void Atomics.store(signals, INBOX, 1);
    for (;;) {
      const next = receiveMessageOnPort(port);
      if (next === undefined) return;
      link.receive(next.message);
      Atomics.add(signals, READ, 1);
      const now = this.nowMs();
      if (now - startMs < POLL_MS) continue;
      // More messages may wait, but a client that sends faster than this thread reads must not stop the world.
      Atomics.store(signals, INBOX, 1);
      this.#pollMs = now + Math.min(POLL_PAUSE * (now - startMs), LONGEST_PAUSE_MS);
      return;
    }
  }

  sleep(ms: number): void {
    this.#isIdle = true;
    Atomics.wait(this.#options.signals, INBOX, 0, ms);
  }

  breathe(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Saves the state if it is due. Also called after the loop, which does not poll after its last step. */
  saveWhenDue(): void {
    if (this.#saveAt === Infinity) return;
    const steps = this.#steps();
    if (steps < this.#saveAt) return;
    this.#saveAt = Infinity;
    this.#options.onSave(steps);
  }

  /** Hands out a state. The request stays open while there is nothing new. */
  #handOutState(): void {
    const now = this.nowMs();
    const { signals, runner, onState } = this.#options;
    const { numbers } = runner;
    const made = this.#steps() - this.#stateSteps;
    // A reset decreases the step count, and a paused world makes no steps.
    const isSlow = !runner.state.paused && made >= 0 && made < STATE_STEPS;
    // After a jump in time, people are waiting for the result.
    const hasJumped = numbers.timeline !== this.#stateTimeline;
    if (!hasJumped && now - this.#stateMs < (isSlow ? SLOW_STATE_MS : STATE_INTERVAL_MS)) return;
    this.#stateMs = now;
    this.#stateTimeline = numbers.timeline;
    this.#stateSteps += made;
    const watch = Array.from(signals.subarray(WATCHED + 1, WATCHED + 1 + signals[WATCHED]!), (id) => id >>> 0);
    const update = this.#tap.take({ exact: runner.state.paused, watch, numbers });
    if (update === undefined) return;
    Atomics.store(signals, WANTED, 0);
    onState(update);
  }

  #steps(): number {
    const { world, root } = this.#options.runner;
    const clock = world.column(SimClock);
    return clock.data[clock.row(root) * clock.stride]!;
  }

  /** Reports whether the world is paused, but not every change: somebody may make single steps as fast as possible. */
  #reportPaused(): void {
    const now = this.nowMs();
    if (now - this.#reportedPausedMs < PAUSED_INTERVAL_MS) return;
    const { runner, onPaused } = this.#options;
    this.#reportedPausedMs = now;
    this.#reportedPaused = runner.state.paused;
    onPaused(runner.state.paused);
  }

  #reportProgress(): void {
    const now = this.nowMs();
    if (now - this.#progressMs < PROGRESS_MS) return;
    this.#progressMs = now;
    const { count, timeNs } = this.#options.runner.now();
    this.#options.onProgress?.(count, timeNs);
  }
}
