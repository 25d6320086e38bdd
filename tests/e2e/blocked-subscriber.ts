// A thread that subscribes, receives one message, and then blocks until it is released.
import { parentPort, workerData } from "node:worker_threads";
import { MessageRegistry } from "@orrery/msgs";
import { ANY_TYPE, connectNode } from "@orrery/sim/host";
import { connectWs } from "../../packages/server/src/gateway/ws-link.ts";

const { url, topic, release } = workerData as { url: string; topic: string; release: Int32Array };
const node = await connectNode(await connectWs(url), new MessageRegistry());
let isReleased = false;
const subscription = node.subscribe(
  topic,
  ANY_TYPE,
  () => {
    if (!isReleased) {
      parentPort?.postMessage({ blocked: true });
      Atomics.wait(release, 0, 0);
      isReleased = true;
    }
    // The first message after the gap says how many are missing.
    if (subscription.dropped > 0) {
      parentPort?.postMessage({ dropped: subscription.dropped });
      node[Symbol.dispose]();
    }
  },
  { queue: 10 },
);
