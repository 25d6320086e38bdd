import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { messages, type MessageOf, type orrery } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultConfig } from "../config.ts";
import { connectWs } from "../gateway/ws-link.ts";
import { startServer, type Server } from "../server.ts";
import { KeptWorld } from "../world/kept-world.ts";
import type { WorldThreadOptions } from "../world/start-world.ts";

// Each world starts a thread and loads physics.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 });

const driving = fileURLToPath(new URL("../../../../worlds/diff-drive.sdf", import.meta.url));

async function serve(): Promise<Server> {
  const server = await startServer({ port: 0, log: logTo(() => undefined) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

async function open(server: Server, namespace: string, options: Partial<WorldThreadOptions> = {}): Promise<KeptWorld> {
  const served = server.worlds.open({ namespace });
  const kept = await KeptWorld.start({
    start: {
      world: driving,
      resourceFolders: [],
      pluginFolders: [],
      systems: defaultConfig.systems,
      paused: true,
      attended: true,
      history: defaultConfig.history,
      onLog: () => undefined,
      ...options,
    },
    onThread: (thread, keeper) => served.attach(thread, keeper),
    onNotice: (notice) => served.publishNotice(notice),
  });
  onTestFinished(() => kept[Symbol.asyncDispose]());
  await served.attach(kept.thread, kept);
  return kept;
}

async function enter(server: Server): Promise<Node> {
  const client = await connectNode(await connectWs(`${server.url.replace("http", "ws")}ws`), messages);
  onTestFinished(() => client[Symbol.dispose]());
  return client;
}

/** One world as a client sees it. */
class Seen {
  readonly #client: Node;
  readonly #namespace: string;

  constructor(client: Node, namespace: string) {
    this.#client = client;
    this.#namespace = namespace;
  }

  async ask<Type extends string = string>(
    service: string,
    request: object = {},
    response?: Type,
  ): Promise<MessageOf<Type>> {
    const name = `${this.#namespace}/world/diff-drive/${service}`;
    await this.#client.until(() => this.#client.services().some((one) => one.name === name), { timeoutMs: 60_000 });
    return await this.#client.request(name, request, { ...(response && { response }), timeoutMs: 60_000 });
  }

  async hash(): Promise<string> {
    return (await this.ask("hash", {}, "gz.msgs.StringMsg")).data!;
  }

  /** Makes steps, and waits until it is paused again. */
  async step(count: number): Promise<string> {
    const before = await this.count();
    await this.ask("control", { pause: true, multi_step: count });
    await vi.waitUntil(async () => (await this.count()) === before + count, { timeout: 20_000 });
    return await this.hash();
  }

  count(): Promise<number> {
    return new Promise((resolve) => {
      const topic = `${this.#namespace}/world/diff-drive/stats`;
      const hearing = this.#client.subscribe(topic, "gz.msgs.WorldStatistics", ({ value: { iterations = 0 } }) => {
        hearing[Symbol.dispose]();
        resolve(iterations);
      });
    });
  }

  /** Drives the vehicle from the next step on. */
  async drive(): Promise<void> {
    const topic = `${this.#namespace}/model/vehicle/cmd_vel`;
    const driving = this.#client.advertise(topic, "gz.msgs.Twist");
    await this.#client.until(() => driving.hasSubscribers);
    driving.publish({ linear: { x: 1 }, angular: { z: 0.5 } });
    // Everything sent before an answer arrives before it.
    await this.hash();
    driving[Symbol.dispose]();
  }
}

test("[SV86] what is done in one world changes nothing in another of the same file: commands, messages, undo", async () => {
  const server = await serve();
  for (const namespace of ["", "/b", "/untouched"]) await open(server, namespace);
  const client = await enter(server);
  const [first, second, untouched] = ["", "/b", "/untouched"].map((namespace) => new Seen(client, namespace)) as [
    Seen,
    Seen,
    Seen,
  ];
  const start = await second.hash();
  expect([await first.hash(), await untouched.hash()]).toEqual([start, start]);

  await first.drive();
  const driven = await first.step(300);
  expect(driven).not.toBe(start);
  expect(await first.ask("set_physics", { gravity: { z: -1.6 } })).toMatchObject({ data: true });
  const lighter = await first.hash();
  expect(lighter).not.toBe(driven);
  const { undo = [] } = await first.ask("history/info", {}, "orrery.msgs.History");
  expect(await first.ask("history/undo_redo", { undo: true, id: undo[0]!.id })).toMatchObject({ data: true });
  await expect.poll(() => first.hash()).toBe(driven);
  expect([await second.hash(), await untouched.hash()]).toEqual([start, start]);

  // And the other way round: a name with a namespace drives the vehicle of that world.
  await second.drive();
  expect(await second.step(300)).toBe(driven);
  expect(await second.ask("remove", { name: "vehicle", type: "MODEL" })).toMatchObject({ data: true });
  await second.step(1);
  expect(await first.hash()).toBe(driven);
  const alone = await untouched.step(300);
  expect(alone).not.toBe(driven);
  expect(await untouched.hash()).toBe(alone);
});

test("[SV86] each world runs at its own speed", async () => {
  const server = await serve();
  await open(server, "", { paused: false, targetFactor: 0.5 });
  await open(server, "/slow", { paused: false, targetFactor: 0.05 });
  const client = await enter(server);
  const [fast, slow] = [new Seen(client, ""), new Seen(client, "/slow")];
  const from = [await fast.count(), await slow.count()] as const;
  await expect.poll(async () => (await slow.count()) - from[1]).toBeGreaterThan(100);
  const made = [(await fast.count()) - from[0], (await slow.count()) - from[1]] as const;
  expect(made[0]).toBeGreaterThan(3 * made[1]);
});

test("[SV87] a world that is closed gives back its names, its threads and its memory; another continues as if it had been alone", async () => {
  const server = await serve();
  await open(server, "");
  await open(server, "/reference");
  const client = await enter(server);
  const [stays, reference] = [new Seen(client, ""), new Seen(client, "/reference")];
  await stays.step(100);
  // Only Linux tells the number of threads.
  const threads = (): number => (existsSync("/proc/self/task") ? readdirSync("/proc/self/task").length : 0);
  /** Opens a world, uses it and closes it. Resolves to the memory that the process has afterwards. */
  const around = async (): Promise<number> => {
    const kept = await open(server, "/b");
    const other = new Seen(client, "/b");
    await other.drive();
    await other.step(200);
    const hearing = client.subscribe("/b/clock", "gz.msgs.Clock", () => undefined);
    await server.detach("/b");
    hearing[Symbol.dispose]();
    await kept.ended;
    await client.until(() => [...client.topics(), ...client.services()].every(({ name }) => !name.startsWith("/b/")));
    return process.memoryUsage.rss();
  };
  // The first round fills pools of threads and memory, which stay.
  await around();
  const before = { threads: threads(), rss: process.memoryUsage.rss() };
  const rounds = [await around(), await around(), await around()];
  await expect.poll(threads).toBeLessThanOrEqual(before.threads);
  // A world takes some 40 MB here, and three would take 120.
  expect(rounds.at(-1)! - before.rss).toBeLessThan(60e6);
  await expect.poll(() => server.bus.topicTable.list().filter(({ name }) => name.startsWith("/b/"))).toEqual([]);
  expect(await stays.step(100)).toBe(await reference.step(200));
});

test("[SV88] a system that ends the thread of its world leaves the others and their clients untouched", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-isolation-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "own.js"),
    `import { defineSystem } from "@orrery/sim";
    let harm = false;
    export default defineSystem({ name: "own", create: ({ node }) => {
      node.service("/harm", { request: "gz.msgs.Empty", response: "gz.msgs.Empty" }, () => { harm = true; return {}; });
      return { update() { if (harm) process.exit(3); } };
    } });`,
  );
  const server = await serve();
  for (const namespace of ["", "/reference"]) await open(server, namespace);
  await open(server, "/b", {
    paused: false,
    pluginFolders: [folder],
    systems: [...defaultConfig.systems, { name: "own", filename: "own", innerXml: "" }],
  });
  const client = await enter(server);
  const notices: orrery.WorldNotice[] = [];
  client.subscribe("/orrery/world/notice", "orrery.msgs.WorldNotice", ({ value }) => notices.push(value));
  const epochs = async (): Promise<readonly (number | undefined)[]> => {
    const { worlds = [] } = await client.request("/orrery/worlds", {}, { response: "orrery.msgs.WorldList" });
    return worlds.map(({ epoch }) => epoch);
  };
  const [stays, reference, broken] = [new Seen(client, ""), new Seen(client, "/reference"), new Seen(client, "/b")];
  await stays.step(50);
  const before = await epochs();
  await client.until(() => client.services().some(({ name }) => name === "/b/harm"));
  client.request("/b/harm", {}).catch(() => undefined);
  await expect.poll(() => notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({ kind: "RESTARTED", system: "own", namespace: "/b" });
  const after = await epochs();
  expect([after[0], after[1], after[2] === before[2]]).toEqual([before[0], before[1], false]);
  expect(await stays.step(50)).toBe(await reference.step(100));
  expect((await broken.hash()).length).toBeGreaterThan(0);
});
