// The entry of a Web Worker that writes curves into a file, or reads those of a file.
import { textOf } from "@orrery/sim/host";
import { memoryOf, readFile } from "./plugins/plot/files/read-file.ts";
import type { FromTableWorker, ToTableWorker } from "./plugins/plot/files/table-messages.ts";
import { tableFile } from "./plugins/plot/saving/table-file.ts";

/** The types of a page describe `self` as a window. */
const scope = self as unknown as {
  addEventListener(type: "message", listener: (event: MessageEvent<ToTableWorker>) => void): void;
  postMessage(message: FromTableWorker, transfer?: ArrayBuffer[]): void;
};

scope.addEventListener("message", ({ data }) => {
  perform(data).catch((error: unknown) => scope.postMessage({ kind: "failed", reason: textOf(error) }));
});

async function perform(request: ToTableWorker): Promise<void> {
  const onProgress = (share: number): void => scope.postMessage({ kind: "progress", share });
  if (request.kind === "write") {
    scope.postMessage({ kind: "done", result: await tableFile(request, onProgress) });
  } else {
    const result = await readFile(request.file, onProgress);
    scope.postMessage({ kind: "done", result }, memoryOf(result));
  }
}
