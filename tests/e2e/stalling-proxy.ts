import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A connection to a server that can stall: connections stay open, but nothing passes, as in a network that has gone
 * away.
 */
export interface StallingProxy {
  readonly url: string;
  stall(): void;
  /** Passes on what was held back. */
  resume(): void;
}

/** Puts a proxy in front of a server on loopback, until the end of the test. */
export async function stallingProxy(target: string): Promise<StallingProxy> {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    if (isStalled) socket.pause();
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => to.write(bytes));
      from.on("end", () => to.end());
      from.on("close", () => to.destroy());
      keep(from);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
