// A server in a process of its own, so that its memory is separate from that of the bench: FILE.
import { readFileSync } from "node:fs";
import { assertNever } from "@orrery/sim/host";
import { defaultConfig } from "../../packages/server/src/index.ts";
import { serve } from "../scenes/served.ts";
import type { FromServer, ToServer } from "./protocol.ts";

const [file = ""] = process.argv.slice(2);
const served = await serve(readFileSync(file, "utf8"), { history: defaultConfig.history });
process.on("message", (message: ToServer) => {
  switch (message.kind) {
    case "memory":
      return say({ kind: "memory", rss: process.memoryUsage.rss() });
    default:
      assertNever(message.kind);
  }
});
process.on("disconnect", () => void served[Symbol.asyncDispose]().then(() => process.exit(0)));
say({ kind: "serving", url: served.url, worldName: served.worldName });

function say(message: FromServer): void {
  process.send!(message);
}
