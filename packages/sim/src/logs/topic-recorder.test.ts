import { McapIndexedReader } from "@mcap/core";
import { MessageRegistry } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { MILLISECOND } from "../base/time.ts";
import { openBall } from "../testing/logged-ball.ts";
import { MemoryLog, memorySource } from "../testing/recorded.ts";
import { LogFile } from "./log-file.ts";

interface Found {
  readonly topic: string;
  readonly ms: number;
  readonly logMs: number;
  readonly value: object;
}

/** Reads all messages of topics with the library for such files alone: their types come from the file. */
async function messagesIn(bytes: Uint8Array): Promise<{ found: Found[]; dropped: ReadonlyMap<string, string> }> {
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, size) => bytes.slice(Number(offset), Number(offset + size)),
    },
    decompressHandlers: { zstd: (packed, size) => zstd.unpack(packed, Number(size)) },
  });
  const found: Found[] = [];
  for await (const { channelId, logTime, publishTime, data } of reader.readMessages({ validateCrcs: true })) {
    const { topic, schemaId } = reader.channelsById.get(channelId)!;
    if (topic.includes("/log/")) continue;
    const schema = reader.schemasById.get(schemaId)!;
    const types = new MessageRegistry({ builtin: false });
    types.addDescriptorSet(schema.data);
    const [ms, logMs] = [Number(publishTime) / MILLISECOND, Number(logTime) / MILLISECOND];
    found.push({ topic, ms, logMs, value: types.decode(schema.name, data) });
  }
  let dropped: ReadonlyMap<string, string> = new Map();
  for await (const { metadata } of reader.readMetadata({ name: "orrery.dropped" })) dropped = metadata;
  return { found, dropped };
}

test("[LG19] topics that match a pattern are in the log with their types, for any reader, by the time of the step", async () => {
  using sim = await openBall();
  const node = sim.runner.node("test");
  using early = node.advertise("/early", "gz.msgs.StringMsg", { latched: true });
  early.publish({ data: "before" });
  sim.run({ steps: 5 });
  const log = new MemoryLog(sim.runner, zstd, { topics: ["/clock", "/early", "/model/**"] });
  using speed = node.advertise("/model/ball/speed", "gz.msgs.Double");
  using other = node.advertise("/other", "gz.msgs.Double");
  expect([speed.hasSubscribers, other.hasSubscribers]).toEqual([true, false]);
  for (let i = 0; i < 3; i++) {
    speed.publish({ data: i + 1 });
    other.publish({ data: i });
    sim.run({ steps: 1 });
  }
  const { found, dropped } = await messagesIn(await log.bytes());
  expect([dropped.size, log.drops]).toEqual([0, []]);
  const of = (name: string) => found.filter(({ topic }) => topic === name);
  expect(of("/early")).toMatchObject([{ ms: 5, logMs: 0, value: { data: "before" } }]);
  expect(of("/model/ball/speed").map(({ ms, value }) => [ms, value])).toMatchObject([
    [6, { data: 1 }],
    [7, { data: 2 }],
    [8, { data: 3 }],
  ]);
  const clock = of("/clock").filter(({ logMs }) => logMs > 0);
  expect(clock.map(({ ms, logMs }) => [ms, Math.round(logMs)])).toEqual([
    [6, 1],
    [7, 2],
    [8, 3],
  ]);
  expect(clock.at(-1)!.value).toMatchObject({ sim: { nsec: 8 * MILLISECOND } });
  expect(of("/other")).toEqual([]);
  expect(speed.hasSubscribers).toBe(false);
});

test("[LG20] recording a topic gives nobody the right to publish on it, and changes nothing in the world", async () => {
  const hashOf = async (topics: readonly string[]): Promise<string> => {
    using sim = await openBall();
    const log = new MemoryLog(sim.runner, zstd, { topics });
    sim.run({ steps: 50 });
    const clock = sim.runner.bus.topicTable.get("/clock")!;
    expect(clock.isHostOnly).toBe(true);
    await log.bytes();
    return sim.runner.hash();
  };
  expect(await hashOf(["**"])).toBe(await hashOf([]));
});

test("[LG21] of a topic that floods, and while the disk does not keep up, messages are dropped, counted and told of", async () => {
  using sim = await openBall();
  const log = new MemoryLog(sim.runner, zstd, { topics: ["/flood", "/calm"] });
  const node = sim.runner.node("test");
  using flood = node.advertise("/flood", "gz.msgs.StringMsg");
  using calm = node.advertise("/calm", "gz.msgs.StringMsg");
  for (let step = 0; step < 10; step++) {
    for (let i = 0; i < 400; i++) flood.publish({ data: "x" });
    calm.publish({ data: `${step}` });
    sim.run({ steps: 1 });
  }
  log.isBehind = true;
  calm.publish({ data: "lost" });
  sim.run({ steps: 1 });
  log.isBehind = false;
  calm.publish({ data: "y".repeat(17e6) });
  sim.run({ steps: 1 });
  const bytes = await log.bytes();
  const { topics } = await LogFile.open(memorySource(bytes, zstd));
  const type = "gz.msgs.StringMsg";
  expect(topics).toMatchObject([
    { name: "/calm", type, count: 10, dropped: 2 },
    { name: "/flood", type, count: 1090, dropped: 4000 - 1090 },
  ]);
  const { found, dropped } = await messagesIn(bytes);
  // A thousand at once, and ten more with each step.
  expect(found.filter(({ topic }) => topic === "/flood").length).toBe(1090);
  expect(found.filter(({ topic }) => topic === "/calm").length).toBe(10);
  expect(Object.fromEntries(dropped)).toEqual({ "/flood": String(4000 - 1090), "/calm": "2" });
  const first = log.drops.filter(({ count }) => count === 1);
  expect(first).toMatchObject([
    { topic: "/flood", reason: "there are more than can be written" },
    { topic: "/calm", reason: "there are more than can be written" },
  ]);
  expect(log.drops.at(-1)!.reason).toBe("one is too large, or cannot be encoded");
});
