import type { orrery } from "@orrery/msgs";
import type { Nanoseconds } from "../base/time.ts";
import { openKeyframe } from "../history/keyframe.ts";
import { Filter } from "../introspection/filter.ts";
import { emptyWorld } from "../logs/play-log.ts";
import type { RunnerOptions } from "../runner/runner-options.ts";
import { Runner } from "../runner/runner.ts";
import { KnownPast } from "./known-past.ts";
import { lineTo, type PastSource, type PastStretch, type PastTree } from "./past-tree.ts";
import { StretchReplay } from "./stretch-replay.ts";

export type ReplayerOptions = Pick<RunnerOptions, "library" | "messages" | "log" | "nowMs">;

/** What to sample of the past. */
export interface ReplayWishes {
  readonly items: readonly string[];
  readonly every: number;
  /** Stretches by id; empty: all, those of the present line first. */
  readonly stretches: readonly string[];
  /** Simulated time. */
  readonly fromNs: Nanoseconds | undefined;
  readonly toNs: Nanoseconds | undefined;
}

export interface ReplaySink {
  /** Takes samples of one stretch, in their order. */
  onSamples(stretch: string, samples: orrery.ItemSamples, progress: number): void;
  /** Lets the thread do other things for a moment. Rejects when the replay is cancelled. */
  breathe(): Promise<void>;
}

/**
 * Simulates the past of a world once more, from its keyframes and inputs, and samples it: the values are those that the
 * live world had, to the bit. It has a runner of its own, so the live world goes on meanwhile.
 */
export class Replayer implements Disposable {
  readonly #source: PastSource;
  readonly #options: ReplayerOptions;
  readonly #known: KnownPast;
  #runner: Runner | undefined;

  constructor(source: PastSource, options: ReplayerOptions) {
    this.#source = source;
    this.#options = options;
    this.#known = new KnownPast(source);
  }

  /** Samples what is wished. Rejects with the reason when it cannot, or when it is cancelled. */
  async replay(wishes: ReplayWishes, sink: ReplaySink): Promise<void> {
    const runner = (this.#runner ??= await this.#start());
    const tree = await this.#source.tree();
    this.#known.forgetAllBut(tree.stretches);
    const wanted = inOrder(tree, wishes.stretches).filter((stretch) => isWithin(stretch, wishes));
    const total = wanted.reduce((steps, { start, end }) => steps + end.tick - start.tick, 0);
    let before = 0;
    for (const stretch of wanted) {
      using filter = new Filter(runner.introspection.manager, "", "");
      const at = before;
      const replay = new StretchReplay({ ...wishes, runner, tree, stretch, known: this.#known, source: this.#source });
      await replay.run(filter, {
        nowMs: this.#options.nowMs,
        breathe: () => sink.breathe(),
        onSlice: (steps) => {
          const progress = total === 0 ? 1 : Math.min(1, (at + steps) / total);
          for (const samples of filter.take(0)) sink.onSamples(stretch.id, samples, progress);
        },
      });
      before += stretch.end.tick - stretch.start.tick;
    }
  }

  [Symbol.dispose](): void {
    this.#runner?.[Symbol.dispose]();
  }

  async #start(): Promise<Runner> {
    const initial = await this.#source.loaded();
    const { world } = openKeyframe(initial).header;
    return Runner.create({
      ...this.#options,
      initial,
      scene: emptyWorld(world),
      defaultSystems: [],
      isRerun: true,
      targetFactor: 0,
    });
  }
}

/** Returns the stretches that are wanted, those on the present line first and parents before what begins in them. */
function inOrder(tree: PastTree, wanted: readonly string[]): PastStretch[] {
  const present = lineTo(tree, tree.present);
  const all = [...present, ...tree.stretches.filter((stretch) => !present.includes(stretch))];
  return wanted.length === 0 ? all : all.filter(({ id }) => wanted.includes(id));
}

function isWithin({ start, end }: PastStretch, { fromNs = -Infinity, toNs = Infinity }: ReplayWishes): boolean {
  return end.timeNs >= fromNs && start.timeNs <= toNs && end.tick > start.tick;
}
