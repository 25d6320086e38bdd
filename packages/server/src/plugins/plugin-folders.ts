import { readdirSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { ModuleSource } from "@orrery/sim";

/** In the order in which they are tried. */
const ENDINGS = [".js", ".mjs", ".ts"];

/**
 * Finds third-party systems: ES modules in folders that the server's config lists. A plugin's filename `wind-gust`
 * means `wind-gust.js` or `wind-gust/index.js` in one of these folders, and never anything outside them.
 */
export class PluginFolders implements ModuleSource {
  readonly #folders: readonly string[];
  readonly #import: (url: string) => Promise<object>;

  /** `importModule` is the host's `import()`, by default this thread's. */
  constructor(folders: readonly string[], importModule = (url: string): Promise<object> => import(url)) {
    this.#folders = folders;
    this.#import = importModule;
  }

  async load(filename: string): Promise<{ readonly default?: unknown } | undefined> {
    const file = await this.find(filename);
    if (file === undefined) return undefined;
    try {
      return await this.#import(pathToFileURL(file).href);
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw new Error(`cannot load ${file}: ${reason}`, { cause: error });
    }
  }

  async has(filename: string): Promise<boolean> {
    return (await this.find(filename)) !== undefined;
  }

  /** Returns the file that a plugin's filename means. Throws if the name leads out of the folders. */
  async find(filename: string): Promise<string | undefined> {
    if (filename === "" || this.#folders.length === 0) return undefined;
    if (leavesFolder(filename)) throw new Error(`"${filename}" leads out of the plugin folders`);
    for (const folder of this.#folders) {
      for (const name of [filename, join(filename, "index")]) {
        for (const ending of ENDINGS) {
          const file = join(folder, name + ending);
          if (!(await isFile(file))) continue;
          if (await isInside(file, folder)) return file;
          throw new Error(`${file} is a link that leads out of its plugin folder`);
        }
      }
    }
    return undefined;
  }

  names(): readonly string[] {
    return [...new Set(this.#folders.flatMap(namesIn))].sort();
  }
}

function leavesFolder(filename: string): boolean {
  return isAbsolute(filename) || /[\0\\]/.test(filename) || filename.split("/").includes("..");
}

async function isInside(file: string, folder: string): Promise<boolean> {
  const way = relative(await realpath(folder), await realpath(file));
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

function namesIn(folder: string): string[] {
  const entries = listed(folder);
  return entries.flatMap((entry) => {
    const ending = ENDINGS.find((one) => entry.name.endsWith(one));
    if (ending !== undefined) return /\.(d|test)\.ts$/.test(entry.name) ? [] : [entry.name.slice(0, -ending.length)];
    const inside = entry.isDirectory() ? listed(join(folder, entry.name)).map(({ name }) => name) : [];
    return ENDINGS.some((one) => inside.includes(`index${one}`)) ? [entry.name] : [];
  });
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // The folder was removed since the server started; the names are needed only for hints.
    return [];
  }
}
