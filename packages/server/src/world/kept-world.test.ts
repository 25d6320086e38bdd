import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, type gz, type orrery } from "@orrery/msgs";
import { type LogRecord, type Node } from "@orrery/sim";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultConfig } from "../config.ts";
import { connectWs } from "../gateway/ws-link.ts";
import { KeptWorld, type KeptWorldOptions } from "./kept-world.ts";
import { startServer, type Server } from "../server.ts";
import type { WorldThreadOptions } from "./start-world.ts";

// Each test starts two or three threads.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 });

const ball = `
  <model name="ball"><pose>0 0 500 0 0 0</pose><link name="link">
    <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision>
  </link></model>`;

interface Served {
  readonly server: Server;
  readonly world: KeptWorld;
  readonly records: LogRecord[];
  readonly client: Node;
  readonly notices: orrery.WorldNotice[];
}

/**
 * Returns a served world with the default systems, and one whose update is the given code. Its service `/harm` sets
 * `harm`.
 */
async function serve(
  update: string,
  options: Partial<WorldThreadOptions> & Partial<Pick<KeptWorldOptions, "restarts" | "onThread">> = {},
): Promise<Served> {
  const { restarts, onThread, ...settings } = options;
  const folder = mkdtempSync(join(tmpdir(), "orrery-kept-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "own.js"),
    `import { defineSystem } from "@orrery/sim";
    let harm = false;
    export default defineSystem({ name: "own", create: ({ node }) => {
      node.service("/harm", { request: "gz.msgs.Empty", response: "gz.msgs.Empty" }, () => { harm = true; return {}; });
      node.service("/endless", { request: "gz.msgs.Empty", response: "gz.msgs.Empty" }, () => { for (;;); });
      return { update() { ${update} } };
    } });`,
  );
  const plugins = ["physics", "user-commands", "scene-broadcaster", "own"];
  const world = join(folder, "world.sdf");
  writeFileSync(
    world,
    `<sdf version="1.9"><world name="w">${plugins.map((name) => `<plugin name="${name}" filename="own"/>`).join("")}${ball}</world></sdf>`,
  );
  const records: LogRecord[] = [];
  const server = await startServer({ port: 0, log: logTo((record) => records.push(record)) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const start: WorldThreadOptions = {
    world,
    resourceFolders: [],
    pluginFolders: [folder],
    systems: defaultConfig.systems,
    paused: false,
    attended: true,
    patience: { slowMs: 500, stuckMs: 2000 },
    onLog: (record) => records.push(record),
    ...settings,
  };
  const kept = await KeptWorld.start({
    start,
    onThread: onThread ?? ((thread, keeper) => server.attach(thread, { keeper })),
    onNotice: (notice) => server.worlds.get("")!.publishNotice(notice),
    ...(restarts && { restarts }),
  });
  onTestFinished(() => kept[Symbol.asyncDispose]());
  await server.attach(kept.thread, { keeper: kept });
  const client = await connectNode(await connectWs(`${server.url.replace("http", "ws")}ws`), messages);
  onTestFinished(() => client[Symbol.dispose]());
  const notices: orrery.WorldNotice[] = [];
  client.subscribe("/orrery/world/notice", "orrery.msgs.WorldNotice", ({ value }) => notices.push(value));
  return { server, world: kept, records, client, notices };
}

/** Resolves when the client has received `count` notices. */
function told({ client, notices }: Served, count: number): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (notices.length >= count) resolve();
    };
    client.subscribe("/orrery/world/notice", "orrery.msgs.WorldNotice", look);
    look();
  });
}

function timeOf({ sec = 0, nsec = 0 }: gz.Time = {}): number {
  return sec + nsec / 1e9;
}

/** Resolves when the world's clock is past a time. */
function past(client: Node, seconds: number): Promise<number> {
  return new Promise((resolve) => {
    const listening = client.subscribe("/stats", "gz.msgs.WorldStatistics", ({ value: { sim_time } }) => {
      if (timeOf(sim_time) <= seconds) return;
      listening[Symbol.dispose]();
      resolve(timeOf(sim_time));
    });
  });
}

function offered(client: Node, service: string): Promise<void> {
  return client.until(() => client.services().some(({ name }) => name === service), { timeoutMs: 60_000 });
}

async function systemsOf(client: Node): Promise<Record<string, orrery.SystemInfo["state"]>> {
  await offered(client, "/world/w/systems");
  const { systems = [] } = await client.request("/world/w/systems", {}, { response: "orrery.msgs.SystemList" });
  return Object.fromEntries(systems.map(({ name = "", state }) => [name, state ?? "RUNNING"]));
}

