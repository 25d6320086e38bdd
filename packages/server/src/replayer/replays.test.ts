import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, type orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { connectNode, defaultHistoryLimits } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { defaultConfig } from "../config.ts";
import { startWorld } from "../world/start-world.ts";

const BALL = `<sdf version="1.9"><world name="w"><model name="ball"><pose>0 0 50 0 0 0</pose><link name="link">
  <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model></world></sdf>`;
const ITEMS = ["ball::link::pose", "ball::link::linear_velocity"];

test("[RP4] a client gets the past of a running world, and then its samples as they come: one curve without a gap", async () => {
  const node = await runningWorld();
  const { samples_topic } = await node.request(
    "/introspection/w/set_filter",
    { items: ITEMS },
    { response: "orrery.msgs.IntrospectionFilter" },
  );
  const live = new Map<number, string>();
  node.subscribe(samples_topic!, "orrery.msgs.ItemSamples", ({ value }) => collect(live, value));
  await expect.poll(() => live.size).toBeGreaterThan(50);

  const past = await replayed(node, { items: ITEMS });
  const [first, last] = [Math.min(...live.keys()), Math.max(...past.keys())];
  expect([...past.keys()]).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  expect(last).toBeGreaterThan(first);
  for (let step = first; step <= last; step++) expect(past.get(step)).toBe(live.get(step));
});

test("[RP6] of each requested item the answer says whether it is replayed; one that cannot be leaves the others alone", async () => {
  const node = await runningWorld();
  const { topic, described } = await node.request(
    "/introspection/w/replay",
    { items: ["real_time", "sim_time", ...Array.from({ length: 1000 }, () => "iterations")], end: { nsec: 1e7 } },
    { response: "orrery.msgs.ReplayStart" },
  );
  expect(described!.map(({ unavailable = "" }) => unavailable)).toEqual([
    "it depends on the host's clock, so it has no past",
    ...Array.from({ length: 1000 }, () => ""),
    "a replay has at most 1000 items; ask for this one in another replay",
  ]);
  const widths = new Set<number>();
  node.subscribe(topic!, "orrery.msgs.ReplaySamples", ({ value: { samples } }) => {
    if (samples !== undefined) widths.add(samples.values!.length / samples.steps!.length);
  });
  await expect.poll(() => [...widths]).toEqual([1000]);
  await expect(replayed(node, { items: ["real_time"] })).resolves.toEqual(new Map());
});

test("[RP7] a client gets coarse samples first, and may say what it looks at", async () => {
  const node = await runningWorld();
  await node.request("/introspection/w/replay", {}, { response: "orrery.msgs.ReplayStart" });
  const { id, topic } = await node.request(
    "/introspection/w/replay",
    { items: ["iterations"], coarse: true, end: { nsec: 5e7 }, focus: { start: { nsec: 1e7 } } },
    { response: "orrery.msgs.ReplayStart" },
  );
  await node.request("/introspection/w/replay/focus", { id, start: { nsec: 2e7 } });
  await expect(node.request("/introspection/w/replay/focus", { id: "r9" })).rejects.toThrow('there is no replay "r9"');
  const found: [coarse: boolean, steps: number][] = [];
  const end = Promise.withResolvers<void>();
  node.subscribe(topic!, "orrery.msgs.ReplaySamples", ({ value: { samples, coarse = false, done = false } }) => {
    if (samples !== undefined) found.push([coarse, samples.steps!.length]);
    if (done) end.resolve();
  });
  await end.promise;
  const firstFine = found.findIndex(([isCoarse]) => !isCoarse);
  expect(firstFine).toBeGreaterThan(0);
  const fine = found.slice(firstFine);
  expect(fine.some(([isCoarse]) => isCoarse)).toBe(false);
  expect(fine.reduce((sum, [, steps]) => sum + steps, 0)).toBe(50);
});

test("[RP5] a replay can be cancelled before it is heard, and while it runs", async () => {
  const node = await runningWorld();
  const early = await node.request(
    "/introspection/w/replay",
    { items: ITEMS },
    { response: "orrery.msgs.ReplayStart" },
  );
  await node.request("/introspection/w/replay/cancel", { id: early.id });
  await expect(node.request("/introspection/w/replay/cancel", { id: early.id })).rejects.toThrow("it may be done");
  await expect(node.request("/introspection/w/replay/cancel", { id: "r9" })).rejects.toThrow('there is no replay "r9"');
  await expect.poll(() => replayed(node, { items: ["sim_time"] }).then(({ size }) => size)).toBeGreaterThan(100);
  const { id, topic } = await node.request(
    "/introspection/w/replay",
    { items: ITEMS },
    { response: "orrery.msgs.ReplayStart" },
  );
  const ends: (string | undefined)[] = [];
  node.subscribe(topic!, "orrery.msgs.ReplaySamples", ({ value }) => void (value.done && ends.push(value.error)));
  await node.request("/introspection/w/replay/cancel", { id }).catch(() => undefined);
  await expect.poll(() => ends.length).toBe(1);
});

async function runningWorld(): Promise<Node> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-replay-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const world = join(folder, "world.sdf");
  writeFileSync(world, BALL);
  const thread = await startWorld({
    world,
    resourceFolders: [],
    pluginFolders: [],
    systems: defaultConfig.systems,
    paused: false,
    history: { ...defaultHistoryLimits, enabled: true },
    onLog: () => undefined,
  });
  onTestFinished(() => thread[Symbol.asyncDispose]());
  return connectNode(thread.link, messages);
}

/** Asks for a replay, and waits until it is done: the values of each step. */
async function replayed(node: Node, request: orrery.ReplayRequest): Promise<Map<number, string>> {
  const { topic } = await node.request("/introspection/w/replay", request, { response: "orrery.msgs.ReplayStart" });
  const found = new Map<number, string>();
  const end = Promise.withResolvers<string>();
  node.subscribe(topic!, "orrery.msgs.ReplaySamples", ({ value }) => {
    if (value.samples !== undefined) collect(found, value.samples);
    if (value.done) end.resolve(value.error ?? "");
  });
  expect(await end.promise).toBe("");
  return found;
}

function collect(into: Map<number, string>, { steps = [], values = [] }: orrery.ItemSamples): void {
  const columns = values.length / steps.length;
  for (const [row, step] of steps.entries()) {
    expect(into.has(step)).toBe(false);
    into.set(step, Array.from({ length: columns }, (_, i) => values[i * steps.length + row]).join());
  }
}
