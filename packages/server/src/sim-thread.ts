// The entry of a simulation thread.
import { workerData } from "node:worker_threads";
import { useCompileCache } from "./compile-cache.ts";
import { shareOwnModules } from "./own-modules.ts";
import type { ThreadStart } from "./thread-messages.ts";

useCompileCache();
shareOwnModules();
const { runWorld } = await import("./run-world.ts");
await runWorld(workerData as ThreadStart);
