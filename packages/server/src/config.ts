import { basename, dirname, resolve } from "node:path";
import { nearest } from "@orrery/msgs/nearest";
import {
  defaultHistoryLimits,
  defaultSystems,
  MAX_FILE_BYTES,
  type HistoryLimits,
  type Plugin,
  ROLES,
  textOf,
} from "@orrery/sim/front";
import { isFolder, readLimited } from "./files/files.ts";
import type { Tokens } from "./gateway/people/access.ts";
import { defaultLimits, type Limits } from "./gateway/limits/limits.ts";
import { jsonErrorOffset } from "./files/json-place.ts";

/** The largest history that admins may set while a world runs, unless the config says otherwise. */
const MAX_HISTORY_MEGABYTES = 4096;

/** The configuration of a server, apart from its worlds. */
export interface ServerConfig {
  /** Systems that a world gets in addition to those that its file names. */
  readonly systems: readonly Plugin[];
  /** Folders of third-party systems. Absolute. */
  readonly pluginFolders: readonly string[];
  /** Folders to search for models by name, in addition to those of the environment. Absolute. */
  readonly resourceFolders: readonly string[];
  /** The address to listen on, if the command line has none. */
  readonly host: string | undefined;
  /** Names that requests may use for the server, in addition to the machine's own. */
  readonly hosts: readonly string[];
  /** Origins whose pages may connect, in addition to the server's own. */
  readonly origins: readonly string[];
  readonly tokens: Tokens;
  readonly limits: Partial<Limits>;
  /** How much of a world's history is kept, so that commands can be undone. */
  readonly history: HistoryLimits;
  /** Folders of third-party GUI plugins, one per plugin. Absolute. */
  readonly guiPlugins: readonly string[];
  /** The JSON file that configures the page. Absolute. */
  readonly guiConfig: string | undefined;
  /** The folder of logs that clients begin. Absolute. */
  readonly logFolder: string;
}

export const defaultConfig: ServerConfig = {
  systems: defaultSystems,
  pluginFolders: [],
  resourceFolders: [],
  host: undefined,
  hosts: [],
  origins: [],
  tokens: {},
  limits: {},
  history: { ...defaultHistoryLimits, enabled: true, mostBytes: MAX_HISTORY_MEGABYTES * 1e6 },
  guiPlugins: [],
  guiConfig: undefined,
  logFolder: resolve("."),
};

/** Returns why a text is not a valid token; `undefined` if it is. */
export function tokenProblem(token: string): string | undefined {
  if (!/^[!-~]*$/.test(token)) return "a token must not contain spaces or special characters";
  return token.length < MIN_TOKEN ? `a token must have at least ${MIN_TOKEN} characters` : undefined;
}

/** A shorter token could be guessed. */
const MIN_TOKEN = 8;

/** A config that cannot be used; the message begins with the file, and the line or the path in the JSON. */
export class ConfigError extends Error {}

/** Reads a JSON file. Missing settings have their defaults; folders are relative to the file. */
export async function readConfig(file: string): Promise<ServerConfig> {
  const json = await readJsonFile(file);
  const base = dirname(resolve(file));
  const root = object(json, "", file, Object.keys(defaultConfig));
  const texts = (key: keyof ServerConfig): string[] =>
    list(root[key] ?? [], key, file).map((item, i) => string(item, `${key}[${i}]`, file));
  const folders = async (key: "pluginFolders" | "resourceFolders" | "guiPlugins"): Promise<string[]> => {
    const paths = texts(key).map((name) => resolve(base, name));
    for (const [i, path] of paths.entries()) {
      if (!(await isFolder(path))) throw wrong(file, `${key}[${i}]`, `there is no folder ${path}`);
    }
    return paths;
  };
  const guiConfig = root["guiConfig"] === undefined ? undefined : string(root["guiConfig"], "guiConfig", file);
  const logFolder = root["logFolder"] === undefined ? undefined : string(root["logFolder"], "logFolder", file);
  const guiPlugins = await folders("guiPlugins");
  const twice = guiPlugins.findIndex((path, i) =>
    guiPlugins.slice(0, i).some((one) => basename(one) === basename(path)),
  );
  if (twice >= 0) throw wrong(file, `guiPlugins[${twice}]`, `there is another "${basename(guiPlugins[twice]!)}"`);
  return {
    systems: root["systems"] === undefined ? defaultConfig.systems : readSystems(root["systems"], file),
    pluginFolders: await folders("pluginFolders"),
    resourceFolders: await folders("resourceFolders"),
    host: root["host"] === undefined ? undefined : string(root["host"], "host", file),
    hosts: texts("hosts"),
    origins: texts("origins").map((origin, i) => readOrigin(origin, `origins[${i}]`, file)),
    tokens: readTokens(root["tokens"] ?? {}, file),
    limits: readLimits(root["limits"] ?? {}, file),
    history: readHistory(root["history"] ?? {}, file),
    guiPlugins,
    guiConfig: guiConfig === undefined ? undefined : await checkGuiConfig(resolve(base, guiConfig)),
    logFolder: logFolder === undefined ? defaultConfig.logFolder : resolve(base, logFolder),
  };
}

