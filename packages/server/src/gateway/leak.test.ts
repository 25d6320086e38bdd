import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Rng } from "@orrery/sim";
import { logTo } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { fuzzedPacket, helloPacket, UNKNOWN_KIND } from "../../../../tests/e2e/fuzzed-frames.ts";
import { soak } from "../../../../tests/soak.ts";
import { startServer } from "../server.ts";
import { smallWorld } from "../testing/small-world.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Connects and stays until its last frame, which nobody is allowed to send. */
async function offend(url: string, rng: Rng): Promise<void> {
  const socket = new WebSocket(url);
  const closed = once(socket, "close");
  // A socket that is closed while it still sends may see the connection reset.
  socket.on("error", () => undefined);
  await once(socket, "open");
  socket.send(helloPacket());
  for (let frame = 0; frame < 5; frame++) socket.send(fuzzedPacket(rng));
  socket.send(UNKNOWN_KIND);
  await closed;
}

test("[GW14] connections that broke the rules leave no memory behind", { timeout: 120_000 }, async () => {
  const server = await startServer({ port: 0, log: logTo(() => undefined) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.attach(smallWorld().thread);
  const url = `${server.url.replace("http", "ws")}ws`;
  const rng = new Rng(Uint32Array.of(1, 2, 3, 4));
  const heapAfter = async (rounds: number): Promise<number> => {
    for (let round = 0; round < rounds; round++) {
      await Promise.all(Array.from({ length: 10 }, () => offend(url, rng)));
    }
    await expect.poll(() => [server.sessions.size, server.bus.neighbours.size]).toEqual([0, 1]);
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(20);
  const rounds = soak(800);
  const grown = (await heapAfter(rounds)) - before;
  // A connection that is still open takes some 10 kB.
  expect(grown / (rounds * 10)).toBeLessThan(4000);
});
