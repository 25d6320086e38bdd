import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { clientOf, serving } from "./orrery-process.ts";
import { eventually } from "./pages.ts";

/** Returns nanoseconds. */
function simTime({ sim }: gz.Clock): number {
  return (sim?.sec ?? 0) * 1e9 + (sim?.nsec ?? 0);
}

test("[SV40] what comes from outside takes effect in the next step of a world at 1 kHz", async () => {
  const client = await clientOf(await serving("worlds/empty.sdf"));
  const clocks: number[] = [];
  client.subscribe("/clock", "gz.msgs.Clock", ({ value }) => clocks.push(simTime(value)));
  await eventually(() => clocks.length).toBeGreaterThan(100);

  const millis: number[] = [];
  for (let i = 0; i < 50; i++) {
    const asked = performance.now();
    await client.request("/world/empty/control", { pause: false }, { response: "gz.msgs.Boolean" });
    millis.push(performance.now() - asked);
  }
  const sorted = millis.toSorted((a, b) => a - b);
  console.log(`request to answer at 1 kHz: median ${sorted[25]!.toFixed(2)} ms, worst ${sorted[49]!.toFixed(2)} ms`);

  await client.request("/world/empty/control", { pause: true }, { response: "gz.msgs.Boolean" });
  const stood = await client.request("/world/empty/state", {}, { response: "gz.msgs.SerializedStepMap" });
  const last = simTime({ sim: stood.stats!.sim_time! });
  await eventually(() => clocks.at(-1)).toBe(last);
  const made = clocks.length;
  await client.request("/world/empty/control", { pause: true, multi_step: 5 }, { response: "gz.msgs.Boolean" });
  await eventually(() => clocks.length).toBe(made + 5);
  expect(clocks.slice(made)).toEqual([1, 2, 3, 4, 5].map((step) => last + step * 1e6));
});

test("[SV41] a subscriber whose thread is blocked costs the world nothing, and its losses are counted", async () => {
  const server = await serving("worlds/empty.sdf");
  const client = await clientOf(server);
  let now = 0;
  client.subscribe("/world/empty/clock", "gz.msgs.Clock", ({ value }) => (now = simTime(value)));

  const release = new Int32Array(new SharedArrayBuffer(4));
  const blocked = new Worker(new URL("./blocked-subscriber.ts", import.meta.url), {
    workerData: { url: `${server.url.replace("http", "ws")}ws`, topic: "/clock", release },
  });
  await once(blocked, "message");
  const dropped = async (): Promise<number> => {
    const { topics = [] } = await client.request("/orrery/topics", {}, { response: "orrery.msgs.TopicList" });
    return topics.find(({ name }) => name === "/clock")?.dropped ?? 0;
  };
  const [lost, before] = [await dropped(), now];
  await expect.poll(dropped, { timeout: 30_000 }).toBeGreaterThan(lost + 500);
  // It was blocked all the time while the world ran; some earlier clock messages may have been under way.
  expect(now - before).toBeGreaterThan(200 * 1e6);
  Atomics.store(release, 0, 1);
  Atomics.notify(release, 0);
  const [counted] = (await once(blocked, "message")) as [{ dropped: number }];
  expect(counted.dropped).toBeGreaterThan(500);
  await blocked.terminate();
});

test.skipIf(process.platform !== "linux")(
  "[SV44] the thread that serves the network has a lower priority than the thread of a world",
  async () => {
    const { pid } = await serving("worlds/empty.sdf");
    const threads = niceness(pid);
    expect(threads.get("simulation")).toBe(getPriority());
    expect(threads.get("MainThread")).toBeGreaterThan(getPriority());
  },
);

/** Returns the nice value of each thread of a process, by the thread's name; a higher value means lower priority. */
function niceness(pid: number): Map<string, number> {
  const threads = readdirSync(`/proc/${pid}/task`).map((id): [string, number] => {
    const [, name = "", rest = ""] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/task/${id}/stat`, "utf8"))!;
    return [name, Number(rest.split(" ")[16])];
  });
  return new Map(threads);
}
