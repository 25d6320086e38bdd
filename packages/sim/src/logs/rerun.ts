import { messages, type orrery } from "@orrery/msgs";
import type { Log } from "../base/log.ts";
import type { Nanoseconds } from "../base/time.ts";
import type { World } from "../ecs/world.ts";
import type { RunnerOptions } from "../runner/runner-options.ts";
import { Runner } from "../runner/runner.ts";
import type { StepWatcher } from "../runner/step.ts";
import { pluginsIn } from "../runner/systems/input-plugins.ts";
import { loadAll } from "../runner/systems/world-plugins.ts";
import { describeInput, type TakenInput, type WorldInput } from "../runner/world-input.ts";
import { isWorthReplaying } from "../runner/worth-replaying.ts";
import { logTypes, type LogEntry } from "./log-channels.ts";
import { LogError, readingLog } from "./log-error.ts";
import type { LogFile } from "./log-file.ts";
import { fromLogged, isJump, isSettings } from "./logged-input.ts";
import { emptyWorld } from "./play-log.ts";

export type RerunOptions = Pick<RunnerOptions, "library" | "messages" | "log" | "nowMs">;

/** The first difference between a recorded run and its repetition. */
export interface RerunDifference {
  readonly differsAtNs: Nanoseconds;
  /** Describes the input that only one of the runs refused. */
  readonly input: string;
}

export interface RerunStart {
  /** `false` for a run without jumps in time, which then needs no memory for its past. */
  readonly keepsHistory?: boolean;
  /** A later state of the log to begin with, instead of its first. */
  readonly from?: LogEntry | undefined;
}

/** Returns the state that a recorded run began with. Throws a LogError if it is missing. */
export function startOf(log: LogFile): orrery.LoggedStart {
  const [start] = log.entries(0);
  if (start?.kind !== "start")
    throw new LogError(`${log.source.name}: error: the state that the run began with is missing`);
  return readingLog(log.source.name, () => messages.decode(logTypes.start, start.bytes));
}

/** A recorded run that is simulated again, from its first state and its inputs alone. */
export class Rerun implements Disposable {
  readonly #runner: Runner;
  readonly #log: Log;
  /** The input that takes effect next. */
  #pending: { readonly input: WorldInput; readonly outcome: orrery.LoggedInput["outcome"] } | undefined;
  #differing: RerunDifference | undefined;
  /** Observes the steps of the run, but not those that a jump in time repeats. */
  watcher: StepWatcher | undefined;

  static async begin(
    log: LogFile,
    options: RerunOptions,
    { keepsHistory = true, from }: RerunStart = {},
  ): Promise<Rerun> {
    const { state = nothing, loaded = nothing, history = false } = startOf(log);
    const runner = await Runner.create({
      ...options,
      initial: loaded.length === 0 ? state : loaded,
      // The state already contains everything that it was loaded with.
      log: { ...options.log, warn: () => {} },
      scene: emptyWorld(log.world),
      defaultSystems: [],
      isRerun: true,
      history: { ...unlimited, enabled: history && keepsHistory },
      targetFactor: 0,
    });
    const later = from && readingLog(log.source.name, () => messages.decode(logTypes.start, from.bytes).state);
    if (later !== undefined) await runner.load(later);
    else if (loaded.length > 0) await runner.load(state);
    return new Rerun(runner, options.log);
  }

  private constructor(runner: Runner, log: Log) {
    this.#runner = runner;
    this.#log = log;
    runner.onTaken.on((taken) => this.#compare(taken));
  }

  /** The first input that only one of the runs refused. */
  get differing(): RerunDifference | undefined {
    return this.#differing;
  }

  get world(): World {
    return this.#runner.world;
  }

  /** The simulated time that the run has reached. */
  get timeNs(): Nanoseconds {
    return this.#runner.now().timeNs;
  }

  get runner(): Runner {
    return this.#runner;
  }

  /** Applies an input at its step, after the steps before it. */
  async replay(logged: orrery.LoggedInput): Promise<void> {
    const { step, input } = fromLogged(logged);
    // One after another, because inputs that wait for the same pass would take effect in the order of their kinds.
    this.reach(step);
    if (isSettings(input)) {
      const { enabled = false } = messages.decode("orrery.msgs.HistorySettings", input.bytes);
      return this.#runner.timeline.configure({ ...unlimited, enabled });
    }
    // Pending commands become inputs when the world resumes; the requests that announced them are not inputs.
    if (!isJump(input) && !isWorthReplaying(input, this.#runner.bus)) return;
    await loadAll(pluginsIn(input), this.#runner.library, this.#log);
    this.#runner.inputs.replay(input);
    this.#pending = { input, outcome: logged.outcome };
  }

  /** Makes the steps up to that count. Viewers may have seen the world paused in between, which makes no difference. */
  reach(count: number): void {
    if (this.#pending !== undefined) this.#pass({ paused: true });
    while (this.#runner.now().count < count) this.#pass({ paused: false });
  }

  /** Makes the steps until a simulated time is reached. */
  reachTime(timeNs: Nanoseconds): void {
    this.reach(0);
    while (this.timeNs < timeNs) this.#pass({ paused: false });
  }

  [Symbol.dispose](): void {
    this.#runner[Symbol.dispose]();
  }

  #pass({ paused }: { readonly paused: boolean }): void {
    const { state, host } = this.#runner;
    host.watcher = paused ? undefined : this.watcher;
    if (paused) state.pause();
    else state.run();
    this.#runner.pass();
    this.#pending = undefined;
  }

  #compare({ stamped: { input }, isRefused }: TakenInput): void {
    const { input: recorded, outcome = "UNKNOWN" } = this.#pending ?? {};
    // Inputs produced by its own systems and services are not those being replayed.
    if (recorded === undefined || describeInput(recorded) !== describeInput(input)) return;
    this.#pending = undefined;
    if (outcome === "UNKNOWN" || isRefused === (outcome === "REFUSED")) return;
    const [then, now] = isRefused ? ["taken", "refused"] : ["refused", "taken"];
    this.#differing ??= {
      differsAtNs: this.#runner.now().timeNs,
      input: `the ${describeInput(input)} was ${then} then and is ${now} now`,
    };
  }
}

const nothing = new Uint8Array(0);

/** Jumps in the log were granted, whatever the limits were. */
const MOST = Number.MAX_SAFE_INTEGER;
const unlimited = { byteLimit: MOST, commandLimit: MOST, branchLimit: MOST };
