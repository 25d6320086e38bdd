import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FromServer, ToServer } from "./protocol.ts";

/** A world behind a server in another process, with a history, at its own pace. */
export class ServedWorld implements AsyncDisposable {
  readonly url: string;
  readonly worldName: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  static async start(sdf: string): Promise<ServedWorld> {
    const folder = mkdtempSync(join(tmpdir(), "orrery-undo-"));
    const file = join(folder, "world.sdf");
    writeFileSync(file, sdf);
    const child = fork(fileURLToPath(new URL("./server-process.ts", import.meta.url)), [file]);
    const [serving] = (await once(child, "message")) as [FromServer & { kind: "serving" }];
    return new ServedWorld(child, folder, serving);
  }

  private constructor(child: ChildProcess, folder: string, { url, worldName }: FromServer & { kind: "serving" }) {
    this.#child = child;
    this.#folder = folder;
    this.url = url;
    this.worldName = worldName;
  }

  /** Asks for the resident memory of its process, in bytes. */
  async rss(): Promise<number> {
    const question: ToServer = { kind: "memory" };
    this.#child.send(question);
    const [answer] = (await once(this.#child, "message")) as [FromServer & { kind: "memory" }];
    return answer.rss;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, "exit");
    this.#child.disconnect();
    await gone;
    rmSync(this.#folder, { recursive: true });
  }
}
