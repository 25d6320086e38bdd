// The entry of the thread that simulates the past of a world once more, for curves of what nobody recorded.
import { workerData } from "node:worker_threads";
import { shareOwnModules } from "../plugins/own-modules.ts";
import type { ReplayerStart } from "./replayer-start.ts";

// Systems of third parties get the modules of this thread, as in a simulation thread.
shareOwnModules();
const { runReplayer } = await import("./run-replayer.ts");
await runReplayer(workerData as ReplayerStart);
