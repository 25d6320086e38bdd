import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { messages } from "@orrery/msgs";
import { type LogRecord, type Publisher } from "@orrery/sim";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { startServer, type Server, type ServerOptions } from "../../server.ts";
import { get, smallWorld } from "../../testing/small-world.ts";
import { connectWs } from "../ws-link.ts";

const records: LogRecord[] = [];

async function start(options: Partial<ServerOptions> = {}): Promise<Server> {
  records.length = 0;
  const server = await startServer({ port: 0, log: logTo((record) => records.push(record)), ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "orrery-routes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Fetches /metrics and returns the samples by name. */
async function metrics(server: Server): Promise<Record<string, string>> {
  const { body, headers } = await get(server, "/metrics");
  expect(headers["content-type"]).toContain("text/plain; version=0.0.4");
  const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  for (const line of lines) expect(line).toMatch(/^orrery_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[\d.e+-]+$/);
  return Object.fromEntries(lines.map((line) => line.split(/ (?=\S+$)/) as [string, string]));
}

/** Adds a world with statistics, as every real one has them. */
async function withWorld(server: Server, { name = "w", prefix = "/world/w" } = {}): Promise<Publisher> {
  const { thread, node } = smallWorld(name);
  const stats = node.advertise(`${prefix}/stats`, "gz.msgs.WorldStatistics", { latched: true });
  stats.publish({ sim_time: { sec: 2, nsec: 5e8 }, iterations: 2500, real_time_factor: 0.5, model_count: 3 });
  node.service(`${prefix}/systems`, { request: "gz.msgs.Empty", response: "orrery.msgs.SystemList" }, () => ({
    systems: [{ micros_per_step: 30 }, { micros_per_step: 12 }],
  }));
  await server.attach(thread);
  return stats;
}

test("[GW30] /metrics tells what the server and the world do, for Prometheus", async () => {
  const server = await start();
  await withWorld(server);
  const url = `${server.url.replace("http", "ws")}ws`;
  await expect(connectWs(url, { headers: { Origin: "http://evil.example" } })).rejects.toThrow("403");
  const node = await connectNode(await connectWs(url), messages);
  onTestFinished(() => node[Symbol.dispose]());
  const found = await metrics(server);
  expect(found).toMatchObject({
    orrery_up: "1",
    orrery_connections: "1",
    orrery_connections_total: "1",
    'orrery_connections_refused_total{reason="origin"}': "1",
    orrery_connections_closed_total: "0",
    'orrery_sessions{role="admin"}': "1",
    'orrery_sessions{role="viewer"}': "0",
    orrery_messages_dropped_total: "0",
    'orrery_steps_total{namespace="",world="w"}': "2500",
    'orrery_sim_seconds{namespace="",world="w"}': "2.5",
    'orrery_real_time_factor{namespace="",world="w"}': "0.5",
    'orrery_step_seconds{namespace="",world="w"}': "0.000042",
    'orrery_paused{namespace="",world="w"}': "0",
  });
  expect(Object.keys(found)).toContainEqual(expect.stringMatching(/^orrery_info\{version="[^"]+"\}$/));
  expect(found).toMatchObject({ 'orrery_world_up{namespace="",world="w",engine="none"}': "1" });
  for (const name of ["orrery_bytes_received_total", "orrery_bytes_sent_total", "orrery_memory_bytes"]) {
    expect(Number(found[name])).toBeGreaterThan(0);
  }
});

test("[GW30] statistics are sent only once somebody asks for them", async () => {
  const server = await start();
  const stats = await withWorld(server);
  expect(await get(server, "/health")).toMatchObject({ status: 200 });
  expect(stats.hasSubscribers).toBe(false);
  expect(await metrics(server)).toMatchObject({ 'orrery_models{namespace="",world="w"}': "3" });
  expect(stats.hasSubscribers).toBe(true);
});

test("[GW30] a world's name may have blanks in it, which the names of its topics have not", async () => {
  const server = await start();
  await withWorld(server, { name: "my lab", prefix: "/world/my_lab" });
  expect(await metrics(server)).toMatchObject({
    'orrery_steps_total{namespace="",world="my lab"}': "2500",
    'orrery_step_seconds{namespace="",world="my lab"}': "0.000042",
  });
});

test("[GW30] a server without a world has metrics too", async () => {
  expect(await metrics(await start())).toMatchObject({ orrery_up: "0", orrery_connections: "0" });
});

test("[GW31] /status tells people the same, and names of clients are text", async () => {
  const server = await start();
  await withWorld(server);
  const url = `${server.url.replace("http", "ws")}ws?name=${encodeURIComponent("<script>x</script>")}`;
  const node = await connectNode(await connectWs(url), messages);
  onTestFinished(() => node[Symbol.dispose]());
  const { status, body, headers } = await get(server, "/status");
  expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "text/html; charset=utf-8" });
  expect(body).toContain("2.500 s");
  expect(body).toContain("42.0 µs");
  expect(body).toContain("&lt;script&gt;x&lt;/script&gt;");
  expect(body).not.toContain("<script>");
});

test("[GW40] GUI plugins are listed, and their modules get the page's copies of what they import", async () => {
  const folder = folderWith({
    "overlay/index.ts": `import type { A } from "../a.ts";\nimport { useState } from "react";\nexport const x: number = 1;`,
    "overlay/a.ts": `import "@orrery/gui"; import "../../style.js"; export interface A { a: 1 }`,
    "panel/index.js": `import { jsx } from "react/jsx-runtime"; import * as T from "three"; await import("@orrery/sim");`,
    "panel/icon.png": "picture",
    "empty/readme.txt": "",
  });
  const server = await start({ guiPlugins: ["overlay", "panel", "empty"].map((name) => join(folder, name)) });
  expect(JSON.parse((await get(server, "/plugins/index.json")).body)).toEqual({
    plugins: [
      { name: "overlay", module: "/plugins/overlay/index.ts" },
      { name: "panel", module: "/plugins/panel/index.js" },
    ],
  });
  const overlay = await get(server, "/plugins/overlay/index.ts");
  expect(overlay.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(overlay.body).toMatch(/^\s*import \{ useState \} from "\/modules\/react\.js";\s+export const x\s+= 1;$/);
  expect((await get(server, "/plugins/overlay/a.ts")).body).toContain(
    `import "/modules/@orrery/gui.js"; import "../../style.js";`,
  );
  expect((await get(server, "/plugins/panel/index.js")).body).toBe(
    `import { jsx } from "/modules/react/jsx-runtime.js"; import * as T from "/modules/three.js"; await import("/modules/@orrery/sim.js");`,
  );
  expect(await get(server, "/plugins/panel/icon.png")).toMatchObject({ headers: { "content-type": "image/png" } });
});

test("[GW41] a plugin that cannot be served as a module says why when it is imported", async () => {
  const folder = folderWith({
    "a/index.js": `import "lodash"`,
    "a/enums.ts": `export enum E { A }`,
    "a/broken.ts": `export const = 1`,
  });
  const server = await start({ guiPlugins: [join(folder, "a")] });
  const reasons = await Promise.all(
    ["index.js", "enums.ts", "broken.ts"].map(async (file) => {
      const { body } = await get(server, `/plugins/a/${file}`);
      return import(`data:text/javascript,${encodeURIComponent(body)}`).then(
        () => "imported",
        (error: Error) => error.message,
      );
    }),
  );
  expect(reasons).toEqual([
    expect.stringContaining('GUI plugin "a": index.js imports "lodash"; the page has @orrery/gui'),
    expect.stringContaining('GUI plugin "a": '),
    expect.stringContaining('GUI plugin "a": '),
  ]);
});

test("[GW42] nothing outside of a plugin's folder is served, and no folder that is not listed", async () => {
  const folder = folderWith({ "a/index.js": "", "a/.hidden.js": "", "b/index.js": "secret", "secret.js": "secret" });
  symlinkSync(join(folder, "secret.js"), join(folder, "a/link.js"));
  const server = await start({ guiPlugins: [join(folder, "a")] });
  for (const path of [
    "/plugins/b/index.js",
    "/plugins/a/../secret.js",
    "/plugins/a/..%2fsecret.js",
    "/plugins/%2e%2e/secret.js",
    "/plugins/a/link.js",
    "/plugins/a/.hidden.js",
    "/plugins/a/",
    "/plugins/a",
    "/plugins/",
  ]) {
    expect({ path, ...(await get(server, path)) }).toMatchObject({ path, status: 404 });
  }
});

test("[GW43] the page's config is served as it is now; without one it is empty", async () => {
  expect(await get(await start(), "/gui-config.json")).toMatchObject({ status: 200, body: "{}\n" });
  const file = join(folderWith({ "gui.json": `{"plugins": ["plots"]}` }), "gui.json");
  const server = await start({ guiConfig: file });
  expect(JSON.parse((await get(server, "/gui-config.json")).body)).toEqual({ plugins: ["plots"] });
  writeFileSync(file, `{"plugins": []}`);
  expect(JSON.parse((await get(server, "/gui-config.json")).body)).toEqual({ plugins: [] });
  rmSync(file);
  expect(await get(server, "/gui-config.json?token=secret")).toMatchObject({ status: 500 });
  expect(records.map(({ message }) => message).join("\n")).not.toContain("secret");
});
