import { PortLink, type Link } from "@orrery/sim/host";
import type { LocalEvent, LocalRequest, WorldSource } from "./local-messages.ts";
import { localPort } from "./local-port.ts";

/** Loads a world into a worker of this page. Rejects if it cannot be loaded; the worker ends with the link. */
export function openLocal(world: WorldSource): Promise<Link> {
  const worker = new Worker(new URL("../local-worker.ts", import.meta.url), { type: "module", name: "world" });
  return linkToWorker(worker, (port) => ({ kind: "serve", world, port }) satisfies LocalRequest);
}

/** Sends a worker its request, and links the page to the world that runs in it. Rejects if there will be none. */
export function linkToWorker(worker: Worker, request: (port: MessagePort) => object): Promise<Link> {
  const { port1: own, port2: port } = new MessageChannel();
  const link = new PortLink({ ...localPort(own), close: () => worker.terminate() });
  own.addEventListener("message", ({ data }) => link.receive(data));
  own.start();
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      worker.terminate();
      link.ended(reason);
      reject(new Error(reason));
    };
    worker.addEventListener("error", ({ message }) => fail(message || "The worker could not be started"));
    worker.addEventListener("message", ({ data: event }: MessageEvent<LocalEvent>) => {
      if (event.kind === "ready") resolve(link);
      else if (event.kind === "failed") fail(event.reason);
    });
    worker.postMessage(request(port), [port]);
  });
}
