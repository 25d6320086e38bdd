import { MessageRegistry } from "@orrery/msgs";
import {
  builtInSystems,
  logTo,
  ReplayQueue,
  SystemLibrary,
  transferOf,
  type FromReplayer,
  type ToReplayer,
} from "@orrery/sim/host";
import { ZstdPacker } from "../logs/zstd-packer.ts";
import { PluginFolders } from "../plugins/plugin-folders.ts";
import { yieldToSimulations } from "../threads/priority.ts";
import { BEHIND, INBOX } from "../threads/signals.ts";
import { ReplayerDuty } from "./replayer-duty.ts";
import type { ReplayerStart } from "./replayer-start.ts";

/** Replays what the simulation thread asks for, with less priority than that thread. */
export async function runReplayer({ port, signals, pluginFolders, log: file }: ReplayerStart): Promise<void> {
  yieldToSimulations();
  const flags = new Int32Array(signals);
  const common = {
    library: new SystemLibrary(builtInSystems, new PluginFolders(pluginFolders)),
    messages: new MessageRegistry(),
    // Everything has been said when it happened; what a replay does differently is an error.
    log: logTo(({ level, message }) => void (level === "error" && process.stderr.write(`replay: ${message}\n`))),
    nowMs: () => performance.now(),
  };
  // Few worlds are logs, so what reads them is loaded only for those.
  const recorded = file === undefined ? undefined : (await import("./log-past.ts")).logPast(file, common);
  const duty = new ReplayerDuty(() => Atomics.load(flags, BEHIND) !== 0);
  const queue = new ReplayQueue({
    ...common,
    recorded,
    packer: new ZstdPacker(),
    post(message: FromReplayer) {
      port.postMessage(message, transferOf(message));
      Atomics.store(flags, INBOX, 1);
      Atomics.notify(flags, INBOX);
    },
    breathe: (how) => duty.breathe(how),
  });
  port.on("message", (message: ToReplayer) => queue.receive(message));
}
