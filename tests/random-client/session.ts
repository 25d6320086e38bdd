import type { HistoryLimits } from "@orrery/sim";
import { passingSystems } from "../random-edits/system-edits.ts";
import { MemoryLog } from "@orrery/sim/testing";
import { Dice } from "../random-edits/dice.ts";
import { checkRecorded } from "../random-history/check-recorded.ts";
import { smallWorld } from "../random-history/history-world.ts";
import { open } from "../random-history/plain-run.ts";
import { zstd } from "../zstd.ts";
import { InProcess } from "./in-process.ts";
import { perform, randomOperations, type Operation } from "./operations.ts";
import { RandomClient } from "./random-client.ts";

const LENGTH = 150;

export interface Sitting {
  readonly seed: number;
  readonly engine: string;
  /** Whether it is recorded, and repeated from its log. */
  readonly isRecorded?: boolean;
  /** Whether the history has little memory. */
  readonly isTight?: boolean;
}

/**
 * Runs a sequence of random operations and returns their number. If something is wrong, throws with the shortest
 * sequence that shows it.
 */
export async function randomSession(sitting: Sitting): Promise<number> {
  const operations = randomOperations(new Dice(sitting.seed, "operations"), LENGTH);
  const { error, at, count } = await attempt(sitting, operations);
  if (error === undefined) return count;
  const shortest = await reduce(sitting, operations.slice(0, at + 1));
  const again = await attempt(sitting, shortest);
  const list = shortest.map(({ kind, seed }) => `  ${kind} (${seed})`).join("\n");
  throw new Error(
    `seed ${sitting.seed} with ${sitting.engine}: ${textOf(again.error ?? error)}\nthe shortest sequence that shows it:\n${list}`,
  );
}

interface Attempt {
  readonly error: unknown;
  /** The operation that failed. */
  readonly at: number;
  readonly count: number;
}

export async function attempt(sitting: Sitting, operations: readonly Operation[]): Promise<Attempt> {
  const { engine, seed, isRecorded = false, isTight = false } = sitting;
  const dice = new Dice(seed, "clock");
  let nowMs = 0;
  // In some sessions the clock advances, so that commands share keyframes and there are others between them.
  const clock = seed % 4 < 2 ? { nowMs: () => (nowMs += dice.below(40)) } : {};
  const limits = isTight ? tightLimits(new Dice(seed, "limits")) : {};
  const options = { seed, paused: true, history: { enabled: true, ...limits }, ...clock };
  const sim = await open({ world: smallWorld(engine), options });
  await using port = new InProcess(sim);
  const log = isRecorded ? new MemoryLog(sim.runner, zstd, { rateHz: 200 }) : undefined;
  const client = new RandomClient(port, { isTight });
  let at = 0;
  try {
    for (const operation of operations) {
      await perform(client, operation);
      at++;
    }
    if (log !== undefined) await checkRecorded(log, passingSystems);
  } catch (error) {
    return { error, at: Math.min(at, operations.length - 1), count: client.operations };
  }
  return { error: undefined, at, count: client.operations };
}

function tightLimits(dice: Dice): Partial<HistoryLimits> {
  return { byteLimit: 2e5 * (1 + dice.below(10)), commandLimit: 3 + dice.below(12), branchLimit: 2 + dice.below(8) };
}

/** Leaves out what is not needed to reproduce a failure: halves first, then single operations. */
async function reduce(sitting: Sitting, failing: readonly Operation[]): Promise<readonly Operation[]> {
  let shortest = failing;
  for (let size = Math.ceil(failing.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.length;) {
      const rest = shortest.toSpliced(from, size);
      const { error, at } = await attempt(sitting, rest);
      if (error !== undefined) shortest = rest.slice(0, at + 1);
      else from += size;
    }
  }
  return shortest;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
