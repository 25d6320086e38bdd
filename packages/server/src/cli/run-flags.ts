import { choiceFlag, numberFlag, switchFlag, textFlag, type FlagValues } from "./arguments.ts";
import { UsageError } from "./failure.ts";
import { recordFlags } from "./record-file.ts";
import { resourcePathFlag, strictFlag } from "./resource-flags.ts";
import { servingFlags } from "./serving.ts";
import { noteRecord } from "./note-record.ts";

const { headless, port, host, token, config, "gui-config": guiConfig, json } = servingFlags;

/** The flags of `orrery run`. */
export const runFlags = {
  headless,
  port,
  host,
  token,
  steps: numberFlag("N", "make N steps, as fast as possible unless --rtf is given, then exit", {
    integer: true,
    min: 0,
  }),
  paused: switchFlag("start paused"),
  "no-history": switchFlag("keep no history: commands cannot be undone"),
  seed: numberFlag("S", "seed of all random numbers (default 0)", { integer: true, min: 0, max: 0xffffffff }),
  rtf: numberFlag("X", "simulated seconds per second; 0 is as fast as possible (default: the world's value)", {
    min: 0,
  }),
  "physics-engine": choiceFlag(
    "E",
    ["auto", "rapier", "mujoco"],
    "auto, rapier or mujoco, instead of the world's <physics type>; auto chooses by the world's contents",
  ),
  "resource-path": resourcePathFlag,
  strict: strictFlag,
  config,
  "gui-config": guiConfig,
  json,
  hash: switchFlag("print a hash of the state at the end"),
  save: textFlag("FILE", "write the state when step --at is reached; the run continues"),
  at: numberFlag("STEP", "for --save, by the world's own step count", { integer: true, min: 0 }),
  restore: textFlag("FILE", "start from a state that --save wrote"),
  "from-log": textFlag("LOG", "continue from a log that --record wrote, instead of running a world file"),
  "from-time": numberFlag("SECONDS", "simulated time in --from-log to continue from (default: its end)", { min: 0 }),
  ...recordFlags,
};

export type RunFlags = FlagValues<typeof runFlags>;

function checkFromLog(given: RunFlags, worlds: number): void {
  if (given["from-log"] === undefined) {
    if (given["from-time"] !== undefined) throw new UsageError("--from-time requires --from-log LOG");
    return;
  }
  if (worlds > 0) throw new UsageError("--from-log has the world in it; leave the world file out");
  const other = (["restore", "seed", "physics-engine"] as const).find((flag) => given[flag] !== undefined);
  if (other !== undefined) throw new UsageError(`--from-log and --${other} exclude each other: the log has its own`);
}

/** Throws a UsageError if options are incompatible with each other or with this number of worlds. */
export function checkRunFlags(given: RunFlags, worlds: number): void {
  if (given.paused && given.steps !== undefined) throw new UsageError("--paused and --steps exclude each other");
  if ((given.save === undefined) !== (given.at === undefined))
    throw new UsageError("--save FILE and --at STEP must be used together");
  checkFromLog(given, worlds);
  const ofOne = (["save", "restore", "record"] as const).find((flag) => given[flag] !== undefined);
  if (worlds > 1 && ofOne !== undefined)
    throw new UsageError(`--${ofOne} is for one world, and there are ${worlds}; run that one by itself`);
  if (given.restore === undefined) return;
  const ignored = { seed: given.seed, "physics-engine": given["physics-engine"] };
  for (const [flag, value] of Object.entries(ignored)) {
    if (value === undefined) continue;
    noteRecord({ level: "warn", source: "", message: `the state of --restore has its own; --${flag} has no effect` });
  }
}
