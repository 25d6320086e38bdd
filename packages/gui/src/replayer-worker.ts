// The entry of a Web Worker that simulates the past of a page's own world once more, for curves that nobody recorded.
import { MessageRegistry } from "@orrery/msgs";
import { builtInSystems, logTo, ReplayQueue, SystemLibrary, transferOf } from "@orrery/sim/host";
import type { FromReplayer, ToReplayer } from "@orrery/sim/host";
import { print } from "./local/load-world.ts";
import { WorkerHost } from "./local/worker-host.ts";

/** The types of a page describe `self` as a window. */
const scope = self as unknown as {
  addEventListener(type: "message", listener: (event: MessageEvent<ToReplayer>) => void): void;
  postMessage(message: FromReplayer, transfer: ArrayBuffer[]): void;
};

const host = new WorkerHost();
const queue = new ReplayQueue({
  library: new SystemLibrary(builtInSystems),
  messages: new MessageRegistry(),
  // Everything else was logged when it happened.
  log: logTo((record) => void (record.level === "error" && print(record))),
  nowMs: () => host.nowMs(),
  post: (message) => scope.postMessage(message, transferOf(message)),
  breathe: () => host.breathe(),
});
scope.addEventListener("message", ({ data }) => queue.receive(data));
