import { nextTurn } from "../../packages/sim/src/runner/schedule/pacer.ts";
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
 * Asks for commands, as far as the world has what they take, all in one pass, and makes that; what has to be loaded first is an
 * input of the next.
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

/** Lets commands wait in a paused world; they are done in the next step. Those that only a running one hears are left out. */
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

/** What has to be loaded is, meanwhile: a loader takes some turns of the thread, in the order in which they were asked for. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise(setImmediate);
    await nextTurn();
  }
}
