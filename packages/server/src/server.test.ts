import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messages } from "@orrery/msgs";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { get, smallWorld } from "./testing/small-world.ts";
import { connectWs } from "./gateway/ws-link.ts";
import { startServer, type Server, type ServerOptions } from "./server.ts";

async function start(options: Partial<ServerOptions> = {}): Promise<Server> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

function page(): string {
  const folder = mkdtempSync(join(tmpdir(), "orrery-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "dist/assets"), { recursive: true });
  writeFileSync(join(folder, "dist/index.html"), "<p>page</p>");
  writeFileSync(join(folder, "dist/assets/a.js"), "1");
  writeFileSync(join(folder, "dist/assets/b.wasm"), "");
  writeFileSync(join(folder, "dist/.built"), "");
  writeFileSync(join(folder, "secret.txt"), "secret");
  symlinkSync(join(folder, "secret.txt"), join(folder, "dist/link.txt"));
  return join(folder, "dist");
}

test("[SV20] the page is served with its types and isolated from other origins", async () => {
  const server = await start({ page: page() });
  const index = await get(server, "/");
  expect(index).toMatchObject({ status: 200, body: "<p>page</p>" });
  expect(index.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/),
  });
  expect((await get(server, "/assets/a.js?v=1")).headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect((await get(server, "/assets/b.wasm")).headers["content-type"]).toBe("application/wasm");
  expect(await get(server, "/", {}, "HEAD")).toMatchObject({ status: 200, body: "" });
  expect(await get(server, "/", {}, "POST")).toMatchObject({ status: 405 });
});

test("[SV21] nothing outside of the page's folder is served", async () => {
  const server = await start({ page: page() });
  for (const path of [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/../../secret.txt",
    "/link.txt",
    "/.built",
  ]) {
    expect({ path, ...(await get(server, path)) }).toMatchObject({ path, status: 404 });
  }
  expect(await get(server, "/%zz")).toMatchObject({ status: 400 });
  expect(await get(server, "/%00")).toMatchObject({ status: 400 });
});

test("[SV22] without a built page, / says how to build it", async () => {
  const server = await start({ page: join(tmpdir(), "no-such-page") });
  expect(await get(server, "/")).toMatchObject({ status: 200, body: expect.stringContaining("npm start") });
  expect(await get(server, "/other")).toMatchObject({ status: 404 });
});

test("[SV23] clients are let in once a world is there; /health tells", async () => {
  const server = await start();
  const socketUrl = server.url.replace("http", "ws") + "ws";
  expect(await get(server, "/health")).toMatchObject({ status: 503 });
  await expect(connectWs(socketUrl)).rejects.toThrow(/503/);
  await server.attach(smallWorld().thread);
  const { status, body } = await get(server, "/health");
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual({
    ok: true,
    version: expect.stringMatching(/^\d/),
    worlds: [{ namespace: "", name: "w", engine: "none", state: "RUNNING", reason: "", epoch: expect.any(Number) }],
    clients: 0,
  });
  const node = await connectNode(await connectWs(socketUrl), messages);
  onTestFinished(() => node[Symbol.dispose]());
  expect(JSON.parse((await get(server, "/health")).body)).toMatchObject({ clients: 1 });
});

test("[SV23] while a world is loaded, /health tells how far it is", async () => {
  const server = await start();
  const loading = { stage: "meshes", done: 3, total: 12 } as const;
  server.worlds.open().noteLoading(loading);
  expect(JSON.parse((await get(server, "/health")).body)).toMatchObject({ ok: false, loading });
  await server.attach(smallWorld().thread);
  expect(JSON.parse((await get(server, "/health")).body)).not.toHaveProperty("loading");
});

test("[SV23] when the world's link has ended, /health tells and clients are refused with the reason", async () => {
  const server = await start();
  const { thread, node } = smallWorld();
  await server.attach(thread);
  node.bus[Symbol.dispose]();
  await expect.poll(async () => (await get(server, "/health")).status).toBe(503);
  const { reason, ...health } = JSON.parse((await get(server, "/health")).body) as { reason: string };
  expect(health).toMatchObject({ ok: false, worlds: [{ name: "w", state: "STOPPED", reason }] });
  expect(reason).not.toBe("");
  await expect(connectWs(server.url.replace("http", "ws") + "ws")).rejects.toThrow(`503 ${reason}`);
});

test("[SV27] clients beyond the limit are refused with the reason; one that leaves makes room", async () => {
  const server = await start({ limits: { connections: 2 } });
  await server.attach(smallWorld().thread);
  const socketUrl = server.url.replace("http", "ws") + "ws";
  const first = await connectWs(socketUrl);
  const second = await connectWs(socketUrl);
  await expect(connectWs(socketUrl)).rejects.toThrow("503 there are 2 clients already, as many as this server takes");
  first.close("makes room");
  await expect.poll(async () => (await get(server, "/health")).body).toContain(`"clients":1`);
  const third = await connectWs(socketUrl);
  for (const link of [second, third]) link.close("done");
});

test("[SV28] a client that says no hello is closed, with the reason; one that does stays", async () => {
  const server = await start({ helloMs: 500 });
  await server.attach(smallWorld().thread);
  const socketUrl = server.url.replace("http", "ws") + "ws";
  const node = await connectNode(await connectWs(socketUrl), messages);
  onTestFinished(() => node[Symbol.dispose]());
  const silent = new WebSocket(socketUrl);
  const reason = await new Promise<string>((resolve) => silent.on("close", (_code, text) => resolve(text.toString())));
  expect(reason).toBe("no hello came within 0.5 s");
  expect(await node.request("/orrery/topics", {})).toBeDefined();
});

test("[SV24] a page of another origin gets no WebSocket, and a foreign host name no answer", async () => {
  const server = await start();
  await server.attach(smallWorld().thread);
  const socketUrl = server.url.replace("http", "ws") + "ws";
  const { port } = new URL(server.url);
  const connecting = (headers: Record<string, string>, url = socketUrl): Promise<string> =>
    new Promise((resolve) => {
      const socket = new WebSocket(url, { headers });
      socket.on("open", () => (socket.close(), resolve("open")));
      socket.on("error", ({ message }) => resolve(message));
    });
  expect(await connecting({})).toBe("open");
  expect(await connecting({ Origin: `http://127.0.0.1:${port}` })).toBe("open");
  expect(await connecting({ Origin: "http://evil.example" })).toMatch(/403/);
  expect(await connecting({ Origin: "null" })).toMatch(/403/);
  expect(await connecting({ Origin: `http://evil.example:${port}`, Host: `evil.example:${port}` })).toMatch(/403/);
  expect(await connecting({}, socketUrl.replace("/ws", "/other"))).toMatch(/404/);
  expect(await get(server, "/", { Host: "evil.example" })).toMatchObject({ status: 403 });
});

test("[SV25] clients see the world's topics, who uses them, and each other's messages", async () => {
  const server = await start();
  const { thread, node: world } = smallWorld();
  await server.attach(thread);
  const clock = world.advertise("/clock", "gz.msgs.Clock");
  const socketUrl = server.url.replace("http", "ws") + "ws";
  const client = await connectNode(await connectWs(socketUrl), messages);
  onTestFinished(() => client[Symbol.dispose]());
  const heard = new Promise<object>((resolve) =>
    client.subscribe("/clock", "gz.msgs.Clock", ({ value }) => resolve(value)),
  );
  await world.until(() => clock.hasSubscribers);
  clock.publish({ sim: { sec: 7 } });
  expect(await heard).toEqual({ sim: { sec: 7 } });
  const { topics } = await client.request("/orrery/topics", {}, { response: "orrery.msgs.TopicList" });
  expect(topics).toEqual([
    { name: "/clock", types: ["gz.msgs.Clock"], publishers: 1, subscribers: 1 },
    { name: "/orrery/people", types: ["orrery.msgs.People"], publishers: 1 },
    { name: "/orrery/world/notice", types: ["orrery.msgs.WorldNotice"], publishers: 1 },
    { name: "/orrery/worlds", types: ["orrery.msgs.WorldList"], publishers: 1 },
    { name: "/world/w/history/progress", types: ["orrery.msgs.TravelProgress"], publishers: 1 },
  ]);
  const { services = [] } = await client.request("/orrery/services", {}, { response: "orrery.msgs.ServiceList" });
  expect(services.map(({ name }) => name)).toEqual([
    "/gazebo/worlds",
    "/orrery/presence",
    "/orrery/schemas",
    "/orrery/server/share_token",
    "/orrery/services",
    "/orrery/session",
    "/orrery/topics",
    "/orrery/worlds",
    "/world/w/history/cancel",
  ]);
});

test("[SV26] a port that is taken is an error that says what to do", async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  await expect(startServer({ port, log: logTo(() => undefined) })).rejects.toThrow(
    `port ${port} is in use, perhaps by another Orrery; choose another with --port N, or any free one with --port 0`,
  );
});
