import { emptyWorld } from "../logs/play-log.ts";
import type { RunnerOptions } from "../runner/runner-options.ts";
import { Runner } from "../runner/runner.ts";
import { FetchedKeyframes, type FetchedKeyframesOptions } from "./fetched-keyframes.ts";
import { FORGOTTEN, KnownPast } from "./known-past.ts";
import { PastWalk } from "./past-walk.ts";
import type { PastReplayer } from "./past-replayer.ts";
import type { PastSource } from "./past-tree.ts";
import { Replay, type ReplaySink } from "./replay.ts";
import type { ReplayWishes } from "./replay-wishes.ts";

export type ReplayerOptions = Pick<RunnerOptions, "library" | "messages" | "log" | "nowMs"> &
  Pick<FetchedKeyframesOptions, "packer">;

/**
 * Simulates the past of a world again, from its keyframes and inputs, and samples items in it. The values are those
 * that the live world had, to the bit. It has a runner of its own, so the live world continues meanwhile.
 */
export class Replayer implements PastReplayer, Disposable {
  readonly #source: PastSource;
  readonly #options: ReplayerOptions;
  readonly #keyframes: FetchedKeyframes;
  #walk: Promise<PastWalk> | undefined;
  #runner: Runner | undefined;

  constructor(source: PastSource, options: ReplayerOptions) {
    this.#source = source;
    this.#options = options;
    this.#keyframes = new FetchedKeyframes({ source, ...options });
  }

  /** Loads what replays need. Rejects with the reason if that fails. */
  async prepare(): Promise<void> {
    await this.#ready();
  }

  /** Begins a replay. If there are several, only one may continue at a time. */
  async begin(wishes: ReplayWishes, sink: ReplaySink): Promise<Replay> {
    const walk = await this.#ready();
    return new Replay({ walk, tree: await this.#source.tree(), wishes, sink });
  }

  [Symbol.dispose](): void {
    this.#runner?.[Symbol.dispose]();
  }

  #ready(): Promise<PastWalk> {
    this.#walk ??= this.#start();
    this.#walk.catch(() => (this.#walk = undefined));
    return this.#walk;
  }

  async #start(): Promise<PastWalk> {
    const [described, initial] = [await this.#source.keyframe("loaded"), await this.#keyframes.get("loaded")];
    if (described === undefined || initial === undefined) throw new Error(FORGOTTEN);
    const { library, messages, log, nowMs } = this.#options;
    this.#runner = await Runner.create({
      ...{ library, messages, log, nowMs },
      initial,
      scene: emptyWorld(described.world),
      defaultSystems: [],
      isRerun: true,
      targetFactor: 0,
    });
    return new PastWalk(this.#runner, new KnownPast(this.#source), this.#keyframes);
  }
}
