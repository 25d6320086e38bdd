import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages, type orrery } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, defaultHistoryLimits, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultConfig } from "../config.ts";
import { connectWs } from "../gateway/ws-link.ts";
import { startServer } from "../server.ts";
import { startWorld } from "./start-world.ts";

vi.setConfig({ testTimeout: 120_000 });
const PATIENT = { timeoutMs: 100_000 };

/** Returns a served world whose steps can be slowed down by 20 ms on request. */
async function slowWorld(): Promise<{ readonly client: Node; readonly other: Node }> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-travel-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "slow.js"),
    `import { defineSystem } from "@orrery/sim";
    let isSlow = false;
    export default defineSystem({ name: "slow", create: ({ node }) => {
      node.service("/slow", { request: "gz.msgs.Empty", response: "gz.msgs.Empty" }, () => { isSlow = true; return {}; });
      return { update() { for (const end = performance.now() + 20; isSlow && performance.now() < end;); } };
    } });`,
  );
  const world = join(folder, "world.sdf");
  writeFileSync(
    world,
    `<sdf version="1.9"><world name="w"><plugin name="physics" filename=""/><plugin name="slow" filename="slow"/></world></sdf>`,
  );
  const server = await startServer({ port: 0, log: logTo(() => undefined) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const thread = await startWorld({
    world,
    resourceFolders: [],
    pluginFolders: [folder],
    systems: defaultConfig.systems,
    paused: true,
    targetFactor: 0,
    history: { ...defaultHistoryLimits, enabled: true },
    onLog: () => undefined,
  });
  onTestFinished(() => thread[Symbol.asyncDispose]());
  await server.attach(thread);
  const connect = async (): Promise<Node> => {
    const client = await connectNode(await connectWs(`${server.url.replace("http", "ws")}ws`), messages);
    onTestFinished(() => client[Symbol.dispose]());
    return client;
  };
  return { client: await connect(), other: await connect() };
}

test("[SV73] a long way to another time is told of, others are refused with how far it is, and anybody may call it off", async () => {
  const { client, other } = await slowWorld();
  await client.request("/world/w/control", { multi_step: 2000, pause: true });
  await new Promise<void>((resolve) => {
    client.subscribe("/stats", "gz.msgs.WorldStatistics", ({ value: { paused, iterations } }) => {
      if (paused && iterations === 2000) resolve();
    });
  });
  const { data: hash } = await client.request("/world/w/hash", {}, { response: "gz.msgs.StringMsg" });
  expect((await client.request("/world/w/history/cancel", {}, { response: "gz.msgs.Boolean" })).data ?? false).toBe(
    false,
  );
  const progress: orrery.TravelProgress[] = [];
  const seen = Promise.withResolvers<void>();
  other.subscribe("/world/w/history/progress", "orrery.msgs.TravelProgress", ({ value }) => {
    progress.push(value);
    seen.resolve();
  });
  await client.request("/slow", {});
  // Each step of the jump takes 20 ms now.
  const going = client.request(
    "/world/w/history/go_to",
    { time: { sec: 1, nsec: 900_000_000 } },
    { response: "gz.msgs.Boolean", ...PATIENT },
  );
  await seen.promise;
  expect(progress[0]!.request).toMatch(/^request \/world\/w\/history\/go_to of \w+$/);
  await until(() => other.request("/world/w/hash", {}), /the world is going to another time, \d+ % of the way/);
  expect(await other.request("/world/w/history/cancel", {})).toMatchObject({ data: true });
  expect((await going).header?.data?.[0]?.value).toEqual(["it was cancelled on the way; the world is where it was"]);
  const { data: after } = await client.request("/world/w/hash", {}, { response: "gz.msgs.StringMsg", ...PATIENT });
  expect(after).toBe(hash);
});

/** Asks until it is refused with these words. */
async function until(ask: () => Promise<unknown>, words: RegExp): Promise<void> {
  for (;;) {
    const refusal: unknown = await ask().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refusal instanceof Error && words.test(refusal.message)) return;
  }
}
