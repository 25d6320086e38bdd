import { dirname, join, resolve } from "node:path";
import { LogFile } from "@orrery/sim/logs";
import { defaultConfig, readConfig } from "../../config.ts";
import { resourceFolders } from "../../files/files.ts";
import { FileLogSource } from "../../logs/log-source.ts";
import { startWorld } from "../../world/start-world.ts";
import { defineCommand, numberFlag, switchFlag, type FlagValues } from "../arguments.ts";
import { interrupted } from "../interrupt.ts";
import { LiveWorlds } from "../live-worlds.ts";
import { recordedWorld } from "../logged-world.ts";
import { resourcePathFlag } from "../resource-flags.ts";
import { ending, loaded, servingFlags, showWorld, startServing } from "../serving.ts";
import { noteRecord } from "../note-record.ts";
import { worldsFolder } from "../world-path.ts";

/** Folders of the models that come with Orrery, for insertions. */
const SAMPLES = [join(worldsFolder, "models")];

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
  const log = await LogFile.open(new FileLogSource(file));
  const { about } = log;
  const world = recordedWorld(about.get("worldFile") ?? "") ?? file;
  const folders = resourceFolders(world, config.resourceFolders, process.env, given["resource-path"]);
  // Logs are often moved together with their worlds.
  const assets = [...folders, dirname(resolve(file))];
  const serving = (await startServing({ ...given, headless: false }, config))!;
  await using _server = serving.server;
  const { server } = serving;
  const packed = (uri: string): Uint8Array | undefined => {
    const part = log.assets.get(uri);
    return part && log.attachment(part);
  };
  const files = { world, folders: assets, packed };
  const served = server.worlds.open({ assets: files });
  const { pluginFolders, history } = config;
  const options = { world, resourceFolders: folders, pluginFolders, systems: [], attended: true, onLog: noteRecord };
  const { paused, rtf: targetFactor } = given;
  await using thread = await loaded(startWorld({ ...options, log: file, paused, targetFactor }), stopping);
  await showWorld(serving, served, thread);
  await using _live = new LiveWorlds({
    server,
    served,
    log: file,
    assets: files,
    records: { folder: config.logFolder, about: { worldFile: resolve(world) }, begun: undefined },
    // A person looks around before letting it run.
    thread: { ...options, paused: true, history, sampleFolders: SAMPLES },
  });
  await ending(thread, stopping);
  return 0;
}
