import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, defaultHistoryLimits, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultConfig } from "./config.ts";
import { connectWs } from "./gateway/ws-link.ts";
import { startServer } from "./server.ts";
import { startWorld } from "./world/start-world.ts";

vi.setConfig({ testTimeout: 120_000 });
const PATIENT = { timeoutMs: 100_000 };

interface Flooded {
  readonly join: () => Promise<Node>;
  readonly good: Node;
}

/**
 * Returns a running, served world. Its system counts steps and the messages on `/spoken`, listens to `/flooded`, and
 * never answers on `/unanswered`.
 */
async function serve(): Promise<Flooded> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-flood-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "count.js"),
    `import { defineSystem } from "@orrery/sim";
    export default defineSystem({ name: "count", create: ({ node }) => {
      let steps = 0, heard = 0;
      node.subscribe("/flooded", "gz.msgs.Empty", () => {});
      node.subscribe("/spoken", "gz.msgs.Empty", () => void heard++);
      node.service("/steps", { request: "gz.msgs.Empty", response: "gz.msgs.Double" }, () => ({ data: steps }));
      node.service("/unanswered", { request: "gz.msgs.Empty", response: "gz.msgs.Double" }, () => new Promise(() => {}));
      node.service("/heard", { request: "gz.msgs.Empty", response: "gz.msgs.Double" }, () => ({ data: heard }));
      return { update: ({ paused }) => { if (!paused) steps++; } };
    } });`,
  );
  const plugins = ["physics", "scene-broadcaster", "count"].map((name) => `<plugin name="${name}" filename="count"/>`);
  const world = join(folder, "world.sdf");
  writeFileSync(
    world,
    `<sdf version="1.9"><world name="w">${plugins.join("")}<model name="ball"><pose>0 0 900 0 0 0</pose><link name="link">
      <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model></world></sdf>`,
  );
  const server = await startServer({ port: 0, log: logTo(() => undefined) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const thread = await startWorld({
    world,
    resourceFolders: [],
    pluginFolders: [folder],
    systems: defaultConfig.systems,
    paused: false,
    history: { ...defaultHistoryLimits, enabled: true },
    onLog: () => undefined,
  });
  onTestFinished(() => thread[Symbol.asyncDispose]());
  await server.attach(thread);
  const connect = async (): Promise<Node> => {
    const link = await connectWs(`${server.url.replace("http", "ws")}ws`);
    const client = await connectNode(link, messages, { onError: () => undefined });
    onTestFinished(() => client[Symbol.dispose]());
    return client;
  };
  return { join: connect, good: await connect() };
}

async function numberOf(client: Node, service: string): Promise<number> {
  return (await client.request(service, {}, { response: "gz.msgs.Double", ...PATIENT })).data ?? 0;
}

/**
 * Resolves after the world has made this many more steps. Meanwhile, a small request of the client must keep being
 * answered.
 */
async function stepped(client: Node, steps: number): Promise<void> {
  const first = await numberOf(client, "/steps");
  while ((await numberOf(client, "/steps")) < first + steps);
}

/** Sends the same request over and over, many at once, until `stop`. */
function flood(client: Node, service: string, request: object, atOnce: number) {
  const figures = { answered: 0, refused: 0, isOver: false };
  const ask = async (): Promise<void> => {
    while (!figures.isOver) {
      await client.request(service, request, PATIENT).then(
        () => figures.answered++,
        () => figures.refused++,
      );
    }
  };
  for (let i = 0; i < atOnce; i++) void ask();
  return figures;
}

test("[SV75] while sessions flood a world with requests, it steps on and others are served", async () => {
  const { good, join: enter } = await serve();
  const floods = [
    flood(await enter(), "/world/w/pose/info", {}, 100),
    flood(await enter(), "/world/w/generate_world_sdf", {}, 50),
    flood(await enter(), "/orrery/schemas", {}, 10),
  ];
  await stepped(good, 300);
  for (const one of floods) {
    await expect.poll(() => one.answered).toBeGreaterThan(0);
    one.isOver = true;
  }
});

test("[SV75] requests beyond those that may wait are refused, and only those of who asks too much", async () => {
  const { good, join: enter } = await serve();
  const greedy = flood(await enter(), "/unanswered", {}, 1500);
  const modest = flood(await enter(), "/world/w/generate_world_sdf", {}, 50);
  while (greedy.refused === 0 || modest.answered === 0) await stepped(good, 10);
  greedy.isOver = modest.isOver = true;
  expect([greedy.answered, modest.refused]).toEqual([0, 0]);
});

test("[SV75] while sessions flood a topic, the world steps on, and others are heard", async () => {
  const { good, join: enter } = await serve();
  for (let i = 0; i < 3; i++) {
    const client = await enter();
    let timer: NodeJS.Timeout | undefined;
    onTestFinished(() => clearTimeout(timer));
    const publisher = client.advertise("/flooded", "gz.msgs.Empty");
    const publish = (): void => {
      for (let sent = 0; sent < 100; sent++) publisher.publish({});
      timer = setTimeout(publish, 10);
    };
    publish();
  }
  await stepped(good, 300);
  const speaker = good.advertise("/spoken", "gz.msgs.Empty");
  while ((await numberOf(good, "/heard")) === 0) speaker.publish({});
});

test("[SV75] while sessions ask to go back in time at every moment, the world makes steps in between", async () => {
  const { good, join: enter } = await serve();
  await stepped(good, 100);
  const floods = await Promise.all(
    [1, 2].map(async () => flood(await enter(), "/world/w/history/go_to", { time: { nsec: 20_000_000 } }, 10)),
  );
  // A replay makes steps as well, so only the clock shows which steps are new.
  let latest = 0;
  good.subscribe("/clock", "gz.msgs.Clock", ({ value: { sim } }) => {
    latest = Math.max(latest, sim?.nsec ?? 0);
  });
  while (floods.some(({ answered }) => answered < 3)) await numberOf(good, "/steps");
  await expect.poll(() => latest).toBeGreaterThan(40_000_000);
  for (const one of floods) one.isOver = true;
});
