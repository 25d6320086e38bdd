import type { Runner } from "@orrery/sim";
import { connectPeer, Node, PortLink, serve, type LogBoard } from "@orrery/sim/host";
import { LocalFront } from "./local-front.ts";
import { localPort } from "./local-port.ts";
import type { WorkerHost } from "./worker-host.ts";

/** Runs a world in this worker for the page behind a port, until the worker is terminated. */
export async function serveTo(
  port: MessagePort,
  { runner, host, logBoard, onReady, onPoll = () => {} }: ServeOptions,
): Promise<void> {
  const link = new PortLink(localPort(port));
  port.addEventListener("message", ({ data }) => {
    link.receive(data);
    host.arrived();
  });
  port.start();
  using front = new LocalFront(runner, () => host.nowMs());
  logBoard.serve(new Node(front.bus, { owner: "log" }));
  host.onPoll = () => {
    front.tick();
    onPoll();
  };
  connectPeer(front.bus, link);
  onReady();
  await serve(runner, host);
}

export interface ServeOptions {
  readonly runner: Runner;
  readonly host: WorkerHost;
  readonly logBoard: LogBoard;
  /** Called when the page can connect. */
  readonly onReady: () => void;
  /** Called between two passes. */
  readonly onPoll?: () => void;
}
