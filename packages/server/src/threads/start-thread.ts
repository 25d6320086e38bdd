import { Worker, type WorkerOptions } from "node:worker_threads";
import { usualPriority } from "./priority.ts";

/** Starts a thread that runs a module. */
export function startThread(module: URL, options: WorkerOptions): Worker {
  const argv = [module.href, String(usualPriority)];
  return new Worker(new URL("./thread.mjs", import.meta.url), { ...options, argv });
}
