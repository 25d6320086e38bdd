import { MessageRegistry, type orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { logTo } from "../base/log.ts";
import type { ReplayWishes } from "./replay-wishes.ts";
import { SystemLibrary } from "../runner/systems/system-library.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { moveBall, openBall, undo } from "../testing/logged-ball.ts";
import { MemoryLog, memorySource, writtenLog } from "../testing/recorded.ts";
import { watchItems } from "../testing/watch-items.ts";
import type { LogEntry } from "../logs/log-channels.ts";
import { LogFile } from "../logs/log-file.ts";
import { LogReplayer } from "./log-replayer.ts";

const ITEMS = ["ball::pose", "ball::link::linear_acceleration"];

test.each(["rapier", "mujoco"] as const)(
  "[RP11] in %s items of a recorded run have the values that they had, to the bit, in each section of the log",
  async (engine) => {
    const { bytes, live } = await recorded(engine);
    const found = await replayed(bytes, {});
    const steps = Map.groupBy(found, ({ stretch }) => stretch);
    expect([...steps].map(([section, { length }]) => [section, length])).toEqual([
      ["section-1", 56],
      ["section-2", 55],
    ]);
    expect(found.map(({ step, values }) => [step, ...values])).toEqual(live);
    // A part of it, every fifth step.
    const part = await replayed(bytes, { stretches: ["section-2"], every: 5, fromNs: 0.03e9, toNs: 0.05e9 });
    expect(part.map(({ stretch, step }) => [stretch, step])).toEqual(
      [30, 35, 40, 45, 50].map((step) => ["section-2", step]),
    );
  },
);

test("[RP11] a run that does not repeat is not taken for the recorded one", async () => {
  const { bytes } = await recorded("rapier");
  const log = await LogFile.open(memorySource(bytes, zstd));
  const entries = log.chunks.flatMap((_, chunk): LogEntry[] => [...log.entries(chunk)]);
  const input = entries.findIndex(({ kind }) => kind === "input");
  // As if something else had moved the ball.
  const forged = await writtenLog(entries.toSpliced(input, 1), zstd);
  await expect(replayed(forged, {})).rejects.toThrow(/cannot be repeated: it differs at 0\.\d+ s/);
});

/** Records a ball that is moved after 25 steps, and undone after 56. Returns also its items in each step. */
async function recorded(engine: "rapier" | "mujoco"): Promise<{ bytes: Uint8Array; live: number[][] }> {
  using sim = await openBall({ engine });
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  const watched = await watchItems(sim, ITEMS);
  sim.run({ steps: 25 });
  moveBall(sim, "a:1", 9);
  sim.run({ steps: 30 });
  undo(sim, "a:1");
  sim.run({ steps: 55 });
  watched.finish();
  const { steps, columns } = watched;
  return { bytes: await log.bytes(), live: steps.map((step, row) => [step, ...columns.map((column) => column[row]!)]) };
}

interface Sample {
  readonly stretch: string;
  readonly step: number;
  readonly values: readonly number[];
}

async function replayed(bytes: Uint8Array, wishes: Partial<ReplayWishes>): Promise<Sample[]> {
  const replayer = new LogReplayer(() => LogFile.open(memorySource(bytes, zstd)), {
    library: new SystemLibrary(builtInSystems),
    messages: new MessageRegistry(),
    log: logTo(() => {}),
    nowMs: () => performance.now(),
  });
  const found: Sample[] = [];
  const add = ({ stretch = "", samples: { steps = [], values = [] } = {} }: Partial<orrery.ReplaySamples>): void => {
    const columns = values.length / steps.length;
    for (const [row, step] of steps.entries())
      found.push({ stretch, step, values: Array.from({ length: columns }, (_, i) => values[i * steps.length + row]!) });
  };
  const all = { items: ITEMS, every: 1, stretches: [], fromNs: undefined, toNs: undefined, focus: undefined };
  using replay = await replayer.begin(
    { ...all, isCoarse: false, ...wishes },
    { onSamples: add, breathe: () => Promise.resolve() },
  );
  expect(await replay.goOn(() => false)).toBe(false);
  return found;
}
