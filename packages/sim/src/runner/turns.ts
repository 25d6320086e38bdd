import type { Inbox, WaitingCaller } from "../transport/inbox.ts";
import { causerOf, type WorldInput } from "./inputs.ts";

/** What a pass may spend on what callers ask. */
export interface Allowance {
  /** In this pass. */
  readonly budgetMs: number;
  /** Of the thread's time, 0 to 1, in the long run: what a caller uses beyond its part of it, it waits for. */
  readonly share: number;
  /** Whether the world stands: then nobody's steps are held up. */
  readonly paused: boolean;
}

interface Account {
  /** What the caller may still use, ms; below 0 it waits. */
  balanceMs: number;
  atMs: number;
  /** While the world runs: it has reset it. */
  notBeforeMs: number;
}

/**
 * Deals a thread's time out among those who ask something of a world. Each caller has an account: what its inputs take is charged,
 * and time pays it back. Inputs are taken in the order of arrival as long as there is time for all; when there is not, who has used
 * least comes first. Only when an input is taken depends on the clock, never what it does.
 */
export class Turns {
  readonly #nowMs: () => number;
  readonly #accounts = new Map<string, Account>();
  #allowance: Allowance = { budgetMs: Infinity, share: 1, paused: true };
  /** What all callers together may still use; carried on, so that one that took too long is made up for. */
  #potMs = 0;
  #rate = 1;
  #startMs = 0;
  /** Something had to wait when the last pass ended. */
  #isCrowded = false;
  /** Before it, a world that runs goes to no other time. */
  #jumpMs = -Infinity;
  /** Spent on inputs in this pass. */
  #spentMs = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Spent on inputs in the present pass, or the last one. */
  get spentMs(): number {
    return this.#spentMs;
  }

  begin(allowance: Allowance): void {
    this.#allowance = allowance;
    this.#potMs = Math.min(Math.max(this.#potMs, -MOST_DEBT_OF_ALL_MS) + allowance.budgetMs, allowance.budgetMs);
    this.#spentMs = 0;
    this.#startMs = this.#nowMs();
  }

  /** Who is next, or nobody in this pass. */
  next(inbox: Inbox): string | undefined {
    const callers = [...inbox.callers()];
    if (this.#potMs <= 0) return this.#leave(callers);
    this.#rate = this.#allowance.share / Math.max(1, callers.length);
    let best: WaitingCaller | undefined;
    for (const one of callers) {
      if (!this.#mayGo(one)) continue;
      if (best === undefined || this.#comesBefore(one, best)) best = one;
    }
    return best === undefined ? this.#leave(callers) : best.caller;
  }

  /** An input has taken effect; `hasJumped`: and taken the world to another time. Jumps are not charged but paced. */
  taken(input: WorldInput, { hasJumped }: { readonly hasJumped: boolean }): void {
    const nowMs = this.#nowMs();
    const ms = nowMs - this.#startMs;
    this.#startMs = nowMs;
    this.#spentMs += ms;
    this.#potMs -= ms;
    if (hasJumped) this.#jumpMs = nowMs + Math.min(Math.max(JUMP_PAUSE_MS, ms * STEPS_PER_JUMP), LONGEST_PAUSE_MS);
    const caller = causerOf(input);
    if (caller === "") return;
    const account = this.#accountOf(caller);
    if (!hasJumped) account.balanceMs = Math.max(account.balanceMs - ms, -MOST_DEBT_MS);
    else if (!isJump(input)) account.notBeforeMs = this.#jumpMs;
    if (this.#accounts.size > MOST_ACCOUNTS) this.#forgetQuiet();
  }

  #leave(callers: readonly WaitingCaller[]): undefined {
    this.#isCrowded = callers.length > 0;
  }

  #mayGo({ caller, first }: WaitingCaller): boolean {
    if (this.#allowance.paused || caller === "") return true;
    if (isJump(first) && this.#startMs < this.#jumpMs) return false;
    const { balanceMs, notBeforeMs } = this.#accountOf(caller);
    return balanceMs > 0 && this.#startMs >= notBeforeMs;
  }

  #comesBefore(one: WaitingCaller, other: WaitingCaller): boolean {
    if (one.caller === "" || other.caller === "") return one.caller === "";
    if (!this.#isCrowded) return one.arrival < other.arrival;
    return this.#accountOf(one.caller).balanceMs > this.#accountOf(other.caller).balanceMs;
  }

  #accountOf(caller: string): Account {
    let account = this.#accounts.get(caller);
    if (account === undefined) {
      account = { balanceMs: MOST_SAVED_MS, atMs: this.#startMs, notBeforeMs: -Infinity };
      this.#accounts.set(caller, account);
    }
    const earned = (this.#startMs - account.atMs) * this.#rate;
    account.balanceMs = Math.min(account.balanceMs + earned, MOST_SAVED_MS);
    account.atMs = this.#startMs;
    return account;
  }

  #forgetQuiet(): void {
    for (const caller of this.#accounts.keys()) {
      if (this.#accountOf(caller).balanceMs === MOST_SAVED_MS) this.#accounts.delete(caller);
    }
  }
}

/** Of a caller that has been quiet: a burst of requests is answered at once. */
const MOST_SAVED_MS = 50;
/** However long an input took, its caller is heard again after a few seconds. */
const MOST_DEBT_MS = 500;
/** Short: the debt of one keeps the others waiting. */
const MOST_DEBT_OF_ALL_MS = 10;
const MOST_ACCOUNTS = 1000;

/** Between two jumps, a world that runs makes steps for so many times as long as the jump took. */
const STEPS_PER_JUMP = 3;
const JUMP_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 3000;

/** Whether it asks to go to another time. A reset does so, too, but is known only when it is read. */
function isJump(input: WorldInput): boolean {
  return input.kind === "request" && /\/history\/(?:go_to|undo_redo)$/.test(input.service);
}
