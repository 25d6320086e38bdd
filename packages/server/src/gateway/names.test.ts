import { messages } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { ANY_TYPE, connectNode, logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { startServer, type Server } from "../server.ts";
import { smallWorld } from "../testing/small-world.ts";
import { connectWs } from "./ws-link.ts";

const tokens = { viewer: ["token-of-viewers"], admin: ["token-of-admins"] };

async function start(): Promise<{ server: Server; world: Node }> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), tokens });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { thread, node } = smallWorld();
  await server.attach(thread);
  return { server, world: node };
}

async function join(server: Server, role: keyof typeof tokens): Promise<Node> {
  const link = await connectWs(`${server.url.replace("http", "ws")}ws?token=${tokens[role][0]}`);
  const node = await connectNode(link, messages, { onError: () => undefined });
  onTestFinished(() => node[Symbol.dispose]());
  return node;
}

test("[GW15] viewers that want thousands of names shut nobody out, and leave nothing behind", async () => {
  const { server, world } = await start();
  const viewers = await Promise.all(Array.from({ length: 12 }, () => join(server, "viewer")));
  for (const [i, viewer] of viewers.entries()) {
    for (let k = 0; k < 1000; k++) viewer.subscribe(`/wanted/${i}/${k}`, ANY_TYPE, () => undefined);
  }
  for (const viewer of viewers) await viewer.request("/orrery/session", {});
  expect(server.bus.topicTable.size).toBeGreaterThan(12_000);
  expect(world.topics().filter(({ name }) => name.startsWith("/wanted/"))).toEqual([]);
  const admin = await join(server, "admin");
  expect(admin.topics().filter(({ name }) => name.startsWith("/wanted/"))).toEqual([]);
  expect(await admin.request("/orrery/session", {})).toMatchObject({ role: "admin" });
  for (const viewer of viewers) viewer[Symbol.dispose]();
  await expect.poll(() => server.bus.topicTable.size).toBeLessThan(10);
});

test("[GW15] a world with more topics than any client may have is served whole", async () => {
  const { server, world } = await start();
  world.bus.batch(() => {
    for (let i = 0; i < 20_000; i++) world.advertise(`/model/m${i}/pose`, "gz.msgs.Pose");
  });
  const viewer = await join(server, "viewer");
  await viewer.until(() => viewer.topics().length > 20_000);
});
