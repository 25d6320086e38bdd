// The entry of a Web Worker that simulates a recorded run once more, for curves that nobody recorded.
import { LogReplayer } from "@orrery/sim/host";
import { LogFile } from "@orrery/sim/logs";
import { BlobSource } from "./local/blob-source.ts";
import type { RecordedFile } from "./local/local-messages.ts";
import { serveReplays, type ReplayScope } from "./local/replay-worker.ts";

// The first message is the log; those after it are for the replayer.
self.addEventListener(
  "message",
  ({ data: { name, file } }: MessageEvent<RecordedFile>) => {
    const open = (): Promise<LogFile> => LogFile.open(new BlobSource(name, file));
    serveReplays(self as unknown as ReplayScope, (common) => new LogReplayer(open, common));
  },
  { once: true },
);
