import { Emitter } from "../base/emitter.ts";
import type { Log } from "../base/log.ts";
import type { Timeline } from "../history/timeline.ts";
import type { Driver } from "./driver.ts";
import type { RunState } from "./run-state.ts";
import type { CallerAccounts } from "./schedule/caller-accounts.ts";
import type { PendingCommands } from "./services/pending-commands.ts";
import type { PendingServices } from "./services/pending-services.ts";
import type { Simulation } from "./simulation.ts";
import type { Outcome, StampedInput, TakenInput } from "./world-input.ts";
import { inputBytes, isWorthReplaying } from "./worth-replaying.ts";

export interface InputTakingParts {
  readonly simulation: Simulation;
  readonly state: RunState;
  readonly timeline: Timeline;
  readonly driver: Driver;
  readonly pending: PendingCommands;
  readonly pendingServices: PendingServices;
  readonly log: Log;
}

/** Lets what waits take effect: inputs from outside, and pending commands once the world has resumed. */
export class InputTaking {
  /** Emits every input as it takes effect. */
  readonly onInput: Emitter<StampedInput>;
  /** Emits every input once it has taken effect. */
  readonly onTaken: Emitter<TakenInput>;
  readonly #parts: InputTakingParts;

  constructor(parts: InputTakingParts) {
    this.#parts = parts;
    const onError = (error: unknown): void => parts.log.error(`an observer of inputs failed: ${String(error)}`);
    this.onInput = new Emitter(onError);
    this.onTaken = new Emitter(onError);
  }

  /** Takes all waiting inputs, or those of callers whose turn it is. Returns whether one was a jump in time. */
  take(accounts: CallerAccounts | undefined): boolean {
    const { simulation, state, driver, pending, pendingServices } = this.#parts;
    const { timelineNumber } = driver.past;
    simulation.results.poll();
    this.#takeWaiting(accounts);
    if (!state.paused && pending.list.length > 0) {
      pendingServices.release();
      this.#takeWaiting(accounts);
    }
    const hasJumped = driver.past.timelineNumber !== timelineNumber;
    simulation.results.poll();
    return hasJumped;
  }

  #takeWaiting(accounts: CallerAccounts | undefined): void {
    const { simulation, timeline, driver } = this.#parts;
    if (!simulation.inputs.waiting) return;
    const apply = (stamped: StampedInput): Outcome => {
      const { input } = stamped;
      if (isWorthReplaying(input, simulation.bus)) {
        timeline.record(input, { bytes: inputBytes(input), isMessage: input.kind === "message" });
      }
      this.onInput.emit(stamped);
      const before = driver.past.timelineNumber;
      const outcome = simulation.handle(input);
      timeline.done(outcome);
      accounts?.charge(input, { hasJumped: driver.past.timelineNumber !== before });
      this.onTaken.emit({ stamped, isRefused: outcome.isRefused });
      return outcome;
    };
    simulation.inputs.deliver(simulation.now().count, { apply, accounts });
  }
}
