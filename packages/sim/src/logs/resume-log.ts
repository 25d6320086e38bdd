import { messages } from "@orrery/msgs";
import { formatTime, type Nanoseconds } from "../base/time.ts";
import { hasSameComponents } from "../ecs/state-hash.ts";
import { World } from "../ecs/world.ts";
import type { Destination } from "../history/past-view.ts";
import { readClock } from "../runner/sim-clock.ts";
import type { RunnerOptions } from "../runner/runner-options.ts";
import { isSample, logTypes, type LogEntry } from "./log-channels.ts";
import { LogCursor } from "./log-cursor.ts";
import { LogError } from "./log-error.ts";
import type { LogFile, LogPosition } from "./log-file.ts";
import { LogPlayer } from "./log-player.ts";
import { entryAt, isBefore } from "./log-positions.ts";
import { emptyWorld } from "./play-log.ts";
import { Rerun, startOf, type RerunOptions } from "./rerun.ts";

/** The state of a recorded world at a moment of its log, from which it can continue. */
export interface LoggedMoment {
  /** As `Runner.save` writes it. */
  readonly state: Uint8Array;
  /** The state to which a reset leads. */
  readonly loaded: Uint8Array;
  readonly timeNs: Nanoseconds;
  /** Whether the past was remembered. */
  readonly history: boolean;
}

export interface MomentOptions extends RerunOptions {
  /** Called with the simulated time that has been reached. */
  readonly onProgress?: (timeNs: Nanoseconds) => void;
}

/**
 * Works out the complete state at a moment of a log, or at its end if none is named, the engine's included, by repeating
 * the run from the last complete state before it. A time between two samples is reached, too. Throws a LogError if there
 * is no such moment, or if the repeated run is not the recorded one.
 */
export async function momentOf(log: LogFile, destination: Destination, options: MomentOptions): Promise<LoggedMoment> {
  const isNamed = destination.id !== "" || destination.timeNs !== undefined;
  const wanted = isNamed ? destination : endOf(log);
  return stateAt(log, placeOf(log, wanted), options, wanted.timeNs);
}

/** Works out the complete state at a sample, or at a time between it and the next one. */
export async function stateAt(
  log: LogFile,
  place: LogPosition,
  options: MomentOptions,
  timeNs?: Nanoseconds,
): Promise<LoggedMoment> {
  const { simNs } = entryAt(log, place);
  const shown = new World();
  const root = shown.create();
  new LogCursor(log, shown, root).moveTo(place);
  const from = lastStart(log, place);
  const rerun = await Rerun.begin(log, options, { from: from && entryAt(log, from) });
  using _rerun = rerun;
  await replayUntil(log, rerun, { from: from ?? { chunk: 0, entry: 0 }, place }, options.onProgress);
  rerun.reach(readClock(shown, root).count);
  if (rerun.timeNs !== simNs || !hasSameComponents(shown, rerun.world)) {
    const reason = `the run cannot be repeated until ${formatTime(simNs)}; orrery log check tells more`;
    throw new LogError(`${log.source.name}: error: ${reason}`);
  }
  if (timeNs !== undefined && timeNs > simNs) await goOn(log, rerun, place, timeNs);
  return { ...firstMoment(log), state: rerun.runner.save(), timeNs: rerun.timeNs };
}

/** Returns the moment at which a recorded run began. */
export function firstMoment(log: LogFile): LoggedMoment {
  const { state = nothing, loaded = nothing, history = false } = startOf(log);
  return { state, history, loaded: loaded.length === 0 ? state : loaded, timeNs: entryAt(log, log.first).simNs };
}

/** Returns the options for a runner that continues from a moment of a log, without the world's file. */
export function resumeOptions(
  log: LogFile,
  { loaded }: LoggedMoment,
): Pick<RunnerOptions, "scene" | "initial" | "defaultSystems"> {
  return { scene: emptyWorld(log.world), initial: loaded, defaultSystems: [] };
}

function endOf(log: LogFile): Destination {
  return { id: new LogPlayer(log, throwOn).stretches().at(-1)!.id, timeNs: undefined };
}

function placeOf(log: LogFile, wanted: Destination): LogPosition {
  try {
    return new LogPlayer(log, throwOn).find(wanted);
  } catch (error) {
    if (error instanceof LogError) throw error;
    throw new LogError(`${log.source.name}: error: ${(error as Error).message}`);
  }
}

/**
 * Finds the last complete state before a place from which the run can be repeated: with no jump in between, because a
 * jump may lead to before that state. `undefined` stands for the beginning of the log.
 */
function lastStart(log: LogFile, place: LogPosition): LogPosition | undefined {
  for (let chunk = place.chunk; chunk >= 0; chunk--) {
    const [hasStart, hasJump] = [log.has(log.chunks[chunk]!, "start"), log.has(log.chunks[chunk]!, "jump")];
    if (!hasStart && !hasJump) continue;
    const entries = log.entries(chunk);
    for (let entry = chunk === place.chunk ? place.entry : entries.length - 1; entry >= 0; entry--) {
      if (chunk === 0 && entry === 0) return undefined;
      if (entries[entry]!.kind === "jump") return undefined;
      if (entries[entry]!.kind === "start") return { chunk, entry };
    }
  }
  return undefined;
}

async function replayUntil(
  log: LogFile,
  rerun: Rerun,
  { from, place }: { readonly from: LogPosition; readonly place: LogPosition },
  onProgress: (timeNs: Nanoseconds) => void = () => {},
): Promise<void> {
  for (let chunk = from.chunk; chunk <= place.chunk; chunk++) {
    onProgress(rerun.timeNs);
    for (const [i, entry] of log.entries(chunk).entries()) {
      if (isBefore({ chunk, entry: i }, from)) continue;
      if (!isBefore({ chunk, entry: i }, place)) return;
      await replay(rerun, entry);
    }
  }
}

/** Reaches a time after the sample at `place` and before the next one, with the inputs on the way. */
async function goOn(log: LogFile, rerun: Rerun, place: LogPosition, timeNs: Nanoseconds): Promise<void> {
  for (let chunk = place.chunk; chunk < log.chunks.length; chunk++) {
    const after = chunk === place.chunk ? place.entry + 1 : 0;
    for (const entry of log.entries(chunk).slice(after)) {
      if (isSample(entry) || entry.kind === "jump" || entry.simNs >= timeNs) return rerun.reachTime(timeNs);
      await replay(rerun, entry);
    }
  }
  // The log ends here: beyond it nothing is known.
}

async function replay(rerun: Rerun, { kind, bytes }: LogEntry): Promise<void> {
  if (kind === "input") await rerun.replay(messages.decode(logTypes.input, bytes));
}

const nothing = new Uint8Array(0);

function throwOn(error: unknown): never {
  throw error;
}
