import type { TestSimOptions } from "@orrery/sim/testing";
import { Dice } from "../random-edits/dice.ts";
import { HistoryPlayer } from "./history-player.ts";
import { historyWorld } from "./history-world.ts";
import { kinds, randomKind } from "./kinds.ts";
import { bendsOf } from "./known-past.ts";

/** Commands in a sequence. */
const COMMANDS = 200;

/** Commands, messages, undos, redos and jumps in time, all mixed, while the world runs. */
export async function randomSequence(seed: number, engine: string, options: TestSimOptions = {}): Promise<void> {
  const world = historyWorld(new Dice(seed, "world"), engine);
  using player = await HistoryPlayer.of({ world, options: { seed, ...options } });
  await play(player, new Dice(seed, "sequence"), COMMANDS);
  await player.checkAgainstPlainRun();
}

export async function play(player: HistoryPlayer, dice: Dice, commands: number): Promise<void> {
  for (let given = 0; given < commands;) {
    const what = dice.below(100);
    if (what < 60) await giveCommand(player, dice, `a:${++given}`);
    else if (what < 72) undo(player, dice);
    else if (what < 84) redo(player, dice);
    else goTo(player, dice);
    if (dice.chance(0.3)) tellVehicle(player, dice);
    player.pass({ paused: dice.chance(0.3) });
    await player.check();
    player.checkLists();
    run(player, dice);
  }
}

async function giveCommand(player: HistoryPlayer, dice: Dice, id: string): Promise<void> {
  const { runner } = player.sim;
  const kind = randomKind(dice);
  const request = kinds[kind]!({ world: runner.world, root: runner.root, dice: new Dice(dice.below(1e9), kind) }, id);
  if (request === undefined) return;
  const paused = dice.chance(0.5);
  const value = request.service === "control" ? { ...request.value, pause: paused } : request.value;
  player.diary.push(kind);
  player.ask({ ...request, value });
  player.pass({ paused });
  // What has to be loaded first comes as another input.
  for (let turn = 0; turn < 5 && !runner.inputs.waiting; turn++) await new Promise(setImmediate);
}

function undo(player: HistoryPlayer, dice: Dice): void {
  const done = player.past.done();
  if (done.length > 0) player.undo(done.at(-1 - depth(dice, done.length))!);
}

function redo(player: HistoryPlayer, dice: Dice): void {
  const { redo: undone } = player.past;
  if (undone.length > 0) player.redo(undone.at(-1 - depth(dice, undone.length))!.id);
}

/** Mostly the last, sometimes any. */
function depth(dice: Dice, length: number): number {
  return dice.below(dice.chance(0.7) ? Math.min(length, 3) : length);
}

function goTo(player: HistoryPlayer, dice: Dice): void {
  const { past } = player;
  const tip = past.tip ?? past.point;
  const commands = past.done(tip);
  if (commands.length === 0) return;
  if (dice.chance(0.5)) {
    const id = dice.pick(commands);
    return player.goTo({ id }, past.placeOf(id)!);
  }
  // Before the first step after a bend, inputs before and after have the same time.
  const bends = bendsOf(tip);
  const seen = bends.flatMap((bend, i) =>
    [...bend.sights]
      .filter(([tick]) => tick > bend.tick && tick <= (bends[i + 1]?.tick ?? tip.tick))
      .map(([tick, { timeNs }]) => ({ point: { bend, tick }, timeNs })),
  );
  if (seen.length === 0) return;
  const { point, timeNs } = dice.pick(seen);
  // After a reset of the clock a line has a time twice; the later one is meant.
  const { timeline } = player.sim.runner;
  timeline.stretches();
  const meant = (timeline.ahead ?? timeline.present)
    .line()
    .findLast(({ start, end }) => start.timeNs < timeNs && timeNs <= end.timeNs);
  if (meant === undefined || point.tick <= meant.start.tick || point.tick > meant.end.tick) return;
  player.goTo({ id: "", timeNs }, point);
}

function run(player: HistoryPlayer, dice: Dice): void {
  const steps = dice.pick([0, 1, dice.below(31), dice.below(31)]);
  for (let i = 0; i < steps; i++) {
    if (dice.chance(0.05)) tellVehicle(player, dice);
    player.pass();
    if (dice.chance(0.1)) player.look();
  }
}

function tellVehicle({ sim }: HistoryPlayer, dice: Dice): void {
  if (dice.chance(0.5)) {
    const value = { linear: { x: dice.between(-1, 1.5) }, angular: { z: dice.between(-1, 1) } };
    sim.publish("/model/vehicle/cmd_vel", "gz.msgs.Twist", value);
  } else sim.publish("/model/arm/joint/elbow/0/cmd_pos", "gz.msgs.Double", { data: dice.between(-1, 1) });
}
