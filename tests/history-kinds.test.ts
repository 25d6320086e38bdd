import { beforeAll, expect, test } from "vitest";
import { Dice } from "./random-edits/dice.ts";
import { HistoryPlayer } from "./random-history/history-player.ts";
import { smallWorld } from "./random-history/history-world.ts";
import { kinds } from "./random-history/kinds.ts";
import { give } from "./random-history/give.ts";

const engines = ["rapier", "mujoco"] as const;
const cases = engines.flatMap((engine) => Object.keys(kinds).map((kind) => ({ engine, kind })));

/** By engine, the hash after 140 steps without requests. */
const untouched = new Map<string, string>();

beforeAll(async () => {
  for (const engine of engines) {
    using player = await start(engine);
    run(player, 140);
    untouched.set(engine, player.sim.runner.hash());
  }
});

test.each(cases)("[HI21] with $engine, undo and redo of: $kind", async ({ engine, kind }) => {
  using player = await start(engine);
  const { runner } = player.sim;
  run(player, 40);
  const before = runner.hash();
  const id = await giveOne(player, kind);
  expect(runner.hash()).not.toBe(before);
  run(player, 30);
  const after = runner.hash();
  player.undo(id);
  player.pass({ paused: true });
  expect(runner.hash()).toBe(before);
  run(player, 20);
  player.redo(id);
  player.pass({ paused: true });
  expect(runner.hash()).toBe(after);
  player.undo(id);
  run(player, 100);
  expect(runner.hash()).toBe(untouched.get(engine));
  await player.check();
  player.checkLists();
});

async function start(engine: string): Promise<HistoryPlayer> {
  const player = await HistoryPlayer.of({ world: smallWorld(engine) });
  player.sim.publish("/model/vehicle/cmd_vel", "gz.msgs.Twist", { linear: { x: 1 } });
  return player;
}

function run(player: HistoryPlayer, steps: number): void {
  for (let i = 0; i < steps; i++) player.pass();
}

/** Gives a command about a randomly chosen thing, repeatedly until the world accepts one. Returns the command's id. */
async function giveOne(player: HistoryPlayer, kind: string): Promise<string> {
  for (let draw = 1; draw <= 30; draw++) {
    const id = `a:${draw}`;
    const before = player.sim.runner.hash();
    await give(player, [{ kind, id, dice: new Dice(draw, kind) }], { paused: true });
    player.pass({ paused: true });
    if (player.past.placeOf(id) !== undefined) return id;
    expect(player.sim.runner.hash(), "a refused command changes nothing").toBe(before);
  }
  throw new Error(`"${kind}" was refused again and again: ${player.refusal}`);
}
