import { applyUpdate, encodeKeyframe, World } from "@orrery/sim/front";
import { KEPT } from "../threads/signals.ts";
import { type HandedState } from "./thread-messages.ts";

/** The last state that a simulation thread handed out, copied into this thread so that it outlives the other one. */
export class KeptState {
  readonly #signals: Int32Array;
  readonly #copy = new World();
  #last: HandedState | undefined;

  constructor(signals: Int32Array) {
    this.#signals = signals;
  }

  get last(): Pick<HandedState, "timeNs" | "paused" | "targetFactor"> | undefined {
    return this.#last;
  }

  keep(state: HandedState): void {
    if (state.update !== undefined) applyUpdate(this.#copy, state.update);
    this.#last = state;
    Atomics.store(this.#signals, KEPT, 1);
  }

  /** Returns the state in the format of `Runner.save`; `undefined` if there is none yet. */
  bytes(): Uint8Array | undefined {
    if (this.#last === undefined) return undefined;
    const { states, header, nextId } = this.#last;
    return encodeKeyframe({ snapshot: { ...this.#copy.snapshot(), nextId }, states: new Map(states) }, header);
  }
}
