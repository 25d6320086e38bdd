import type { Bus } from "../transport/bus.ts";
import type { Input } from "../transport/inbox.ts";
import type { CallerAccounts } from "./schedule/caller-accounts.ts";
import type { Outcome, StampedInput, WorldInput } from "./world-input.ts";

/** The inbox for inputs from links and from the host itself. */
export class Inputs {
  readonly #bus: Bus;
  readonly #own: { input: WorldInput; done: (result: unknown) => void; fail: (error: unknown) => void }[] = [];
  #sequence = 0;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /**
   * How many inputs have taken effect in this run, including one that is just taking effect. Jumps in time do not
   * decrease it.
   */
  get count(): number {
    return this.#sequence;
  }

  get waiting(): boolean {
    return this.#own.length > 0 || this.#bus.inbox.size > 0;
  }

  /** Queues an input. Resolves to its result once it has taken effect; rejects with the reason if it cannot. */
  push(input: WorldInput): Promise<unknown> {
    return new Promise((done, fail) => {
      this.#own.push({ input, done, fail });
    });
  }

  /** Withdraws the world's own inputs that have not taken effect; their promises never settle. */
  withdraw(isUnwanted: (input: WorldInput) => boolean): void {
    const kept = this.#own.filter(({ input }) => !isUnwanted(input));
    this.#own.splice(0, this.#own.length, ...kept);
  }

  /** Queues a recorded input; its answer goes nowhere. */
  replay(input: WorldInput): void {
    if (isOwn(input)) this.push(input).catch(() => {});
    else this.#bus.inbox.push({ ...input });
  }

  /**
   * Stamps and applies waiting inputs: all of them, or those of callers whose turn it is. The world's own inputs are
   * always applied.
   */
  deliver(step: number, { apply, accounts }: Delivery): void {
    for (const { input, done, fail } of this.#own.splice(0)) {
      const { isRefused, answer } = apply({ step, sequence: this.#sequence++, input });
      (isRefused ? fail : done)(answer);
    }
    const { inbox } = this.#bus;
    while (inbox.size > 0) {
      const caller = accounts?.next(inbox);
      if (accounts !== undefined && caller === undefined) return;
      const input = inbox.take(caller)!;
      if (accounts !== undefined && this.#isRefused(input, accounts, caller)) continue;
      apply({ step, sequence: this.#sequence++, input });
    }
  }

  #isRefused(input: Input, accounts: CallerAccounts, caller: string | undefined): boolean {
    const reason = this.#isOvertaken(input, caller)
      ? "a later request of yours took its place"
      : accounts.refusal(input);
    if (reason !== undefined) this.#bus.refuse(input, reason);
    return reason !== undefined;
  }

  /** Returns whether the same caller's next input is also a jump: of several in a row, only the last is made. */
  #isOvertaken(input: Input, caller: string | undefined): boolean {
    if (!isGoTo(input)) return false;
    const next = [...this.#bus.inbox.callers()].find((one) => one.caller === caller)?.first;
    return next !== undefined && isGoTo(next);
  }
}

export interface Delivery {
  readonly apply: (stamped: StampedInput) => Outcome;
  readonly accounts?: CallerAccounts | undefined;
}

function isGoTo(input: Input): boolean {
  return input.kind === "request" && input.service.endsWith("/history/go_to");
}

/** Returns whether an input comes from the world itself or its runner, not from its bus. */
function isOwn(input: WorldInput): input is Exclude<WorldInput, Input> {
  return input.kind === "start-systems" || input.kind === "command" || input.kind === "result";
}
