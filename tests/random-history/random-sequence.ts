import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Packer } from "@orrery/sim";
import type { Stretch } from "@orrery/sim/host";
import { IsLink, Name } from "@orrery/sim/components";
import { MemoryLog, type TestSimOptions } from "@orrery/sim/testing";
import { Dice } from "../random-edits/dice.ts";
import { having } from "../random-edits/edit.ts";
import { passingSystems } from "../random-edits/system-edits.ts";
import { zstd } from "../zstd.ts";
import { checkRecorded } from "./check-recorded.ts";
import { announce, give } from "./give.ts";
import { HistoryPlayer } from "./history-player.ts";
import { historyWorld } from "./history-world.ts";
import { randomKind } from "./kinds.ts";
import { bendsOf, type Point } from "./known-past.ts";
import { modelsOf } from "./placed.ts";

/** Commands per sequence; fewer where most moments have to be simulated again. */
const COMMANDS = 200;
const TIGHT_COMMANDS = 60;

/** Mixes commands, messages, undos, redos and jumps in time while the world runs. */
export async function randomSequence(seed: number, engine: string): Promise<void> {
  const world = historyWorld(new Dice(seed, "world"), engine);
  using player = await HistoryPlayer.of({ world, options: { seed } });
  const log = new MemoryLog(player.sim.runner, zstd, { rateHz: 200 });
  await play(player, new Dice(seed, "sequence"), COMMANDS);
  if (player.forgotten.size > 0) throw new Error("something was forgotten, with memory to spare");
  await endWithUndo(player);
  await checkRecorded(log, passingSystems);
}

/** Does the same with little memory, with additional keyframes between commands, which are packed. */
export async function tightSequence(seed: number, engine: string): Promise<void> {
  const dice = new Dice(seed, "limits");
  const world = historyWorld(new Dice(seed, "world"), engine);
  let nowMs = 0;
  const options: TestSimOptions = { seed, nowMs: () => (nowMs += dice.below(20)), packer };
  using player = await HistoryPlayer.of({ world, options });
  const { timeline } = player.sim.runner;
  const byteLimit = timeline.bytes * (3 + dice.below(8));
  timeline.configure({ ...timeline.limits, byteLimit, commandLimit: 3 + dice.below(12) });
  await play(player, new Dice(seed, "sequence"), TIGHT_COMMANDS);
  const keyframes = timeline.stretches().flatMap((stretch) => stretch.keyframes);
  if (keyframes.length > TIGHT_COMMANDS / 2) throw new Error("the limits are too wide to tell anything");
  await endWithUndo(player);
}

export const packer: Packer = {
  pack: async (bytes) => deflateRawSync(bytes, { level: 1 }),
  // A buffer's `slice` is not a copy.
  unpack: (packed) => new Uint8Array(inflateRawSync(packed)),
};

/** After the last undo, the world continues as if the command had never been given. */
async function endWithUndo(player: HistoryPlayer): Promise<void> {
  const [last] = player.sim.runner.timeline.undoable();
  if (last !== undefined) player.undo(last.id);
  for (let i = 0; i < 150; i++) player.pass();
  await player.check();
  await player.checkAgainstPlainRun();
}

/** Runs until `commands` commands have been done. */
export async function play(player: HistoryPlayer, dice: Dice, commands: number): Promise<void> {
  for (let asked = 0; player.past.commands < commands;) {
    const what = dice.below(100);
    if (what < 60) {
      // Sometimes two in one step: the target of the second may then be gone.
      const gifts = Array.from({ length: dice.pick([1, 1, 1, 2]) }, () => {
        const kind = randomKind(dice);
        return { kind, id: `a:${++asked}`, dice: new Dice(dice.below(1e9), kind) };
      });
      if (dice.chance(0.1)) await announce(player, gifts);
      else await give(player, gifts, { paused: dice.chance(0.5) });
    } else if (what < 72) undo(player, dice);
    else if (what < 84) redo(player, dice);
    else goTo(player, dice);
    if (dice.chance(0.3)) tell(player, dice);
    player.pass({ paused: dice.chance(0.3) });
    await player.check();
    player.checkLists();
    run(player, dice);
  }
}

