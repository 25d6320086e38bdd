import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HistoryLimits } from "@orrery/sim";
import { logTo } from "@orrery/sim/host";
import { defaultConfig, startServer, startWorld, type WorldThreadOptions } from "../../packages/server/src/index.ts";

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly worldName: string;
}

export interface ServeOptions {
  /** Called with the progress. Without it, the world runs at its own pace; with it, at full speed. */
  readonly onProgress?: WorldThreadOptions["onProgress"];
  /** If left out, no history is kept. */
  readonly history?: HistoryLimits;
}

/** Returns a world behind a server of this process. */
export async function serve(sdf: string, { onProgress, history }: ServeOptions = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
  const file = join(folder, "world.sdf");
  writeFileSync(file, sdf);
  const server = await startServer({ port: 0, log: logTo(() => undefined) });
  const thread = await startWorld({
    world: file,
    resourceFolders: [],
    pluginFolders: [],
    systems: defaultConfig.systems,
    paused: false,
    targetFactor: onProgress === undefined ? 1 : 0,
    progress: onProgress !== undefined,
    attended: true,
    onLog: () => undefined,
    ...(history === undefined ? {} : { history }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  await server.attach(thread);
  return {
    url: server.url,
    worldName: thread.loaded.name,
    [Symbol.asyncDispose]: async () => {
      await thread[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}
