import { Pacer } from "./pacer.ts";
import { InputAllowance } from "./input-allowance.ts";
import type { Runner } from "../runner.ts";
import { CallerAccounts } from "./caller-accounts.ts";

/** What a thread lends to a running world. */
export interface Host {
  /** Reads a clock that never goes back, in milliseconds. */
  nowMs(): number;
  /** Passes what has arrived to the links; called between passes. */
  poll(): void;
  /** Waits for this long, or until something arrives. */
  sleep(ms: number): void | Promise<void>;
  /** Lets the thread handle its own events: promises, imports. Costs more than a small step, so it is called rarely. */
  breathe(): Promise<void>;
  readonly stopped: boolean;
  /** The longest time until events get their turn, in milliseconds; default 10. */
  readonly breatheMs?: number;
}

/** How often a paused world without requests makes a pass, ms. */
const IDLE_MS = 100;

/** The longest that the thread sleeps while a step waits for a result, ms: the result may be late by that much. */
const HELD_MS = 0.5;

/** Runs a world until the host stops: passes at the right time, and inputs between them. */
export async function serve(runner: Runner, host: Host): Promise<void> {
  const { breatheMs = 10 } = host;
  const pacer = new Pacer();
  const accounts = new CallerAccounts(() => host.nowMs());
  const allowance = new InputAllowance();
  let breathedMs = host.nowMs();
  let passMs = -Infinity;
  let wasPaused = true;
  let { timeline } = runner.past;
  while (!host.stopped) {
    host.poll();
    if (host.stopped) return;
    const now = host.nowMs();
    const { paused, targetFactor } = runner.state;
    const { timeNs } = runner.now();
    // After a jump to a later time, real time would first have to catch up.
    const hasJumped = timeline !== runner.past.timeline;
    if ((wasPaused && !paused) || hasJumped) pacer.start(now, timeNs, targetFactor);
    // Viewers learn at once that it has stopped.
    if (!wasPaused && paused) passMs = -Infinity;
    wasPaused = paused;
    timeline = runner.past.timeline;
    // A step continues from now; a sample of a log belongs to a later moment.
    const aheadNs = runner.driver.nextNs - timeNs;
    const heldMs = paused ? undefined : runner.heldMs;
    const isStanding = paused || heldMs !== undefined;
    const idle = isStanding
      ? Math.min(passMs + IDLE_MS - now, heldMs ?? Infinity)
      : pacer.waitMs(now, timeNs, targetFactor, aheadNs);
    const wait = runner.inputs.waiting && isStanding ? 0 : idle;
    if (wait <= 0) {
      accounts.begin(allowance.of({ periodMs: periodMs(runner), waitMs: wait, paused: isStanding }));
      runner.pass(accounts);
      allowance.note(host.nowMs() - now - accounts.spentMs);
      passMs = now;
    } else {
      await host.sleep(Math.min(wait, heldMs === undefined ? breatheMs : HELD_MS));
    }
    // Results of work arrive as events of the thread.
    if (heldMs === undefined && now - breathedMs < breatheMs) continue;
    breathedMs = now;
    await host.breathe();
  }
}

/** Returns the real time from step to step, ms; 0 is as fast as possible. */
function periodMs({ state: { targetFactor }, driver }: Runner): number {
  return targetFactor === 0 ? 0 : (driver.stepSeconds * 1000) / targetFactor;
}