function undo(player: HistoryPlayer, dice: Dice): void {
  const done = player.sim.runner.timeline.undoable();
  if (done.length > 0) player.undo(done[depth(dice, done.length)]!.id);
}

function redo(player: HistoryPlayer, dice: Dice): void {
  const undone = player.sim.runner.timeline.redoable();
  if (undone.length > 0) player.redo(undone[depth(dice, undone.length)]!.id);
}

/** Returns the last index most of the time, sometimes any. */
function depth(dice: Dice, length: number): number {
  return dice.below(dice.chance(0.7) ? Math.min(length, 3) : length);
}

/** Goes to the moment before any remembered command, to the end of any branch, or to a time on the way there. */
function goTo(player: HistoryPlayer, dice: Dice): void {
  const { past } = player;
  const { timeline } = player.sim.runner;
  const stretches = timeline.stretches();
  const tip = timeline.ahead ?? timeline.present;
  const stretch = dice.pick([tip, dice.pick(stretches)]);
  const isHere = tip.line().includes(stretch);
  const leaf = isHere ? player.tip : player.endOf(stretch);
  if (leaf === undefined) return;
  const id = stretch === tip && dice.chance(0.5) ? "" : stretch.id;
  switch (dice.below(3)) {
    case 0: {
      const marks = stretch.marks;
      if (marks.length === 0) return;
      const mark = dice.pick(marks);
      return player.goTo({ id: mark.id }, past.placeOf(mark.id)!, leaf);
    }
    case 1: {
      const end = stretch === tip ? leaf : player.endOf(stretch);
      return end && player.goTo({ id: stretch.id }, end, leaf);
    }
    default: {
      const end = stretch === tip ? leaf : player.endOf(stretch);
      const seen = end && anyTime(stretch.line(), end, dice);
      return seen && player.goTo({ id, timeNs: seen.timeNs }, seen.point, leaf);
    }
  }
}

/** Returns a time on a line, and the point at which it was seen. */
function anyTime(line: readonly Stretch[], end: Point, dice: Dice): { point: Point; timeNs: number } | undefined {
  const bends = bendsOf(end);
  // Right after a step, because the time is the same between the inputs before the next step.
  const seen = bends.flatMap((bend, i) =>
    [...bend.sights]
      .filter(([tick]) => tick > bend.tick && tick <= (bends[i + 1]?.tick ?? end.tick))
      .map(([tick, { timeNs }]) => ({ point: { bend, tick }, timeNs })),
  );
  if (seen.length === 0) return undefined;
  const { point, timeNs } = dice.pick(seen);
  // After a reset of the clock, a time occurs twice on a line; the later one is meant.
  const meant = line.findLast((stretch) => stretch.start.timeNs < timeNs && timeNs <= stretch.end.timeNs);
  if (meant === undefined || point.tick <= meant.start.tick || point.tick > meant.end.tick) return undefined;
  return { point, timeNs };
}

function run(player: HistoryPlayer, dice: Dice): void {
  const steps = dice.pick([0, 0, 1, dice.below(8), dice.below(31)]);
  for (let i = 0; i < steps; i++) {
    if (dice.chance(0.05)) tell(player, dice);
    player.pass();
    if (dice.chance(0.1)) player.look();
  }
}

/** Sends a message to one of the listeners. */
function tell({ sim }: HistoryPlayer, dice: Dice): void {
  const { world, root } = sim.runner;
  const twist = { linear: { x: dice.between(-1, 1.5) }, angular: { z: dice.between(-1, 1) } };
  switch (dice.below(4)) {
    case 0:
      return sim.publish("/model/vehicle/cmd_vel", "gz.msgs.Twist", twist);
    case 1:
      return sim.publish("/model/arm/joint/elbow/0/cmd_pos", "gz.msgs.Double", { data: dice.between(-1, 1) });
    case 2: {
      const name = world.get(dice.pick(modelsOf(world, root)), Name);
      return sim.publish(`/model/${name}/cmd_vel`, "gz.msgs.Twist", twist);
    }
    default: {
      const entity = { id: dice.pick(having(world, IsLink)) };
      return sim.publish("/world/test/wrench", "gz.msgs.EntityWrench", { entity, wrench: { force: dice.vector(30) } });
    }
  }
}
