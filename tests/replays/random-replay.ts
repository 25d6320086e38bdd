import { Dice } from "../random-edits/dice.ts";
import { HistoryPlayer } from "../random-history/history-player.ts";
import { historyWorld } from "../random-history/history-world.ts";
import { packer, play } from "../random-history/random-sequence.ts";
import type { TestSim, TestSimOptions } from "@orrery/sim/testing";
import { isSoak } from "../soak.ts";
import { inputBefore, LiveRows } from "./live-rows.ts";
import { replayedRows } from "./replayed-rows.ts";

const COMMANDS = isSoak ? 100 : 25;
/** Simulated time after which the items are asked for. */
const SECONDS = isSoak ? 30 : 5;
const ITEMS = 12;

/**
 * Mixes commands, messages, undos, redos and jumps, and then asks for items that were recorded live from the start:
 * throws if a value differs on any line of history.
 */
export async function randomReplay(seed: number, engine: string): Promise<void> {
  const dice = new Dice(seed, "replay");
  const world = historyWorld(new Dice(seed, "world"), engine);
  let nowMs = 0;
  const options: TestSimOptions = { seed, nowMs: () => (nowMs += dice.below(20)), packer };
  using player = await HistoryPlayer.of({ world, options });
  const { sim } = player;
  const items = someItems(sim, dice);
  const live = await LiveRows.of(sim, items);
  await play(player, new Dice(seed, "sequence"), COMMANDS);
  const goal = sim.runner.now().timeNs + SECONDS * 1e9;
  while (sim.runner.now().timeNs < goal) player.pass();
  live.finish();
  await compare(sim, items, live, dice);
}

function someItems(sim: TestSim, dice: Dice): string[] {
  const { items } = sim.runner.introspection.manager.list();
  const usable = items.filter(({ unavailable, isLive }) => unavailable === undefined && isLive !== true);
  // One may be drawn twice.
  return [...new Set(Array.from({ length: ITEMS }, () => dice.pick(usable).name))];
}

async function compare(sim: TestSim, items: readonly string[], live: LiveRows, dice: Dice): Promise<void> {
  const stretches = sim.runner.timeline.stretches();
  const focus = { stretches: [dice.pick(stretches).id], fromNs: undefined, toNs: undefined };
  const replayed = await replayedRows(sim, { items, focus: dice.chance(0.5) ? focus : undefined, isCoarse: true });
  let compared = 0;
  for (const stretch of stretches) {
    const { id, start, end } = stretch;
    const rows = replayed.fine.get(id) ?? [];
    if (rows.length !== end.tick - start.tick)
      throw new Error(`stretch ${id} has ${rows.length} samples for its ${end.tick - start.tick} steps`);
    for (const [i, { row }] of rows.entries()) {
      const tick = start.tick + i + 1;
      const was = live.at(tick, inputBefore(stretch, tick));
      if (was !== row) throw new Error(`stretch ${id}, after ${tick} steps:\nlive:     ${was}\nreplayed: ${row}`);
      compared++;
    }
    const known = new Set(rows.map(({ row }) => row));
    for (const { row } of replayed.coarse.get(id) ?? [])
      if (!known.has(row)) throw new Error(`stretch ${id} has a coarse sample that is wrong: ${row}`);
  }
  if (compared < 100) throw new Error(`only ${compared} samples were compared`);
}
