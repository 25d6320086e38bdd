import { messages, type orrery } from "@orrery/msgs";
import type { Log } from "../base/log.ts";
import type { Nanoseconds } from "../base/time.ts";
import { hashComponents } from "../ecs/state-hash.ts";
import type { World } from "../ecs/world.ts";
import { describeInput, type TakenInput, type WorldInput } from "../runner/world-input.ts";
import type { RunnerOptions } from "../runner/runner-options.ts";
import { Runner } from "../runner/runner.ts";
import { pluginsIn } from "../runner/systems/input-plugins.ts";
import { isWorthReplaying } from "../runner/worth-replaying.ts";
import { loadAll } from "../runner/systems/world-plugins.ts";
import { isSample, logTypes } from "./log-channels.ts";
import { LogError } from "./log-error.ts";
import type { LogFile } from "./log-file.ts";
import { emptyWorld, playbackOptions } from "./play-log.ts";
import { fromLogged, isJump, isSettings } from "./logged-input.ts";

export interface LogCheck {
  /** Number of samples that the repeated simulation reproduced to the bit. */
  readonly samples: number;
  readonly inputs: number;
  /** Simulated time of the first difference: a sample that differs, or an input that only one of the runs refused. */
  readonly differsAtNs: Nanoseconds | undefined;
  /** Description of the input that only one of the runs refused; empty if the difference is a sample. */
  readonly input: string;
}

export type CheckOptions = Pick<RunnerOptions, "library" | "messages" | "log" | "nowMs">;

/** Repeats a recorded run from only its first state and its inputs, and compares every sample with it. */
export async function checkLog(
  log: LogFile,
  options: CheckOptions,
  onProgress: (timeNs: Nanoseconds) => void = () => {},
): Promise<LogCheck> {
  const rerun = await Rerun.begin(log, options);
  using _rerun = rerun;
  using shown = await Runner.create({ ...options, ...playbackOptions(log, throwOn), paused: true });
  let samples = 0;
  let inputs = 0;
  let isFirst = true;
  for (let chunk = 0; chunk < log.chunks.length; chunk++) {
    for (const entry of log.entries(chunk)) {
      if (entry.kind === "input") {
        await rerun.replay(messages.decode(logTypes.input, entry.bytes));
        inputs++;
      }
      if (!isSample(entry)) continue;
      // The first sample is shown already.
      if (!isFirst) shown.state.step(1);
      if (!isFirst) shown.pass();
      isFirst = false;
      rerun.reach(shown.now().count);
      const { differing } = rerun;
      if (differing !== undefined) return { samples, inputs, ...differing };
      if (!isSame(shown.world, rerun.world)) return { samples, inputs, differsAtNs: entry.simNs, input: "" };
      samples++;
      onProgress(entry.simNs);
    }
  }
  return { samples, inputs, differsAtNs: undefined, input: "" };
}

function isSame(one: World, other: World): boolean {
  const hash = hashComponents(other);
  return hashComponents(one).every((word, i) => word === hash[i]);
}

/** A run that is repeated. */
class Rerun implements Disposable {
  readonly #runner: Runner;
  readonly #log: Log;
  /** The input that takes effect next. */
  #pending: { readonly input: WorldInput; readonly outcome: orrery.LoggedInput["outcome"] } | undefined;
  #differing: Pick<LogCheck, "differsAtNs" | "input"> | undefined;

  static async begin(log: LogFile, options: CheckOptions): Promise<Rerun> {
    const [start] = log.entries(0);
    if (start?.kind !== "start")
      throw new LogError(`${log.source.name}: error: the state that the run began with is missing`);
    const { state = nothing, loaded = nothing, history = false } = messages.decode(logTypes.start, start.bytes);
    const runner = await Runner.create({
      ...options,
      initial: loaded.length === 0 ? state : loaded,
      // The state already contains everything that it was loaded with.
      log: { ...options.log, warn: () => {} },
      scene: emptyWorld(log.world),
      defaultSystems: [],
      isRerun: true,
      history: { ...unlimited, enabled: history },
      targetFactor: 0,
    });
    if (loaded.length > 0) await runner.load(state);
    return new Rerun(runner, options.log);
  }

  private constructor(runner: Runner, log: Log) {
    this.#runner = runner;
    this.#log = log;
    runner.onTaken.on((taken) => this.#compare(taken));
  }

  /** The first input that only one of the runs refused. */
  get differing(): Pick<LogCheck, "differsAtNs" | "input"> | undefined {
    return this.#differing;
  }

  get world(): World {
    return this.#runner.world;
  }

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

  [Symbol.dispose](): void {
    this.#runner[Symbol.dispose]();
  }

  #pass({ paused }: { readonly paused: boolean }): void {
    const { state } = this.#runner;
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

function throwOn(error: unknown): never {
  throw error;
}
