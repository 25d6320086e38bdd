import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, resolve } from "node:path";
import { sendPath } from "../../files/static-files.ts";
import { queryOf, sendText } from "./http-answer.ts";

/** The logs that a server has recorded since it was started, which clients may download. */
export class RecordedLogs {
  readonly #paths = new Map<string, string>();

  /** Returns the name under which a log can be downloaded. */
  add(path: string): string {
    const name = basename(path);
    this.#paths.set(name, resolve(path));
    return name;
  }

  /** Answers with a log; with what has been written of it, if it is still being written. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = queryOf(request).get("file") ?? "";
    const file = this.#paths.get(name);
    const stats = file === undefined ? undefined : await stat(file).catch(() => undefined);
    if (file === undefined || stats === undefined || !stats.isFile() || stats.size === 0)
      return sendText(response, 404, "this server has not recorded a log of that name, or its file is gone");
    response.setHeader("Content-Disposition", `attachment; filename="${encodeURIComponent(name)}"`);
    await sendPath({ file, stats, cache: "no-store" }, request, response);
  }
}
