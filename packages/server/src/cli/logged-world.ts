import { existsSync } from "node:fs";
import { basename, dirname, extname } from "node:path";
import { asNamePart } from "@orrery/sim/front";
import { LogFile } from "@orrery/sim/logs";
import { FileLogSource } from "../logs/log-source.ts";
import type { NamedWorld } from "./named-worlds.ts";
import { note } from "./terminal.ts";

/** Returns the world of a log for a run that continues from it: its file if it is on this machine, or else the log. */
export async function loggedWorld(log: string): Promise<NamedWorld> {
  const { about } = await LogFile.open(new FileLogSource(log));
  const file = recordedWorld(about.get("worldFile") ?? "") ?? log;
  return { file, namespace: "", label: asNamePart(basename(log, extname(log))) };
}

/**
 * Returns the path of the world file if it is on this machine, so that meshes and pictures beside it are served. Any
 * other path is ignored, because a log may claim anything.
 */
export function recordedWorld(path: string): string | undefined {
  const isWorld = /\.(sdf|world|urdf|xacro|xml)$/i.test(path) && existsSync(path);
  if (isWorld)
    note(`meshes and pictures come from ${dirname(path)}, where the world was recorded, and from --resource-path`);
  return isWorld ? path : undefined;
}
