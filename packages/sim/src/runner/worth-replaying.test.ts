import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { logTypes } from "../logs/log-channels.ts";
import { LogFile } from "../logs/log-file.ts";
import { MemoryLog, memorySource } from "../testing/recorded.ts";
import { TestSim } from "../testing/test-sim.ts";
import { defineSystem } from "./systems/system.ts";
import { describeInput, type WorldInput } from "./world-input.ts";

const empty = { request: "gz.msgs.Empty", response: "gz.msgs.Empty" } as const;

/** Offers `/look`, which only answers, and `/act`, which declares nothing about itself. */
const desk = defineSystem({
  name: "desk",
  create: ({ node }) => {
    node.service("/look", { ...empty, isInput: false }, () => ({}));
    node.service("/act", empty, () => ({}));
    return {};
  },
});

/** Returns the outside inputs that the world's history keeps. */
function remembered({ runner }: TestSim): string[] {
  return runner.timeline.present.inputs.map(({ input }) => describeInput(input as WorldInput));
}

/** Returns the services whose requests are in a log. */
async function logged(bytes: Uint8Array): Promise<(string | undefined)[]> {
  const log = await LogFile.open(memorySource(bytes, zstd));
  const entries = log.chunks.flatMap((_, chunk) => log.entries(chunk)).filter(({ kind }) => kind === "input");
  return entries.map((entry) => messages.decode(logTypes.input, entry.bytes).name);
}

test("[RU77] history and logs keep requests, but not those of services that declare they are no inputs", async () => {
  using sim = await TestSim.load("", { history: { enabled: true }, systems: [desk], defaultSystems: ["desk"] });
  const log = new MemoryLog(sim.runner, zstd);
  for (const service of ["/look", "/act"]) sim.request(service, "gz.msgs.Empty", {});
  sim.run({ steps: 1 });
  expect(remembered(sim)).toEqual(["request /act"]);
  expect(await logged(await log.bytes())).toEqual(["/act"]);
});

test("[RU77] what the world's own services only answer is kept nowhere", async () => {
  using sim = await TestSim.load("", { history: { enabled: true }, defaultSystems: ["scene-broadcaster"] });
  const log = new MemoryLog(sim.runner, zstd);
  const asked = sim.node.services().filter(({ request }) => request === "gz.msgs.Empty");
  for (const { name } of asked) sim.request(name, "gz.msgs.Empty", {});
  sim.run({ steps: 1 });
  expect(asked.map(({ name }) => name.replace("/world/test/", "")).toSorted()).toEqual([
    "hash",
    "history/info",
    "pose/info",
    "scene/graph",
    "scene/info",
    "schemas",
    "state",
    "system/info",
    "systems",
    "systems/available",
  ]);
  expect(remembered(sim)).toEqual([]);
  expect(await logged(await log.bytes())).toEqual([]);
});

test("[RU77] it counts what the service declares that is there when a request takes effect", async () => {
  using sim = await TestSim.load("", { history: { enabled: true } });
  const early = sim.node.service("/s", { ...empty, isInput: false }, () => ({}));
  sim.request("/s", "gz.msgs.Empty", {});
  early[Symbol.dispose]();
  const late = sim.node.service("/s", empty, () => {
    late[Symbol.dispose]();
    return {};
  });
  sim.run({ steps: 1 });
  expect(remembered(sim)).toEqual(["request /s"]);
});
