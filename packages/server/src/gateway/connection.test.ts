import { once } from "node:events";
import { createServer, type IncomingMessage, type Server as HttpServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { Connection } from "./connection.ts";
import type { Session } from "./people/sessions.ts";

/** Connects a WebSocket and returns both of its ends, the server's first. */
async function pair(): Promise<{ connection: Connection; near: WebSocket; far: WebSocket; farSocket: Socket }> {
  const http: HttpServer = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void http.close());
  await once(http, "listening");
  const far = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  far.on("error", () => undefined);
  const upgraded = once(far, "upgrade") as Promise<[IncomingMessage]>;
  onTestFinished(() => far.terminate());
  const [request, socket, head] = (await once(http, "upgrade")) as [never, Socket, Buffer];
  const near = await new Promise<WebSocket>((resolve) =>
    new WebSocketServer({ noServer: true }).handleUpgrade(request, socket, head, resolve),
  );
  onTestFinished(() => near.terminate());
  const connection = new Connection({ webSocket: near, socket, session: {} as Session, onGrown: () => undefined });
  await once(far, "open");
  return { connection, near, far, farSocket: (await upgraded)[0].socket };
}

test("[GW62] one that has not read anything for half a minute is cut off; one that reads a little is not", async () => {
  const { connection, near, far, farSocket } = await pair();
  far.pause();
  near.send(Buffer.alloc(64 * 1024 * 1024));
  // A whole number, so that half a minute later is exact.
  const start = Math.round(performance.now());
  for (const seconds of [0, 10, 20, 30]) connection.check(start + seconds * 1000);
  expect(near.readyState).toBe(WebSocket.OPEN);
  // Only a small part of the message.
  const before = farSocket.bytesRead;
  far.resume();
  await new Promise<void>((resolve) => {
    farSocket.on("data", () => {
      if (farSocket.bytesRead < before + 8 * 1024 * 1024) return;
      far.pause();
      resolve();
    });
  });
  expect(connection.unsentBytes).toBeGreaterThan(0);
  connection.check(start + 41_000);
  expect(near.readyState).toBe(WebSocket.OPEN);

  const ended = once(near, "close");
  for (const seconds of [50, 60, 70, 80, 90, 100]) connection.check(start + seconds * 1000);
  await ended;
});

test("[GW62] one that does not finish its message for half a minute is cut off, and told why", async () => {
  const { connection, far } = await pair();
  far.send(Buffer.alloc(1000), { fin: false });
  await expect.poll(() => connection.unfinishedBytes).toBeGreaterThan(1000);
  const start = performance.now();
  for (const seconds of [0, 10, 20, 30, 40]) connection.check(start + seconds * 1000);
  const [, reason] = (await once(far, "close")) as [number, Buffer];
  expect(reason.toString()).toBe("it neither reads nor finishes what it sends");
});
