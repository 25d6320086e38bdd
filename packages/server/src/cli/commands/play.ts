import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { LogFile } from "@orrery/sim/logs";
import { defaultConfig, readConfig } from "../../config.ts";
import { resourceFolders } from "../../files/files.ts";
import { FileLogSource } from "../../logs/log-source.ts";
import { startWorld } from "../../world/start-world.ts";
import { defineCommand, numberFlag, switchFlag, type FlagValues } from "../arguments.ts";
import { interrupted } from "../interrupt.ts";
import { resourcePathFlag } from "../resource-flags.ts";
import { ending, loaded, servingFlags, showWorld, startServing } from "../serving.ts";
import { note } from "../terminal.ts";
import { noteRecord } from "../note-record.ts";

const { headless: _, ...showing } = servingFlags;

const flags = {
  ...showing,
  paused: switchFlag("start paused, at its first moment"),
  rtf: numberFlag("X", "recorded seconds per second; 0 is as fast as possible (default 1)", { min: 0 }),
  "resource-path": resourcePathFlag,
};

export const playCommand = defineCommand({
  name: "play",
  summary: "Shows a log that run --record wrote to pages and tools, as the world that was recorded.",
  operands: ["LOG"],
  flags,
  examples: [
    "orrery run shapes --record run.mcap",
    "orrery play run.mcap                   # then open the page: play, pause, step, drag along the timeline",
    "orrery play run.mcap --rtf 0.2 --paused",
  ],
  run,
});

async function run(given: FlagValues<typeof flags>, [file = ""]: readonly string[]): Promise<number> {
  const stopping = interrupted();
  const config = given.config === undefined ? defaultConfig : await readConfig(given.config);
  const { about } = await LogFile.open(new FileLogSource(file));
  const world = recordedWorld(about.get("worldFile") ?? "") ?? file;
  const folders = resourceFolders(world, config.resourceFolders, process.env, given["resource-path"]);
  // Logs are often moved together with their worlds.
  const assets = [...folders, dirname(resolve(file))];
  const serving = (await startServing({ ...given, headless: false }, config))!;
  await using _server = serving.server;
  const served = serving.server.worlds.open({ assets: { world, folders: assets } });
  await using thread = await loaded(
    startWorld({
      world,
      log: file,
      resourceFolders: folders,
      pluginFolders: config.pluginFolders,
      systems: [],
      paused: given.paused,
      targetFactor: given.rtf,
      attended: true,
      onLog: noteRecord,
    }),
    stopping,
  );
  await showWorld(serving, served, thread);
  await ending(thread, stopping);
  return 0;
}

/**
 * Returns the path of the world file if it is on this machine, so that meshes and pictures beside it are served. Any
 * other path is ignored, because a log may claim anything.
 */
function recordedWorld(path: string): string | undefined {
  const isWorld = /\.(sdf|world|urdf|xacro|xml)$/i.test(path) && existsSync(path);
  if (isWorld)
    note(`meshes and pictures come from ${dirname(path)}, where the world was recorded, and from --resource-path`);
  return isWorld ? path : undefined;
}
