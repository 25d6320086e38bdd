import { Worker, type WorkerOptions } from "node:worker_threads";

/** Starts a thread that runs a module of this folder. */
export function startThread(module: string, options: WorkerOptions): Worker {
  const { href } = new URL(module, import.meta.url);
  return new Worker(new URL("./thread.mjs", import.meta.url), { ...options, argv: [href] });
}
