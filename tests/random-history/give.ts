import type { Dice } from "../random-edits/dice.ts";
import type { HistoryPlayer } from "./history-player.ts";
import { kinds } from "./kinds.ts";

/** Asks for a command of a kind, if the world has what it takes, in one pass; what has to be loaded first is an input of the next. */
export async function give(
  player: HistoryPlayer,
  kind: string,
  dice: Dice,
  { id, paused }: { readonly id: string; readonly paused: boolean },
): Promise<void> {
  const { runner } = player.sim;
  const request = kinds[kind]!({ world: runner.world, root: runner.root, dice }, id);
  if (request === undefined) return;
  const value = request.service === "control" ? { ...request.value, pause: paused } : request.value;
  player.diary.push(kind);
  player.ask({ ...request, value });
  player.pass({ paused });
  for (let turn = 0; turn < 5 && !runner.inputs.waiting; turn++) await new Promise(setImmediate);
}
