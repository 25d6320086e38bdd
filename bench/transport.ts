import { readFileSync } from "node:fs";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { connectPeer, PortLink } from "@orrery/sim";
import { TestSim } from "@orrery/sim/testing";
import type { Bench } from "./harness.ts";

export const name = "transport";

/** A step of the sample world whose clock a blocked thread has subscribed to, against one that nobody listens to. */
export async function run(bench: Bench): Promise<void> {
  const shapes = readFileSync(new URL("../worlds/shapes.sdf", import.meta.url), "utf8");
  using heard = await TestSim.load(shapes);
  using alone = await TestSim.load(shapes);
  const worker = await blockedListener(heard, "/clock");
  const both = { ours: () => heard.run({ steps: 1 }), reference: () => alone.run({ steps: 1 }) };
  await bench.compare({ name: "transport/blocked-subscriber", ...both, batch: 200, budget: 1.05 });
  await worker.terminate();
}

/** Steps the world until a thread of its own has heard a message and fallen silent. */
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
