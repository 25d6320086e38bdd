import type { Inbox, WaitingCaller } from "../../transport/inbox.ts";
import { causerOf, type WorldInput } from "../world-input.ts";
import { JumpBudget } from "./jump-credit.ts";

/** What a pass may spend on callers' requests. */
export interface Allowance {
  /** The time for this pass. */
  readonly budgetMs: number;
  /** Fraction of the thread's time in the long run, 0 to 1: a caller that uses more than its share has to wait. */
  readonly share: number;
  /** Whether the world is paused, so that no steps are held up. */
  readonly paused: boolean;
}

interface Account {
  /** Time that the caller may still use, ms; below 0 it has to wait. */
  balanceMs: number;
  atMs: number;
  /** While the world runs, the caller's inputs wait until this time, because it has reset the world. */
  notBeforeMs: number;
  /** When it last moved the world to a different time. */
  jumpedMs: number;
  /** The number of its last turn, counted over all callers. */
  lastTurn: number;
}

/**
 * Shares a thread's time among the callers of a world. Each caller has an account: the time that its inputs take is
 * charged, and is credited again as time passes. While there is time for all, inputs are taken in order of arrival;
 * otherwise the caller that has used least comes first. The clock determines only when an input is taken, never what it
 * does.
 */
export class CallerAccounts {
  readonly #nowMs: () => number;
  readonly #accounts = new Map<string, Account>();
  #allowance: Allowance = { budgetMs: Infinity, share: 1, paused: true };
  /**
   * Time that all callers together may still use, ms; carried over to the next pass, to compensate for an input that
   * took too long.
   */
  #potMs = 0;
  #rate = 1;
  #startMs = 0;
  /** Whether inputs had to wait at the end of the last pass. */
  #isCrowded = false;
  /** Until this time, a running world makes no jump in time. */
  #jumpMs = -Infinity;
  readonly #jumpBudget = new JumpBudget();
  /** Time spent on inputs in this pass. */
  #spentMs = 0;
  #turns = 0;
  /** Whether a caller had a turn in this pass although no time was left. */
  #hasOverdrawn = false;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Time spent on inputs in the present pass, or in the last one. */
  get spentMs(): number {
    return this.#spentMs;
  }

  begin(allowance: Allowance): void {
    this.#allowance = allowance;
    this.#potMs = Math.min(Math.max(this.#potMs, -MAX_DEBT_OF_ALL_MS) + allowance.budgetMs, allowance.budgetMs);
    this.#spentMs = 0;
    this.#hasOverdrawn = false;
    this.#startMs = this.#nowMs();
  }

