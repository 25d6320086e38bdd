// The entry of a Web Worker that runs a world without a server.
import { type Runner } from "@orrery/sim";
import { connectPeer, LogBoard, Node, PortLink, serve, textOf } from "@orrery/sim/host";
import type { LocalEvent, LocalRequest } from "./local/local-messages.ts";
import { loadWorld, print } from "./local/load-world.ts";
import { LocalFront } from "./local/local-front.ts";
import { LocalReplays } from "./local/local-replays.ts";
import { localPort } from "./local/local-port.ts";
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
      return await serveTo(request.port, runner, logBoard);
    case "run":
      for (let step = 0; step < request.steps; step++) runner.pass();
      return scope.postMessage({ kind: "ran", steps: runner.now().count, hash: runner.hash() });
  }
}

async function serveTo(port: MessagePort, runner: Runner, logBoard: LogBoard): Promise<void> {
  const host = new WorkerHost();
  const link = new PortLink(localPort(port));
  port.addEventListener("message", ({ data }) => {
    link.receive(data);
    host.arrived();
  });
  port.start();
  using front = new LocalFront(runner, () => host.nowMs());
  logBoard.serve(new Node(front.bus, { owner: "log" }));
  using replays = new LocalReplays(runner, host);
  host.onPoll = () => {
    front.tick();
    replays.tick();
  };
  connectPeer(front.bus, link);
  scope.postMessage({ kind: "ready" });
  await serve(runner, host);
}
