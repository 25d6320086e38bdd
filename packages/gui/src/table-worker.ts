// The entry of a Web Worker that writes curves into files.
import { textOf } from "@orrery/sim/host";
import { tableFile } from "./plugins/plot/saving/table-file.ts";
import type { FromTableWorker, ToTableWorker } from "./plugins/plot/saving/table-messages.ts";

/** The types of a page describe `self` as a window. */
const scope = self as unknown as {
  addEventListener(type: "message", listener: (event: MessageEvent<ToTableWorker>) => void): void;
  postMessage(message: FromTableWorker): void;
};

scope.addEventListener("message", ({ data }) => {
  tableFile(data, (share) => scope.postMessage({ kind: "progress", share })).then(
    (file) => scope.postMessage({ kind: "written", file }),
    (error: unknown) => scope.postMessage({ kind: "failed", reason: textOf(error) }),
  );
});
