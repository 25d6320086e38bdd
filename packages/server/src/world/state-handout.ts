import { StateTap, type Runner } from "@orrery/sim/front";
import { KEPT } from "../threads/signals.ts";
import { type HandedState } from "./thread-messages.ts";

/** What is needed of a world to hand out its states. */
export type HandedRunner = Pick<Runner, "world" | "state" | "now" | "useSavedStates">;

export interface StateHandoutOptions {
  readonly runner: HandedRunner;
  readonly signals: Int32Array;
  readonly onState: (state: HandedState) => void;
  readonly nowMs: () => number;
}

/** The least time between two states: in ms, and as a multiple of the time that the last one took. */
const MIN_MS = 1000;
const TIMES = 100;

/**
 * Hands out states from which a world can be restarted if its thread is lost. Uses at most a hundredth of the time.
 * States of engines are written alternately into two buffers: while one is written, the main thread has the other.
 */
export class StateHandout {
  readonly #options: StateHandoutOptions;
  readonly #tap: StateTap;
  readonly #memory: [Map<string, Uint8Array>, Map<string, Uint8Array>] = [new Map(), new Map()];
  #dueMs = -Infinity;
  #mark = -1;
  #count = 0;
  #wasPaused: boolean | undefined;

  constructor(options: StateHandoutOptions) {
    this.#options = options;
    this.#tap = new StateTap(options.runner.world, (bytes) => new SharedArrayBuffer(bytes));
    Atomics.store(options.signals, KEPT, 1);
  }

  /** Hands out a state if one is due. Must be called between two passes. */
  poll(): void {
    const { runner, signals, nowMs } = this.#options;
    const startMs = nowMs();
    if (startMs < this.#dueMs || Atomics.load(signals, KEPT) === 0) return;
    this.#dueMs = startMs + MIN_MS;
    const { paused } = runner.state;
    if (paused === this.#wasPaused && !runner.world.hasChangedSince(this.#mark)) return;
    this.#wasPaused = paused;
    this.#handOut();
    this.#mark = runner.world.mark();
    // The first state takes longer than all others.
    if (this.#count++ > 0) this.#dueMs = startMs + Math.max(MIN_MS, TIMES * (nowMs() - startMs));
  }

  #handOut(): void {
    const { runner, signals, onState } = this.#options;
    this.#memory.reverse();
    const [memory] = this.#memory;
    runner.useSavedStates((lent, header) => {
      const states = [...lent].map(([system, state]) => [system, copyInto(memory, system, state)] as const);
      const update = this.#tap.take({ exact: true, watch: [] });
      Atomics.store(signals, KEPT, 0);
      const { targetFactor, paused } = runner.state;
      const { nextId } = runner.world;
      onState({ update, states, header, nextId, timeNs: runner.now().timeNs, paused, targetFactor });
    });
  }
}

function copyInto(memory: Map<string, Uint8Array>, system: string, state: Uint8Array): Uint8Array {
  let room = memory.get(system);
  if (room === undefined || room.length < state.length) {
    room = new Uint8Array(new SharedArrayBuffer(Math.ceil(state.length * 1.5)));
    memory.set(system, room);
  }
  room.set(state);
  return room.subarray(0, state.length);
}