test("[SV71] a system that ends the thread is left out; the world continues from a moment before, and clients stay", async () => {
  const served = await serve(`if (harm) process.exit(3);`);
  const { client, notices } = served;
  const before = await past(client, 1.2);
  client.request("/harm", {}).catch(() => undefined);
  await told(served, 1);
  const [notice] = notices;
  expect(notice).toMatchObject({ kind: "RESTARTED", system: "own" });
  expect(notice!.text).toMatch(
    /^The world's thread failed: its thread ended by itself, with status 3, in update of system own of w\. It continues from [\d.]+ s without the system own; /,
  );
  const { sim_time, epoch } = notice!;
  expect(timeOf(sim_time)).toBeGreaterThan(0);
  await offered(client, "/world/w/stream");
  expect(await client.request("/world/w/stream", {}, { response: "orrery.msgs.StateChunk" })).toMatchObject({ epoch });
  expect(await systemsOf(client)).toEqual({
    own: "STOPPED",
    physics: "RUNNING",
    "scene-broadcaster": "RUNNING",
    "user-commands": "RUNNING",
  });
  await past(client, before);
  const { pose = [] } = await client.request("/world/w/pose/info", {}, { response: "gz.msgs.Pose_V" });
  expect(pose.find(({ name }) => name === "ball")?.position?.z).toBeLessThan(500);
});

test("[SV71] a system that never comes back is named and left out", async () => {
  const served = await serve(`if (harm) for (;;);`);
  const { client, notices, records } = served;
  await past(client, 0.1);
  client.request("/harm", {}).catch(() => undefined);
  await told(served, 1);
  expect(notices[0]).toMatchObject({ kind: "RESTARTED", system: "own" });
  expect(records.map(({ message }) => message)).toContain("a step has taken 0.5 s so far: update of system own of w");
});

test("[SV71] a system that fills the heap is left out", async () => {
  const served = await serve(`const all = []; while (harm) all.push({ text: "x" + all.length });`, {
    patience: { slowMs: 30_000, stuckMs: 60_000 },
    heapMb: 96,
  });
  const { client, notices } = served;
  await past(client, 0.1);
  client.request("/harm", {}).catch(() => undefined);
  await told(served, 1);
  expect(notices[0]).toMatchObject({ kind: "RESTARTED", system: "own", reason: expect.stringMatching(/memory/i) });
});

test("[SV71] a request in which the thread got stuck is refused and named, and not made again", async () => {
  const served = await serve("");
  const { client, notices } = served;
  await past(client, 0.1);
  await expect(client.request("/endless", {})).rejects.toThrow(/the world failed: a step did not end within 2 s/);
  await told(served, 1);
  expect(notices[0]).toMatchObject({ kind: "RESTARTED", request: expect.stringMatching(/^request \/endless of \w+$/) });
  expect(notices[0]!.system ?? "").toBe("");
  expect((await systemsOf(client))["own"]).toBe("RUNNING");
});

test("[SV71] one that is lost again before anybody is let in to it is started once more, and nobody is told that it has stopped", async () => {
  let starts = 0;
  const served: Served = await serve(`if (harm) process.exit(3);`, {
    onThread: async (thread) => {
      if (++starts > 1) return served.server.attach(thread);
      await served.server.attach(thread);
      thread.link.close("lost");
      throw new Error("nobody could be let in");
    },
  });
  const { client, notices } = served;
  await past(client, 0.1);
  client.request("/harm", {}).catch(() => undefined);
  await told(served, 1);
  expect(notices.map(({ kind }) => kind)).toEqual(["RESTARTED"]);
  expect(starts).toBe(2);
  await past(client, 0.1);
});

test("[SV72] a world that breaks down again and again stays stopped; the server lives and says why", async () => {
  const served = await serve("", { restarts: { most: 1, withinMs: 600_000 } });
  const { client, notices, server, world } = served;
  await past(client, 0.1);
  await client.request("/endless", {}).catch(() => undefined);
  await told(served, 1);
  await offered(client, "/endless");
  await client.request("/endless", {}).catch(() => undefined);
  await told(served, 2);
  expect(notices.map(({ kind }) => kind)).toEqual(["RESTARTED", "STOPPED"]);
  expect(notices[1]!.text).toMatch(/^The world has stopped: it failed 2 times within 600 s\./);
  const health = await fetch(`${server.url}health`);
  expect(health.status).toBe(503);
  expect(await health.text()).toContain("The world has stopped");
  await expect(world.stop()).rejects.toThrow("the simulation failed");
});

test("[SV71] an edit, the engine's state and the pause are in the state from which a world continues", async () => {
  const served = await serve("", { paused: true });
  const { client } = served;
  await client.request("/world/w/set_pose", { name: "ball", position: { x: 1 / 3, z: 7 } });
  await client.request("/world/w/control", { multi_step: 50, pause: true });
  await past(client, 0.0499);
  const { data: hash } = await client.request("/world/w/hash", {}, { response: "gz.msgs.StringMsg" });
  // States are handed out at least once per second while anything changes.
  await keptAt(served.world, 50e6);
  client.request("/endless", {}).catch(() => undefined);
  await told(served, 1);
  await systemsOf(client);
  expect((await client.request("/world/w/hash", {}, { response: "gz.msgs.StringMsg" })).data).toBe(hash);
});

async function keptAt(world: KeptWorld, timeNs: number): Promise<void> {
  while (world.thread.kept.last?.timeNs !== timeNs) await new Promise((resolve) => setImmediate(resolve));
}