/** Checks that a GUI config is JSON, and returns its path. */
export async function checkGuiConfig(file: string): Promise<string> {
  const json = await readJsonFile(file);
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw unlike("an object", json, "", file);
  return resolve(file);
}

async function readJsonFile(file: string): Promise<unknown> {
  return parseJson(new TextDecoder().decode(await readLimited(file, MAX_FILE_BYTES)), file);
}

function readOrigin(origin: string, path: string, file: string): string {
  if (URL.parse(origin)?.origin === origin) return origin;
  throw wrong(file, path, `"${origin}" is not an origin, such as https://lab.example`);
}

/** Reads one token per role, or a list of them. */
function readTokens(json: unknown, file: string): Tokens {
  const root = object(json, "tokens", file, ROLES);
  const tokens = Object.entries(root).map(([role, value]) => {
    const path = `tokens.${role}`;
    const texts = typeof value === "string" ? [value] : list(value, path, file).map((one) => string(one, path, file));
    for (const text of texts) {
      const problem = tokenProblem(text);
      if (problem !== undefined) throw wrong(file, path, problem);
    }
    return [role, texts] as const;
  });
  return Object.fromEntries(tokens);
}

function readLimits(json: unknown, file: string): Partial<Limits> {
  const root = object(json, "limits", file, Object.keys(defaultLimits));
  for (const [key, value] of Object.entries(root)) {
    if (!Number.isSafeInteger(value) || (value as number) < 1) {
      throw unlike("a whole number above 0", value, `limits.${key}`, file);
    }
  }
  return root;
}

function readHistory(json: unknown, file: string): HistoryLimits {
  const root = object(json, "history", file, ["enabled", "megabytes", "mostMegabytes", "commands", "branches"]);
  const {
    enabled = true,
    megabytes = defaultHistoryLimits.byteLimit / 1e6,
    commands = defaultHistoryLimits.commandLimit,
    branches = defaultHistoryLimits.branchLimit,
    mostMegabytes = Math.max(MAX_HISTORY_MEGABYTES, Number(megabytes)),
  } = root;
  if (typeof enabled !== "boolean") throw unlike("true or false", enabled, "history.enabled", file);
  for (const [key, value] of Object.entries({ megabytes, mostMegabytes, commands, branches })) {
    if (typeof value !== "number" || !(value >= 1)) throw unlike("a number from 1 on", value, `history.${key}`, file);
  }
  return {
    enabled,
    byteLimit: (megabytes as number) * 1e6,
    mostBytes: (mostMegabytes as number) * 1e6,
    commandLimit: Math.floor(commands as number),
    branchLimit: Math.floor(branches as number),
  };
}

function readSystems(json: unknown, file: string): Plugin[] {
  return list(json, "systems", file).map((item, i) => {
    const path = `systems[${i}]`;
    const system = object(item, path, file, ["name", "filename", "innerXml"]);
    const text = (key: string): string => string(system[key] ?? "", `${path}.${key}`, file);
    if (text("name") === "") throw wrong(file, `${path}.name`, "a system needs a name");
    return { name: text("name"), filename: text("filename"), innerXml: text("innerXml") };
  });
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = textOf(error);
    const before = text.slice(0, jsonErrorOffset(text)).split("\n");
    // V8's message repeats the text, over many lines.
    const reason = message.replace(/,? (\.\.\.)?".*$| (in JSON )?at position .*$/s, "");
    throw new ConfigError(`${file}:${before.length}:${before.at(-1)!.length + 1}: error: this is not JSON: ${reason}`);
  }
}

function object(
  json: unknown,
  path: string,
  file: string,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw unlike("an object", json, path, file);
  for (const key of Object.keys(json)) {
    if (known.includes(key)) continue;
    const near = nearest(key, known);
    const hint = near === undefined ? `known are ${known.join(", ")}` : `did you mean "${near}"?`;
    throw wrong(file, path === "" ? key : `${path}.${key}`, `there is no such setting; ${hint}`);
  }
  return json as Record<string, unknown>;
}

function list(json: unknown, path: string, file: string): readonly unknown[] {
  if (!Array.isArray(json)) throw unlike("a list", json, path, file);
  return json;
}

function string(json: unknown, path: string, file: string): string {
  if (typeof json !== "string") throw unlike("a text", json, path, file);
  return json;
}

function unlike(expected: string, json: unknown, path: string, file: string): ConfigError {
  return wrong(file, path, `expected ${expected}, got ${(JSON.stringify(json) ?? "nothing").slice(0, 60)}`);
}

function wrong(file: string, path: string, reason: string): ConfigError {
  return new ConfigError(`${file}: error: ${path === "" ? "" : `${path}: `}${reason}`);
}
