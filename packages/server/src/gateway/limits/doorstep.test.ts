import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { startServer, type Server } from "../../server.ts";
import type { Limits } from "./limits.ts";
import { get, smallWorld } from "../../testing/small-world.ts";

async function start(limits: Partial<Limits> = {}): Promise<Server> {
  const server = await startServer({ port: 0, log: logTo(() => undefined), limits });
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.attach(smallWorld().thread);
  return server;
}

/** Opens a socket that never closes its own half. */
async function open(server: Server): Promise<Socket> {
  const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const upgrade = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

test("[GW63] refused WebSockets are ended, also when the other side keeps its half open, and counted", async () => {
  const server = await start();
  const sockets = await Promise.all(Array.from({ length: 30 }, () => open(server)));
  for (const socket of sockets) socket.write(upgrade("/nope"));
  const [answer] = (await once(sockets[0]!, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  await expect.poll(() => server.strangers, { timeout: 20_000 }).toBe(0);
  expect(server.counters.refused.get("path")).toBe(30);
});

test("[GW63] of too many sockets the oldest go, and who comes last is answered", async () => {
  const server = await start({ strangers: 5 });
  const sockets = await Promise.all(Array.from({ length: 40 }, () => open(server)));
  await expect.poll(() => server.counters.refused.get("crowd")).toBe(35);
  expect(await get(server, "/health")).toMatchObject({ status: 200 });
  expect(server.strangers).toBeLessThanOrEqual(5);
  expect(sockets).toHaveLength(40);
});

test("[GW63] who asks again and again without waiting for answers is cut off", async () => {
  const server = await start();
  const socket = await open(server);
  const closed = once(socket, "close");
  socket.resume();
  socket.write(`GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(200));
  socket.once("end", () => socket.end());
  await closed;
  expect(server.counters.refused.get("pipelined")).toBe(1);
  expect(await get(server, "/health")).toMatchObject({ status: 200 });
});
