import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "@orrery/sim";
import type { LoadProgress } from "@orrery/sim/host";
import type { RecordedLogs } from "./recorded-logs.ts";
import { sendFile } from "../../files/static-files.ts";
import type { Access } from "../people/access.ts";
import type { Assets } from "./assets.ts";
import type { GuiPlugins } from "./gui-plugins.ts";
import { pathOf, queryOf, send, sendJson, sendText } from "./http-answer.ts";
import { prometheusText, type ServerState } from "./metrics.ts";
import { statusPage } from "./status-page.ts";

export interface RoutesOptions {
  readonly access: Access;
  /** The folder of the built page. */
  readonly page: string;
  readonly plugins: GuiPlugins;
  /** Returns the files of the world in a namespace; `undefined` if none are served. */
  readonly assets: (namespace: string) => Assets | undefined;
  readonly logs: RecordedLogs;
  /** The path of a JSON file that configures the page. */
  readonly guiConfig: string | undefined;
  /** Returns why no world is running; `undefined` if one is. */
  readonly absence: () => string | undefined;
  /** Returns the progress of a world that is being loaded. */
  readonly loading: () => LoadProgress | undefined;
  /** Returns details for clients with access. */
  readonly health: (request: IncomingMessage) => object;
  readonly state: () => Promise<ServerState>;
  readonly log: Log;
}

/** Decides what is answered at which path, and to whom. */
export class Routes {
  readonly #options: RoutesOptions;

  constructor(options: RoutesOptions) {
    this.#options = options;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      // Without the query, which may contain a token.
      this.#options.log.error(`cannot answer ${pathOf(request) ?? "a request"}: ${String(error)}`);
      if (!response.headersSent) sendText(response, 500, "something went wrong here; the server's log tells more");
      else response.destroy();
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { access, page, plugins } = this.#options;
    if (!access.isOwnHost(request)) return sendText(response, 403, "this server answers to its own names only");
    const path = pathOf(request);
    const isGiven = request.method === "PUT" && path === "/assets";
    if (request.method !== "GET" && request.method !== "HEAD" && !isGiven) {
      response.setHeader("Allow", "GET, HEAD");
      return sendText(response, 405, "only GET and HEAD are answered here");
    }
    if (path === undefined) return sendText(response, 400, "this is no path");
    if (path === "/health") return this.#sendHealth(request, response);
    if (path === "/gui-config.json") return this.#sendGuiConfig(response);
    if (GUARDED.includes(path)) return this.#answerGuarded(path, request, response);
    if (path.startsWith("/plugins/") && (await plugins.answer(path, request, response))) return;
    if (await sendFile(page, path, request, response)) return;
    if (path === "/") return send(response, 200, "text/html", unbuiltPage);
    sendText(response, 404, `there is nothing at ${path}`);
  }

  /** Answers requests about the worlds, for clients with access. */
  async #answerGuarded(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { access, state } = this.#options;
    const role = access.roleOf(request);
    if (role === undefined) {
      response.setHeader("WWW-Authenticate", "Bearer");
      return sendText(response, 401, "this needs a token: ?token=… or Authorization: Bearer …");
    }
    if (path === "/metrics") return send(response, 200, "text/plain; version=0.0.4", prometheusText(await state()));
    if (path === "/status") return send(response, 200, "text/html", statusPage(await state()));
    if (path === "/logs") return this.#options.logs.answer(request, response);
    const namespace = queryOf(request).get("world") ?? "";
    const assets = this.#options.assets(namespace);
    if (assets === undefined) return sendText(response, 404, `no files of a world "${namespace}" are served here`);
    if (request.method !== "PUT") return assets.answer(request, response);
    if (role === "viewer") return sendText(response, 403, "giving files needs the role operator");
    if (!access.isOwnOrigin(request)) return sendText(response, 403, "only this server's own pages may give files");
    return assets.receive(request, response);
  }

  /** Sends the state of health. Strangers learn only whether the server is well. */
  #sendHealth(request: IncomingMessage, response: ServerResponse): void {
    const { access, absence, loading, health } = this.#options;
    const role = access.roleOf(request);
    const reason = absence();
    const brief = { ok: reason === undefined, ...(reason === undefined ? {} : { reason, loading: loading() }) };
    const whole = { ...health(request), ...(access.wantsToken ? { role } : {}) };
    sendJson(
      response,
      brief.ok ? 200 : 503,
      role === undefined ? { ...brief, token: "wanted" } : { ...brief, ...whole },
    );
  }

  async #sendGuiConfig(response: ServerResponse): Promise<void> {
    const { guiConfig } = this.#options;
    // Read for each request, so that reloading the page shows changes to the file.
    send(response, 200, "application/json", guiConfig === undefined ? "{}\n" : await readFile(guiConfig, "utf8"));
  }
}

const GUARDED = ["/metrics", "/status", "/assets", "/logs"];

const unbuiltPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Orrery</title>
<h1>Orrery is running</h1>
<p>The page that shows the world has not been built yet. <code>npm start</code> builds it and starts a world.</p>
<p>The world can be talked to all the same: <code>npx orrery topic list</code>.</p>
</html>
`;
