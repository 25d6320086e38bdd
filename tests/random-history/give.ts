import { nextTurn } from "../../packages/sim/src/runner/schedule/next-turn.ts";
import type { Dice } from "../random-edits/dice.ts";
import type { HistoryPlayer } from "./history-player.ts";
import { kinds } from "./kinds.ts";

/** A command of a kind. */
export interface Gift {
  readonly kind: string;
  readonly id: string;
  readonly dice: Dice;
}

/**
 * Gives commands, as far as they are possible in the world, all in one pass, and makes that pass; a command whose files
 * must be loaded is an input of a later one.
 */
export async function give(
  player: HistoryPlayer,
  gifts: readonly Gift[],
  { paused }: { readonly paused: boolean },
): Promise<void> {
  const { world, root } = player.sim.runner;
  for (const { kind, id, dice } of gifts) {
    const request = kinds[kind]!({ world, root, dice }, id);
    if (request === undefined) continue;
    player.diary.push(kind);
    const value = request.service === "control" ? { ...request.value, pause: paused } : request.value;
    player.ask({ ...request, value });
  }
  player.pass({ paused });
  await someTurns();
}

/**
 * Gives commands to a paused world, where they are pending until the next step. Leaves out those that only a running
 * world accepts.
 */
export async function announce(player: HistoryPlayer, gifts: readonly Gift[]): Promise<void> {
  const { world, root, state } = player.sim.runner;
  state.pause();
  for (const { kind, id, dice } of gifts) {
    const request = kinds[kind]!({ world, root, dice }, id);
    if (request?.service !== "command") continue;
    player.diary.push(kind);
    player.ask({ ...request, service: "pending/announce" });
  }
  player.sim.runner.pass();
  await someTurns();
  state.run();
}

/** Waits until files have been loaded: a loader takes some turns of the thread, in the order of the requests. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise(setImmediate);
    await nextTurn();
  }
}
