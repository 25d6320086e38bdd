import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { MessageRegistry } from "@orrery/msgs";
import { connectNode, connectPeer, PortLink } from "@orrery/sim/host";
import { TestSim } from "@orrery/sim/testing";
import { connectWs } from "../packages/server/src/gateway/ws-link.ts";
import type { Bench } from "./harness.ts";

export const name = "transport";

/**
 * Measures a step of the sample world whose clock a blocked thread has subscribed to, against one without listeners.
 */
export async function run(bench: Bench): Promise<void> {
  const shapes = readFileSync(new URL("../worlds/shapes.sdf", import.meta.url), "utf8");
  using heard = await TestSim.load(shapes);
  using alone = await TestSim.load(shapes);
  const worker = await blockedListener(heard, "/clock");
  const both = { ours: () => heard.run({ steps: 1 }), reference: () => alone.run({ steps: 1 }) };
  await bench.compare({ name: "transport/blocked-subscriber", ...both, batch: 200, budget: 1.05 });
  await worker.terminate();
  await inputLatency(bench);
}

const PROBES = 2000;

/**
 * Measures the time from a client's publish, over WebSocket, until a system of a world at 1 kHz has the message: the
 * slowest of a hundred.
 */
async function inputLatency(bench: Bench): Promise<void> {
  const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const args = ["run", file("../worlds/shapes.sdf"), "--port", "0", "--config", file("./transport/orrery.json")];
  const server = spawn(process.execPath, [file("../packages/server/src/cli.mjs"), ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const url = `${String(line).trim().split(" ")[1]!.replace("http", "ws")}ws`;
  using node = await connectNode(await connectWs(url), new MessageRegistry());
  const probe = node.advertise("/probe", "gz.msgs.Double");
  await node.until(() => probe.hasSubscribers);
  const times: number[] = [];
  let heard = Promise.withResolvers<void>();
  node.subscribe("/latency", "gz.msgs.Double", ({ value }) => {
    times.push(value.data ?? 0);
    heard.resolve();
  });
  while (times.length < PROBES) {
    heard = Promise.withResolvers<void>();
    probe.publish({ data: performance.timeOrigin + performance.now() });
    await heard.promise;
  }
  server.kill("SIGINT");
  // The first half is warm-up: V8 compiles, and the shapes still fall.
  const warm = times.slice(PROBES / 2).sort((a, b) => a - b);
  const slowest = warm[Math.floor(0.99 * warm.length)]!;
  bench.figure({ name: "transport/input-latency-p99", ours: slowest, budget: 5, unit: "ms" });
}

/** Steps the world until a thread has received a message and blocked. */
async function blockedListener(sim: TestSim, topic: string): Promise<Worker> {
  const { port1, port2 } = new MessageChannel();
  const link = new PortLink(port1);
  connectPeer(sim.runner.bus, link);
  const worker = new Worker(new URL("./transport/blocked-thread.ts", import.meta.url), {
    workerData: { port: port2, topic },
    transferList: [port2],
  });
  let isBlocked = false;
  worker.on("message", () => (isBlocked = true));
  while (!isBlocked) {
    for (let got = receiveMessageOnPort(port1); got !== undefined; got = receiveMessageOnPort(port1))
      link.receive(got.message);
    sim.run({ steps: 1 });
    await new Promise(setImmediate);
  }
  return worker;
}
