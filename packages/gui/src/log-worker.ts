// The entry of a Web Worker that plays a log without a server. It loads no physics, and nothing after its start, since
// the server that the page came from may be gone by then; only curves of the past need more.
import { MessageRegistry } from "@orrery/msgs";
import { builtInSystems, LogBoard, logTo, Runner, SystemLibrary, textOf } from "@orrery/sim/host";
import { LogFile, playbackOptions } from "@orrery/sim/logs";
import { BlobSource } from "./local/blob-source.ts";
import type { LocalEvent, LogRequest } from "./local/local-messages.ts";
import { LocalReplays, startLogReplayer } from "./local/local-replays.ts";
import { print } from "./local/load-world.ts";
import { serveTo } from "./local/serve-to.ts";
import { WorkerHost } from "./local/worker-host.ts";

/** The types of a page describe `self` as a window. */
const scope = self as unknown as {
  addEventListener(type: "message", listener: (event: MessageEvent<LogRequest>) => void): void;
  postMessage(event: LocalEvent): void;
};

scope.addEventListener("message", ({ data: request }) => {
  play(request).catch((error: unknown) => scope.postMessage({ kind: "failed", reason: textOf(error) }));
});

async function play({ name, file, port }: LogRequest): Promise<void> {
  const host = new WorkerHost();
  const logBoard = new LogBoard({ nowMs: () => Date.now() });
  const log = logTo((record) => {
    print(record);
    logBoard.add(record);
  });
  const opened = await LogFile.open(new BlobSource(name, file));
  if (!opened.isWhole) log.warn(`${name}: it was cut off; it is played as far as it goes`);
  using runner = await Runner.create({
    ...playbackOptions(opened, (error) => log.error(textOf(error))),
    library: new SystemLibrary(builtInSystems),
    messages: new MessageRegistry(),
    log,
    nowMs: () => host.nowMs(),
    targetFactor: 1,
    paused: true,
  });
  using replays = new LocalReplays(runner, host, () => startLogReplayer({ name, file }));
  const onReady = (): void => scope.postMessage({ kind: "ready" });
  await serveTo(port, { runner, host, logBoard, onReady, onPoll: () => replays.tick() });
}
