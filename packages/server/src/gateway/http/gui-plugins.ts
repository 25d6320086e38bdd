import { textOf } from "@orrery/sim/front";
import type { IncomingMessage, ServerResponse } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { basename, extname } from "node:path";
import type { Log } from "@orrery/sim";
import { readLimited } from "../../files/files.ts";
import { fileIn, sendPath } from "../../files/static-files.ts";
import { send, sendJson } from "./http-answer.ts";
import { isBare, rewriteImports } from "./rewrite-imports.ts";

/** The modules that a plugin may import by name: the page's own copies, which its build puts at `/modules/NAME.js`. */
const SHARED = [
  "@orrery/gui",
  "@orrery/gui/panels",
  "@orrery/gui/render",
  "@orrery/sim",
  "@orrery/sim/components",
  "@orrery/sim/host",
  "@orrery/msgs",
  "react",
  "react/jsx-runtime",
  "three",
];

const MAX_MODULE_BYTES = 16 * 1024 * 1024;
const ENTRIES = ["index.js", "index.mjs", "index.ts"];

/** Serves third-party GUI plugins: folders listed in the config, each by its name at `/plugins/NAME/`. */
export class GuiPlugins {
  readonly #folders: ReadonlyMap<string, string>;
  readonly #log: Log;

  /** Throws if two folders have the same last part. */
  constructor(folders: readonly string[], log: Log) {
    this.#folders = new Map(folders.map((folder) => [basename(folder), folder]));
    this.#log = log;
  }

  /** Answers a request for a path below `/plugins/`. Resolves to `false` if nothing is there. */
  async answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (path === "/plugins/index.json") {
      sendJson(response, 200, { plugins: await this.#list() });
      return true;
    }
    const [, name = "", file = ""] = /^\/plugins\/([^/]+)(\/.+[^/])$/.exec(path) ?? [];
    const folder = this.#folders.get(name);
    const found = folder === undefined ? undefined : await fileIn(folder, file);
    if (found === undefined) return false;
    if (/^\.(m?js|ts)$/.test(extname(found.file).toLowerCase()))
      send(response, 200, "text/javascript", await this.#moduleText(name, found.file));
    else await sendPath({ ...found, cache: "no-cache" }, request, response);
    return true;
  }

  async #list(): Promise<{ name: string; module: string }[]> {
    const plugins: { name: string; module: string }[] = [];
    for (const [name, folder] of this.#folders) {
      const found = await Promise.all(ENTRIES.map(async (entry) => ((await fileIn(folder, entry)) ? entry : "")));
      const entry = found.find((one) => one !== "");
      if (entry !== undefined) plugins.push({ name, module: `/plugins/${encodeURIComponent(name)}/${entry}` });
      else this.#log.warn(`the GUI plugin ${folder} has none of ${ENTRIES.join(", ")}`);
    }
    return plugins;
  }

  /**
   * Returns the text of a module. An unavailable module throws when it is imported, with the reason; from an HTTP error
   * a page would learn only that there is no module.
   */
  async #moduleText(name: string, file: string): Promise<string> {
    try {
      return await moduleText(file);
    } catch (error) {
      const reason = `GUI plugin "${name}": ${textOf(error)}`;
      this.#log.warn(reason);
      return `throw new Error(${JSON.stringify(reason)});\n`;
    }
  }
}

async function moduleText(file: string): Promise<string> {
  const written = new TextDecoder().decode(await readLimited(file, MAX_MODULE_BYTES));
  const source = extname(file).toLowerCase() === ".ts" ? withoutTypes(written) : written;
  return rewriteImports(source, (specifier) => {
    if (!isBare(specifier)) return specifier;
    if (SHARED.includes(specifier)) return `/modules/${specifier}.js`;
    throw new Error(`${basename(file)} imports "${specifier}"; the page has ${SHARED.join(", ")}`);
  });
}

/** Suppresses Node's warning that the function is experimental, which nobody who runs a server can act on. */
function withoutTypes(source: string): string {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
