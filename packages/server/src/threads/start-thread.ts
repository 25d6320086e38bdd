import { Worker, type WorkerOptions } from "node:worker_threads";

/** Starts a thread that runs a module. */
export function startThread(module: URL, options: WorkerOptions): Worker {
  return new Worker(new URL("./thread.mjs", import.meta.url), { ...options, argv: [module.href] });
}