  /** Returns the caller whose turn it is; `undefined` if nobody has another turn in this pass. */
  next(inbox: Inbox): string | undefined {
    const callers = [...inbox.callers()];
    this.#rate = this.#allowance.share / Math.max(1, callers.length);
    if (this.#potMs <= 0) return this.#quietOne(callers) ?? this.#leave(callers);
    let best: WaitingCaller | undefined;
    for (const one of callers) {
      if (!this.#mayGo(one)) continue;
      if (best === undefined || this.#comesBefore(one, best)) best = one;
    }
    return best === undefined ? this.#leave(callers) : best.caller;
  }

  /** Returns why an input that was taken must not take effect: it requests a jump, and there were too many. */
  refusal(input: WorldInput): string | undefined {
    if (this.#allowance.paused || !isJump(input)) return undefined;
    const waitMs = this.#jumpBudget.waitMs(this.#startMs, this.#accountOf(causerOf(input)).jumpedMs);
    if (waitMs === 0) return undefined;
    const seconds = Math.ceil(waitMs / 1000);
    return `jumps in time have taken too much of the running world's time; pause it, or try again in ${seconds} s`;
  }

  /**
   * Charges for an input that has taken effect. `hasJumped` says that it moved the world to a different time; jumps are
   * not charged but limited in rate.
   */
  charge(input: WorldInput, { hasJumped }: { readonly hasJumped: boolean }): void {
    const nowMs = this.#nowMs();
    const ms = nowMs - this.#startMs;
    this.#startMs = nowMs;
    this.#spentMs += ms;
    this.#potMs -= ms;
    const caller = causerOf(input);
    if (hasJumped) {
      this.#jumpMs = nowMs + Math.min(Math.max(JUMP_PAUSE_MS, ms * STEPS_PER_JUMP), LONGEST_PAUSE_MS);
      if (isJump(input) && !this.#allowance.paused) this.#jumpBudget.spend(nowMs, ms);
    }
    if (caller === "") return;
    const account = this.#accountOf(caller);
    account.lastTurn = ++this.#turns;
    if (hasJumped) account.jumpedMs = nowMs;
    if (!hasJumped) account.balanceMs = Math.max(account.balanceMs - priceMs(ms), -MAX_DEBT_MS);
    else if (!isJump(input)) account.notBeforeMs = this.#jumpMs;
    if (this.#accounts.size > MAX_ACCOUNTS) this.#forgetQuiet();
  }

  /**
   * Returns a caller that has asked little, unless another such caller had its turn in this pass. So the debt of other
   * callers does not hold it up.
   */
  #quietOne(callers: readonly WaitingCaller[]): string | undefined {
    if (this.#hasOverdrawn) return undefined;
    const quiet = callers.filter((one) => this.#mayGo(one) && this.#accountOf(one.caller).balanceMs > QUIET_MS);
    if (quiet.length === 0) return undefined;
    this.#hasOverdrawn = true;
    return quiet.reduce((a, b) => (this.#comesBefore(b, a) ? b : a)).caller;
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
    const [a, b] = [this.#accountOf(one.caller), this.#accountOf(other.caller)];
    // Thousands of small messages cost next to nothing, but would always come before a single request.
    if (a.balanceMs > QUIET_MS && b.balanceMs > QUIET_MS) return a.lastTurn < b.lastTurn;
    return a.balanceMs > b.balanceMs;
  }

  #accountOf(caller: string): Account {
    let account = this.#accounts.get(caller);
    if (account === undefined) {
      account = {
        balanceMs: MAX_SAVED_MS,
        atMs: this.#startMs,
        notBeforeMs: -Infinity,
        jumpedMs: -Infinity,
        lastTurn: 0,
      };
      this.#accounts.set(caller, account);
    }
    const earned = (this.#startMs - account.atMs) * this.#rate;
    account.balanceMs = Math.min(account.balanceMs + earned, MAX_SAVED_MS);
    account.atMs = this.#startMs;
    return account;
  }

  #forgetQuiet(): void {
    for (const caller of this.#accounts.keys()) {
      if (this.#accountOf(caller).balanceMs === MAX_SAVED_MS) this.#accounts.delete(caller);
    }
  }
}

/** The most that a quiet caller can save up, so that a burst of requests is answered at once. */
const MAX_SAVED_MS = 50;
/** Half of that: a caller with more counts as quiet. */
const QUIET_MS = 25;
/** An input that takes longer keeps others waiting, so the excess time counts several times. */
const SHORT_MS = 2;
const LONG_PRICE = 4;
/** However long an input took, its caller gets another turn within a few seconds. */
const MAX_DEBT_MS = 500;
/** Short, because one caller's debt keeps all others waiting. */
const MAX_DEBT_OF_ALL_MS = 10;
const MAX_ACCOUNTS = 1000;

/** Between two jumps, a running world makes steps for this many times as long as the jump took. */
const STEPS_PER_JUMP = 3;
const JUMP_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 3000;

/** Returns the time to charge for an input. */
function priceMs(ms: number): number {
  return Math.min(ms, SHORT_MS) + Math.max(0, ms - SHORT_MS) * LONG_PRICE;
}

/**
 * Returns whether an input requests a jump in time. A reset is a jump too, but that is known only once the request is
 * read.
 */
function isJump(input: WorldInput): boolean {
  return input.kind === "request" && /\/history\/(?:go_to|undo_redo)$/.test(input.service);
}
