// A program outside of any world whose values can be watched like those of a world. Start a server (orrery run shapes),
// then run it with node_modules/node/bin/node examples/introspection/battery.ts [URL]
import { connectWs } from "@orrery/server";
import { Introspection, IntrospectionManager } from "@orrery/sim";
import { connectNode } from "@orrery/sim/front";
import { MessageRegistry } from "@orrery/msgs";

/** Seconds from one sample to the next. */
const STEP = 0.01;
/** What the battery holds, in ampere hours, and what its wires and cells resist, in ohm. */
const [CAPACITY, RESISTANCE] = [2.5, 0.08];

const url = new URL("ws", process.argv[2] ?? "http://127.0.0.1:8460/");
url.protocol = url.protocol.replace("http", "ws");
const node = await connectNode(await connectWs(url.href), new MessageRegistry(), {
  name: "battery",
  onClose: (reason) => {
    console.error(`the connection has ended: ${reason}`);
    process.exit(1);
  },
});

const cell = { charge: 1, current: 0 };
const voltage = (): number => 3.2 + cell.charge - RESISTANCE * cell.current;

const manager = new IntrospectionManager("battery");
// They follow a clock of their own, so that no replay of a world has their past.
manager.register("cell::voltage", {
  type: "double",
  units: ["V"],
  isLive: true,
  note: "at the clamps, under load",
  read: (_step, out, at) => void (out[at] = voltage()),
});
manager.register("cell::current", {
  type: "double",
  units: ["A"],
  isLive: true,
  read: (_step, out, at) => void (out[at] = cell.current),
});
const introspection = new Introspection({ manager, node, nowMs: () => performance.now() });

let count = 0;
const startMs = performance.now();
setInterval(() => {
  // Timers come late now and then: what they missed is made up for.
  while (count * STEP * 1000 < performance.now() - startMs) {
    const step = { count: ++count, dt: STEP, timeNs: count * STEP * 1e9 };
    introspection.begin(step);
    cell.current = 4 + 3 * Math.sin(step.timeNs / 1e9);
    cell.charge = Math.max(0, cell.charge - (cell.current * STEP) / 3600 / CAPACITY);
    introspection.sample(step, 0);
  }
}, STEP * 1000);
console.log(`offers /introspection/${manager.id}/items`);
