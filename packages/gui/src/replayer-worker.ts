// The entry of a Web Worker that simulates the past of a page's own world once more, for curves that nobody recorded.
import { serveReplays, type ReplayScope } from "./local/replay-worker.ts";

serveReplays(self as unknown as ReplayScope);
