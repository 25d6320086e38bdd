import { once } from "node:events";
import { messages } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { helloPacket } from "../../../../../tests/e2e/fuzzed-frames.ts";
import { startServer, type Server } from "../../server.ts";
import type { Limits } from "./limits.ts";
import { smallWorld } from "../../testing/small-world.ts";
import { connectWs, wsLink } from "../ws-link.ts";

const MB = 1024 * 1024;
const tokens = { viewer: ["token-of-viewers"], operator: ["token-of-operators"] };
type Known = keyof typeof tokens;

async function start(limits: Partial<Limits>): Promise<{ server: Server; world: Node }> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), tokens, limits });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { thread, node } = smallWorld();
  await server.attach(thread);
  return { server, world: node };
}

function urlFor(server: Server, role: Known): string {
  return `${server.url.replace("http", "ws")}ws?token=${tokens[role][0]}`;
}

async function open(server: Server, role: Known): Promise<WebSocket> {
  const socket = new WebSocket(urlFor(server, role));
  onTestFinished(() => socket.terminate());
  socket.on("error", () => undefined);
  await once(socket, "open");
  return socket;
}

async function join(server: Server, role: Known): Promise<Node> {
  const node = await connectNode(await connectWs(urlFor(server, role)), messages, { onError: () => undefined });
  onTestFinished(() => node[Symbol.dispose]());
  return node;
}

test("[GW61] clients that never finish their messages fill no memory: whoever has most is cut off", async () => {
  const { server } = await start({ heldBytes: 8 * MB });
  const honest = await join(server, "viewer");
  let ended = 0;
  for (let i = 0; i < 12; i++) {
    const socket = await open(server, "operator");
    socket.on("close", () => ended++);
    socket.send(Buffer.alloc((1 + i / 8) * MB), { fin: false });
    await honest.request("/orrery/session", {});
    expect(server.holdings.unfinishedBytes).toBeLessThanOrEqual(8 * MB);
  }
  await expect.poll(() => ended).toBeGreaterThanOrEqual(4);
  expect(server.holdings.unfinishedBytes).toBeLessThanOrEqual(8 * MB);
  expect(await honest.request("/orrery/session", {})).toMatchObject({ role: "viewer" });
});

test("[GW61] a session has one limit for all of its connections", async () => {
  const { server } = await start({ unsentBytes: 3 * MB });
  const secret = "00112233445566778899";
  const sockets: WebSocket[] = [];
  const reasons: string[] = [];
  for (let i = 0; i < 4; i++) {
    const socket = new WebSocket(`${urlFor(server, "operator")}&session=${secret}`);
    onTestFinished(() => socket.terminate());
    socket.on("close", (_code, reason) => reasons.push(reason.toString()));
    await once(socket, "open");
    sockets.push(socket);
  }
  for (const socket of sockets) socket.send(Buffer.alloc(MB), { fin: false });
  await expect.poll(() => reasons.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(reasons[0]).toBe("more than 3.00 MB wait, because it does not read or does not finish what it sends");
});

test("[GW61] a message that is complete no longer counts, whatever came between its parts", async () => {
  const { server } = await start({});
  const socket = await open(server, "operator");
  const hello = helloPacket();
  socket.send(hello.subarray(0, 3), { fin: false });
  for (let i = 0; i < 100; i++) socket.ping(Buffer.alloc(100));
  await expect.poll(() => server.holdings.unfinishedBytes).toBe(9);
  socket.send(hello.subarray(3), { fin: true });
  await expect.poll(() => server.holdings.unfinishedBytes).toBe(0);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

test("[GW61] a viewer sends small messages only; an operator a whole model", async () => {
  const { server, world } = await start({ viewerFrameBytes: 10_000 });
  world.service(
    "/world/w/state",
    { request: "gz.msgs.StringMsg", response: "gz.msgs.StringMsg", needs: "viewer" },
    (request) => request,
  );
  const [viewer, operator] = [await join(server, "viewer"), await join(server, "operator")];
  const data = "x".repeat(20_000);
  await operator.until(() => operator.services().some(({ name }) => name === "/world/w/state"));
  expect(await operator.request("/world/w/state", { data })).toEqual({ data });
  await expect(viewer.request("/world/w/state", { data })).rejects.toMatchObject({ code: "link-closed" });
});

/** Connects a node over a WebSocket that the test can stop from reading. */
async function deafen(server: Server): Promise<{ node: Node; socket: WebSocket }> {
  const socket = new WebSocket(urlFor(server, "viewer"));
  onTestFinished(() => socket.terminate());
  socket.on("error", () => undefined);
  // In the same tick: packets that arrive with the handshake need a listener.
  const node = await new Promise<Node>((resolve) => {
    socket.on("open", () => resolve(connectNode(wsLink(socket), messages, { onError: () => undefined })));
  });
  await node.until(() => node.services().some(({ name }) => name === "/world/w/state"));
  socket.pause();
  return { node, socket };
}

/** Adds a service that answers with a megabyte, and counts the requests. */
function offerBig(world: Node): { asked: number } {
  const count = { asked: 0 };
  const data = "x".repeat(MB);
  world.service("/world/w/state", { request: "gz.msgs.Empty", response: "gz.msgs.StringMsg", needs: "viewer" }, () => {
    count.asked++;
    return { data };
  });
  return count;
}

test("[GW62] a client that does not read is not answered any further: its requests wait until it does", async () => {
  const { server, world } = await start({});
  const count = offerBig(world);
  const honest = await join(server, "viewer");
  const { node, socket } = await deafen(server);
  const asked: Promise<object>[] = [];
  while (server.holdings.unsentBytes <= 8 * MB) {
    const before = count.asked;
    asked.push(node.request("/world/w/state", {}, { timeoutMs: 60_000 }));
    await expect.poll(() => count.asked).toBe(before + 1);
  }
  const answered = count.asked;
  for (let i = 0; i < 3; i++) asked.push(node.request("/world/w/state", {}, { timeoutMs: 60_000 }));
  // By then the server has handled other clients' requests.
  for (let i = 0; i < 10; i++) await honest.request("/orrery/session", {});
  expect(count.asked).toBe(answered);
  socket.resume();
  expect(await Promise.all(asked)).toHaveLength(answered + 3);
});

test("[GW62] one that has asked for too much before it stopped reading is cut off", async () => {
  const { server, world } = await start({ unsentBytes: 12 * MB });
  offerBig(world);
  const honest = await join(server, "viewer");
  const { node, socket } = await deafen(server);
  // In one packet, so that all of them are taken before the first is answered.
  const asked = node.bus.batch(() =>
    Array.from({ length: 64 }, () => node.request("/world/w/state", {}, { timeoutMs: 60_000 })),
  );
  const ended = Promise.allSettled(asked);
  await expect.poll(() => server.sessions.list().filter(({ links }) => links > 0)).toHaveLength(1);
  expect(server.holdings.unsentBytes).toBeLessThan(MB);
  expect(await honest.request("/orrery/session", {})).toMatchObject({ role: "viewer" });
  socket.terminate();
  await ended;
});
