import type { Link } from "@orrery/sim/host";
import type { LogRequest } from "./local-messages.ts";
import { linkToWorker } from "./open-local.ts";

/** Plays a log in a worker of this page. Rejects with what is wrong with the file; the worker ends with the link. */
export function openLog(file: File, workerUrl: string): Promise<Link> {
  const worker = new Worker(workerUrl, { type: "module", name: "log" });
  return linkToWorker(worker, (port) => ({ name: file.name, file, port }) satisfies LogRequest);
}

/**
 * Lets the browser keep the code of a worker, so that it can be started when the server is gone. Waits until the page
 * has nothing else to load.
 */
export function keepCode(url: string): void {
  const keep = (): void => void fetch(url, { priority: "low" }).catch(() => undefined);
  setTimeout(() => requestIdleCallback(keep, { timeout: IDLE_MS }), IDLE_MS);
}

const IDLE_MS = 2000;
