import { Pacer, type PacedRunner } from "./pacer.ts";
import { InputAllowance } from "./input-allowance.ts";
import type { Runner } from "../runner.ts";
import { CallerAccounts } from "./caller-accounts.ts";

/** The environment that a thread provides to a running world. */
export interface Host {
  /** Reads a clock that never goes back, in milliseconds. */
  nowMs(): number;
  /** Passes what has arrived on to the links. Called between passes. */
  poll(): void;
  /** Waits for this long, or until something arrives. */
  sleep(ms: number): void | Promise<void>;
  /** Lets the thread handle its own events: promises, imports. Costs more than a small step, so it is called rarely. */
  breathe(): Promise<void>;
  readonly stopped: boolean;
  /** The longest time without events, in milliseconds; default 10. */
  readonly breatheMs?: number;
}

/** What is needed of a world to run it. */
export type ServedRunner = PacedRunner & Pick<Runner, "pass">;

/** Runs a world until the host stops it: makes passes at the right times, and takes inputs in between. */
export async function serve(runner: ServedRunner, host: Host): Promise<void> {
  const { breatheMs = 10 } = host;
  const pacer = new Pacer(runner, { nowMs: host.nowMs(), breatheMs });
  const accounts = new CallerAccounts(() => host.nowMs());
  const allowance = new InputAllowance();
  while (!host.stopped) {
    host.poll();
    if (host.stopped) return;
    const now = host.nowMs();
    const waitMs = pacer.waitMs(now);
    if (waitMs <= 0) {
      accounts.begin(allowance.of({ periodMs: pacer.periodMs, waitMs, paused: pacer.isStanding }));
      runner.pass(accounts);
      allowance.note(host.nowMs() - now - accounts.spentMs);
      pacer.passed(now);
    } else {
      await host.sleep(pacer.sleepMs(waitMs));
    }
    if (pacer.isBreathDue(now)) await host.breathe();
  }
}
