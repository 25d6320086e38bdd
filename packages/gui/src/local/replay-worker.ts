import { MessageRegistry } from "@orrery/msgs";
import {
  builtInSystems,
  logTo,
  ReplayQueue,
  SystemLibrary,
  transferOf,
  type FromReplayer,
  type ReplayQueueOptions,
  type ToReplayer,
} from "@orrery/sim/host";
import { print } from "./load-world.ts";
import { WorkerHost } from "./worker-host.ts";

/** What a worker that replays the past needs of its global object; the types of a page describe that as a window. */
export interface ReplayScope {
  addEventListener(type: "message", listener: (event: MessageEvent<ToReplayer>) => void): void;
  postMessage(message: FromReplayer, transfer: ArrayBuffer[]): void;
}

/** What every replayer is made with. */
type Common = Pick<ReplayQueueOptions, "library" | "messages" | "log" | "nowMs">;

/** Replays in this worker what a world in another one asks for: its own past, or the one that `recorded` returns. */
export function serveReplays(scope: ReplayScope, recorded?: (common: Common) => ReplayQueueOptions["recorded"]): void {
  const host = new WorkerHost();
  const common: Common = {
    library: new SystemLibrary(builtInSystems),
    messages: new MessageRegistry(),
    // Everything else was logged when it happened.
    log: logTo((record) => void (record.level === "error" && print(record))),
    nowMs: () => host.nowMs(),
  };
  const queue = new ReplayQueue({
    ...common,
    recorded: recorded?.(common),
    post: (message) => scope.postMessage(message, transferOf(message)),
    breathe: () => host.breathe(),
  });
  scope.addEventListener("message", ({ data }) => queue.receive(data));
}
