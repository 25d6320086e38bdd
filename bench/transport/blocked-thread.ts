// Subscribes to the clock of the simulation behind a port, receives it once, then blocks forever.
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { MessageRegistry } from "@orrery/msgs";
import { ANY_TYPE, connectNode, PortLink } from "@orrery/sim/host";

const { port, topic } = workerData as { port: MessagePort; topic: string };
const link = new PortLink(port);
port.on("message", (data) => link.receive(data));
const node = await connectNode(link, new MessageRegistry());
node.subscribe(topic, ANY_TYPE, () => {
  parentPort?.postMessage("blocked");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
