import { readFileSync } from "node:fs";
import { type Entity } from "@orrery/sim";
import { moveEdit } from "@orrery/sim/host";
import { Pose } from "@orrery/sim/components";
import { quartiles, type Bench } from "../harness.ts";
import { Client } from "./client.ts";
import { ServedWorld } from "./served-world.ts";

const COMMANDS = Number(process.env["COMMANDS"] ?? 1000);
/** Includes the one by which the world's own memory is measured. */
const GIVEN = COMMANDS + 1;
/** Number of commands that are undone, from the oldest to the latest. */
const UNDONE = 8;
/**
 * In addition to the needs of the world and the limit of the history: ten states that are being packed, or garbage not
 * yet collected.
 */
const SLACK_MB = 10 * 36;

/** Measures many commands, one after the other, in the world of 3,000 shapes. */
export async function measureThousandCommands(bench: Bench): Promise<void> {
  const stress = readFileSync(new URL("../../worlds/stress-3000.sdf", import.meta.url), "utf8");
  await using served = await ServedWorld.start(stress);
  using client = await Client.connect(served);
  await client.until(() => client.steps >= 100);
  const models = client.models();
  const needed = await memoryNeeded(served, client, models[0]!);
  const most = { rss: 0, bytes: 0 };
  const times: number[] = [];
  for (let i = 1; i <= COMMANDS; i++) {
    const model = models[(i * 37) % models.length]!;
    const pose = client.mirror.world.get(model, Pose)!;
    const before = performance.now();
    await client.command({
      id: `bench:${i}`,
      description: `Lift a shape for the ${i}th time`,
      edits: [moveEdit(model, { ...pose, z: pose.z + 1 })],
    });
    times.push(performance.now() - before);
    most.bytes = Math.max(most.bytes, client.lists.bytes ?? 0);
    if (i % 10 === 0) most.rss = Math.max(most.rss, (await served.rss()) / 1e6);
  }
  await client.until(() => client.lists.undo?.[0]?.id === `bench:${COMMANDS}`);
  const limit = (client.lists.byte_limit ?? 0) / 1e6;
  const listed = client.lists.undo?.length ?? 0;
  const bytes = (client.lists.bytes ?? 0) / 1e6;
  const tenth = Math.ceil(COMMANDS / 10);
  bench.figure({
    name: "undo/a command, the last ÷ the first hundred",
    ours: quartiles(times.slice(-tenth)).median,
    reference: quartiles(times.slice(0, tenth)).median,
    unit: "ms",
  });
  bench.figure({ name: "undo/kept, most", ours: most.bytes / 1e6, budget: limit, unit: "MB" });
  const room = needed + limit + SLACK_MB;
  bench.figure({ name: "undo/memory of the process, most", ours: most.rss, budget: room, unit: "MB" });
  bench.figure({
    name: "undo/commands, listed or said to be forgotten",
    ours: listed + client.forgotten,
    reference: GIVEN,
    ok: listed + client.forgotten === GIVEN,
    unit: "",
  });
  bench.note(
    `  ${listed} can be undone, ${client.forgotten} are forgotten, with ${bytes.toFixed(0)} MB kept; ` +
      `a change of the lists is ${client.listBytes} bytes; the world needs ${needed.toFixed(0)} MB`,
  );
  await measureUndos(bench, client);
}

/**
 * Returns the memory of the process in MB without the history: with viewers, and with everything that a keyframe and a
 * jump need temporarily.
 */
async function memoryNeeded(served: ServedWorld, client: Client, model: Entity): Promise<number> {
  const pose = client.mirror.world.get(model, Pose)!;
  await client.command({ id: "bench:0", edits: [moveEdit(model, { ...pose, z: pose.z + 1 })] });
  await client.undo("bench:0");
  await client.redo("bench:0");
  const rss = await served.rss();
  return (rss - (client.lists.bytes ?? 0)) / 1e6;
}

/** Measures undos. If a command's keyframe has been dropped, the way to it is simulated again. */
async function measureUndos(bench: Bench, client: Client): Promise<void> {
  const ids = (client.lists.undo ?? []).map(({ id = "" }) => id).toReversed();
  const last = ids.at(-1)!;
  const chosen = Array.from({ length: UNDONE }, (_, i) => ids[Math.floor((i * (ids.length - 1)) / (UNDONE - 1))]!);
  const seconds: number[] = [];
  // A running world refuses jumps that take too much of its time.
  await client.pause(true);
  for (const id of chosen) {
    const before = performance.now();
    await client.undo(id);
    seconds.push((performance.now() - before) / 1000);
    await client.redo(last);
  }
  bench.figure({ name: `undo/slowest of ${UNDONE} commands undone`, ours: Math.max(...seconds), unit: "s" });
  bench.note(`  from the oldest to the latest: ${seconds.map((each) => each.toFixed(2)).join(", ")} s`);
}
