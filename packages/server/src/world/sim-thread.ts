// The entry of a simulation thread.
import { workerData } from "node:worker_threads";
import { loadRapierAlone } from "./lean-rapier.ts";
import { shareOwnModules } from "../plugins/own-modules.ts";
import type { ThreadStart } from "./thread-messages.ts";

shareOwnModules();
loadRapierAlone();
const { runWorld } = await import("./run-world.ts");
await runWorld(workerData as ThreadStart);
