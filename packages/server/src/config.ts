import { dirname, resolve } from "node:path";
import { defaultSystems, MAX_FILE_BYTES, nearest, type Plugin } from "@orrery/sim";
import { isFolder, readLimited } from "./files.ts";
import { jsonErrorOffset } from "./json-place.ts";

/** How a server is set up, apart from the world it runs. */
export interface ServerConfig {
  /** Systems of a world whose file names none. */
  readonly systems: readonly Plugin[];
  /** Where systems of third parties come from. Absolute. */
  readonly pluginFolders: readonly string[];
  /** Where models are looked for by name, beside those of the environment. Absolute. */
  readonly resourceFolders: readonly string[];
}

export const defaultConfig: ServerConfig = {
  systems: defaultSystems,
  pluginFolders: [],
  resourceFolders: [],
};

/** A config that cannot be used; the message begins with the file, and the line or the place in the JSON. */
export class ConfigError extends Error {}

/** Reads a JSON file. What it leaves out is as in the default; its folders are relative to it. */
export async function readConfig(file: string): Promise<ServerConfig> {
  const text = new TextDecoder().decode(await readLimited(file, MAX_FILE_BYTES));
  const json = parseJson(text, file);
  const base = dirname(resolve(file));
  const root = object(json, "", file, ["systems", "pluginFolders", "resourceFolders"]);
  const folders = async (key: "pluginFolders" | "resourceFolders"): Promise<string[]> => {
    const named = list(root[key] ?? [], key, file).map((item, i) => string(item, `${key}[${i}]`, file));
    const paths = named.map((name) => resolve(base, name));
    for (const [i, path] of paths.entries()) {
      if (!(await isFolder(path))) throw wrong(file, `${key}[${i}]`, `there is no folder ${path}`);
    }
    return paths;
  };
  return {
    systems: root["systems"] === undefined ? defaultConfig.systems : readSystems(root["systems"], file),
    pluginFolders: await folders("pluginFolders"),
    resourceFolders: await folders("resourceFolders"),
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
    const message = error instanceof Error ? error.message : String(error);
    const before = text.slice(0, jsonErrorOffset(text)).split("\n");
    // V8 repeats the text, over many lines.
    const reason = message.replace(/,? (\.\.\.)?".*$| (in JSON )?at position .*$/s, "");
    throw new ConfigError(`${file}:${before.length}:${before.at(-1)!.length + 1}: error: this is no JSON: ${reason}`);
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
