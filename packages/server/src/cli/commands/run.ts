import { defaultConfig, readConfig } from "../../config.ts";
import { defineCommand } from "../arguments.ts";
import { explain, UsageError } from "../failure.ts";
import { interrupted } from "../interrupt.ts";
import { namedWorlds, type NamedWorld } from "../named-worlds.ts";
import { RecordFile } from "../record-file.ts";
import { checkRunFlags, runFlags, type RunFlags } from "../run-flags.ts";
import { checkSaveAt, checkSaveFile, readState, StateFile } from "../saved-state.ts";
import { startServing } from "../serving.ts";
import { clearProgress } from "../terminal.ts";
import { noteRecord } from "../note-record.ts";
import { worldNames } from "../world-path.ts";
import { runOneWorld, type WorldRunOptions } from "../world-run.ts";

export const runCommand = defineCommand({
  name: "run",
  summary:
    "Runs worlds and serves them to pages and tools, until Ctrl-C or for a number of steps. All options apply to each world.",
  operands: ["[WORLD]", "[NAMESPACE=]WORLD…"],
  flags: runFlags,
  examples: [
    "orrery run worlds/shapes.sdf",
    `orrery run shapes --port 0             # a world that comes with Orrery: ${worldNames().join(", ")}`,
    "orrery run world.sdf --headless --steps 5000 --hash --json",
    "orrery run world.sdf --headless --steps 600 --save half.orrery --at 300",
    "orrery run world.sdf --headless --steps 300 --restore half.orrery",
    "orrery run shapes --record run.mcap     # everything that happens, for orrery play",
    "orrery run --from-log run.mcap --from-time 12.5   # live again, from that moment on",
    "orrery run shapes shapes                # two worlds; the names of the second begin with /shapes-2",
    "orrery run shapes /lab/run-3=arm.sdf    # those of the second begin with /lab/run-3",
    "orrery run examples/gusts.sdf --config examples/orrery.json",
    "orrery run shapes --host 0.0.0.0        # for others, too: makes tokens and prints the addresses to open",
    "orrery run shapes --host 0.0.0.0 --token admin=correct-horse --token viewer=battery-staple",
  ],
  run,
});

async function run(given: RunFlags, words: readonly string[]): Promise<number> {
  checkRunFlags(given, words.length);
  const stopping = interrupted();
  const log = given["from-log"];
  if (words.length === 0 && log === undefined)
    throw new UsageError(["WORLD is missing; for example:", ...runCommand.examples].join("\n  "));
  // Few runs continue from a log, so the code that reads logs is loaded only for those.
  const worlds = log === undefined ? namedWorlds(words) : [await (await import("../logged-world.ts")).loggedWorld(log)];
  const settings = given.config === undefined ? defaultConfig : await readConfig(given.config);
  const restore = given.restore === undefined ? undefined : await readState(given.restore);
  checkSaveAt({ at: given.at, first: restore?.steps ?? 0, steps: given.steps });
  const saved = given.save === undefined ? undefined : new StateFile(given.save);
  if (given.save !== undefined) await checkSaveFile(given.save);
  await using recorded = await RecordFile.begin(given, worlds[0]!.file);
  const serving = await startServing(given, settings);
  await using _server = serving?.server;
  const shared = { given, settings, serving, stopping, restore, saved, recorded };
  const [only] = worlds;
  if (worlds.length === 1) {
    await runOneWorld({ ...shared, named: only!, isOneOfSeveral: false });
    return 0;
  }
  return await runSeveral(worlds, shared);
}

/** Runs worlds side by side. One that cannot be loaded, or fails, is reported; the others keep running. */
async function runSeveral(
  worlds: readonly NamedWorld[],
  shared: Omit<WorldRunOptions, "named" | "isOneOfSeveral">,
): Promise<number> {
  const ends = await Promise.all(
    worlds.map(async (named) => {
      try {
        return await runOneWorld({ ...shared, named, isOneOfSeveral: true });
      } catch (error) {
        clearProgress();
        noteRecord({ level: "error", source: named.label, message: explain(error) });
        return "failed";
      }
    }),
  );
  const status = ends.includes("failed") ? 1 : 0;
  // Worlds that are still loading have nothing to be stopped in order.
  if (ends.includes("left")) process.exit(status);
  return status;
}
