// The entry of a Web Worker that runs a world without a server.
import { type Runner } from "@orrery/sim";
import { LogBoard, textOf } from "@orrery/sim/host";
import type { LocalEvent, LocalRequest } from "./local/local-messages.ts";
import { loadWorld, print } from "./local/load-world.ts";
import { LocalReplays, startReplayer } from "./local/local-replays.ts";
import { serveTo } from "./local/serve-to.ts";
import { WorkerHost } from "./local/worker-host.ts";

/** The types of a page describe `self` as a window. */
const scope = self as unknown as {
  addEventListener(type: "message", listener: (event: MessageEvent<LocalRequest>) => void): void;
  postMessage(event: LocalEvent): void;
};

scope.addEventListener("message", ({ data: request }) => {
  answer(request).catch((error: unknown) => {
    scope.postMessage({ kind: "failed", reason: textOf(error) });
  });
});

async function answer(request: LocalRequest): Promise<void> {
  const logBoard = new LogBoard({ nowMs: () => Date.now() });
  using runner = await loadWorld(request.world, (record) => {
    print(record);
    logBoard.add(record);
  });
  switch (request.kind) {
    case "serve":
      // It must not be disposed of before the world has ended.
      return await serveWorld(request.port, runner, logBoard);
    case "run":
      for (let step = 0; step < request.steps; step++) runner.pass();
      return scope.postMessage({ kind: "ran", steps: runner.now().count, hash: runner.hash() });
  }
}

async function serveWorld(port: MessagePort, runner: Runner, logBoard: LogBoard): Promise<void> {
  const host = new WorkerHost();
  using replays = new LocalReplays(runner, host, startReplayer);
  const onReady = (): void => scope.postMessage({ kind: "ready" });
  await serveTo(port, { runner, host, logBoard, onReady, onPoll: () => replays.tick() });
}
