import { messages } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { startServer, type Server } from "../../server.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { Meter } from "./flood-meter.ts";
import { smallWorld } from "../../testing/small-world.ts";
import { connectWs } from "../ws-link.ts";

async function start(limits: Partial<Limits>): Promise<{ server: Server; world: Node }> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), limits });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { thread, node } = smallWorld();
  await server.attach(thread);
  return { server, world: node };
}

/** Connects a client, with a promise of the reason for which it is closed. */
async function join(server: Server): Promise<{ node: Node; closed: Promise<string> }> {
  const closed = Promise.withResolvers<string>();
  const link = await connectWs(`${server.url.replace("http", "ws")}ws`);
  const node = await connectNode(link, messages, { onClose: closed.resolve, onError: () => undefined });
  onTestFinished(() => node[Symbol.dispose]());
  return { node, closed: closed.promise };
}

test("[GW13] a frame above the limit ends the connection, with the reason", async () => {
  const { server } = await start({ frameBytes: 1000 });
  const { node, closed } = await join(server);
  node.request("/orrery/presence", { doing: "x".repeat(1000) }).catch(() => undefined);
  expect(await closed).toMatch(/^frame of 1\d{3} bytes, at most 1000 are allowed$/);
});

test("[GW13] a packet far above the limit ends the connection", async () => {
  const { server } = await start({ frameBytes: 1000 });
  const { node, closed } = await join(server);
  node.request("/orrery/presence", { doing: "x".repeat(2 * 1024 * 1024) }).catch(() => undefined);
  expect(await closed).toContain("1009");
});

test("[GW13] too many frames a second end the connection, with the reason; others are not touched", async () => {
  const { server } = await start({ framesPerSecond: 100 });
  const honest = await join(server);
  const { node, closed } = await join(server);
  for (let i = 0; i < 1000; i++) node.request("/orrery/session", {}).catch(() => undefined);
  expect(await closed).toBe("more than 100 frames a second");
  expect(await honest.node.request("/orrery/session", {})).toMatchObject({ role: "admin" });
});

test("[GW13] frames and bytes are averaged over two seconds", () => {
  let nowMs = 0;
  const meter = new Meter({ ...defaultLimits, framesPerSecond: 10, bytesPerSecond: 100, frameBytes: 50 }, () => nowMs);
  for (let i = 0; i < 20; i++) meter.frame();
  expect(() => meter.frame()).toThrow("more than 10 frames a second");
  nowMs += 2100;
  for (let i = 0; i < 20; i++) meter.frame();
  nowMs += 10_000;
  meter.packet(250);
  meter.frame();
  meter.packet(1);
  expect(() => meter.frame()).toThrow("more than 100 bytes a second");
});

test("[GW13] more names than allowed end the connection, with the reason", async () => {
  const { server } = await start({ names: 3 });
  const { node, closed } = await join(server);
  for (const name of ["/a", "/b", "/c", "/d"]) node.advertise(name, "gz.msgs.Empty");
  expect(await closed).toBe("more than 3 topics");
});

test("[GW13] more subscriptions than allowed end the connection, with the reason", async () => {
  const { server, world } = await start({ subscriptions: 2 });
  const { node, closed } = await join(server);
  for (const name of ["/a", "/b", "/c"]) world.advertise(name, "gz.msgs.Empty");
  await node.until(() => node.topics().length === 4);
  for (const name of ["/a", "/b", "/c"]) node.subscribe(name, "gz.msgs.Empty", () => undefined);
  expect(await closed).toBe("more than 2 subscriptions");
});

test("[GW13] requests beyond those that may wait are refused", async () => {
  const { server, world } = await start({ requests: 2 });
  world.service("/slow", { request: "gz.msgs.Empty", response: "gz.msgs.Empty" }, () => new Promise(() => undefined));
  const { node } = await join(server);
  await node.until(() => node.services().some(({ name }) => name === "/slow"));
  for (let i = 0; i < 2; i++) node.request("/slow", {}).catch(() => undefined);
  await expect(node.request("/slow", {})).rejects.toThrow("more than 2 requests wait");
});
