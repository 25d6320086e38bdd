import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { nearest } from "@orrery/msgs/nearest";
import { Failure } from "./failure.ts";

/** The folder of sample worlds. */
export const worldsFolder = fileURLToPath(new URL("../../../../worlds/", import.meta.url));

/**
 * Returns the file that a WORLD on the command line means: a path, or the bare name of a world that comes with Orrery.
 */
export function worldPath(named: string): string {
  if (/\.mcap$/i.test(named))
    throw new Failure(`${named}: error: this is a log, not a world: npx orrery play ${named}`);
  if (existsSync(named) || /[/\\]/.test(named)) return named;
  const file = join(worldsFolder, named.endsWith(".sdf") ? named : `${named}.sdf`);
  if (existsSync(file)) return shortest(file);
  throw new Failure(`${named}: error: there is no such file${hintFor(named)}`);
}

/** Suggests the nearest sample world, or all of them; nothing for other kinds of files. */
function hintFor(named: string): string {
  const samples = worldNames();
  const bare = named.replace(/\.sdf$/, "");
  const near = nearest(bare, samples);
  if (near !== undefined) return `; did you mean "${near}"?`;
  return samples.length === 0 || bare.includes(".") ? "" : `; worlds that come with Orrery: ${samples.join(", ")}`;
}

/** Returns the names that `worldPath` knows. */
export function worldNames(): string[] {
  if (!existsSync(worldsFolder)) return [];
  return readdirSync(worldsFolder)
    .filter((file) => file.endsWith(".sdf"))
    .map((file) => file.slice(0, -".sdf".length))
    .toSorted();
}

/** Returns the path as people would write it, for messages. */
function shortest(file: string): string {
  const way = relative(process.cwd(), file);
  return way.startsWith("..") ? file : way;
}
