import { join } from "node:path";
import { messages, type orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";
import { connectNode, defaultHistoryLimits } from "@orrery/sim/host";
import { defaultConfig, startWorld } from "../../packages/server/src/index.ts";
import { quartiles, type Bench } from "../harness.ts";

const WORLDS = join(import.meta.dirname, "../../worlds");
const ROBOT = "quadruped";
const PAST_S = 60;
const ITEMS = ["dog::body::pose", "dog::body::linear_velocity", "dog::body::angular_velocity"];
const WINDOW_MS = 1000;
const PAIRS = 9;

/** The past of what nobody recorded: how soon it is there, and what the live world pays for it. */
export async function measureReplayer(bench: Bench): Promise<void> {
  await measureFilling(bench);
  await measureLive(bench, { name: ROBOT, targetFactor: 1, items: ITEMS });
  await measureLive(bench, { name: "stress-3000", targetFactor: 0, items: ["iterations"] });
}

/** A robot that has stood for a minute, at 1 kHz. */
async function measureFilling(bench: Bench): Promise<void> {
  await using world = await LiveWorld.start({ name: ROBOT, targetFactor: 0 });
  await world.reaches(PAST_S);
  await world.node.request(`/world/${ROBOT}/set_physics`, { real_time_factor: 1 });
  // What a page does as soon as its plots are open.
  await world.replay({});
  await world.replay({ items: ["iterations"], end: { nsec: 1e6 } });
  const focus = { start: { sec: PAST_S - 10 } };
  const { firstMs } = await world.replay({ items: ITEMS, coarse: true, focus });
  bench.figure({ name: "plots/replayer/first-samples", ours: firstMs, budget: 300, unit: "ms" });
  const { allMs, samples } = await world.replay({ items: ITEMS, end: { sec: PAST_S } });
  if (samples < PAST_S * 1000) throw new Error(`only ${samples} samples of the past came`);
  bench.figure({ name: `plots/replayer/${PAST_S}-s-of-a-robot`, ours: allMs / 1000, budget: 3, unit: "s" });
}

/** Simulated seconds per second while the past is replayed, against the seconds before and after. */
async function measureLive(bench: Bench, options: LiveOptions & { readonly items: string[] }): Promise<void> {
  await using world = await LiveWorld.start(options);
  await world.reaches(options.targetFactor === 0 ? 0.05 : 5);
  const ratios: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const alone = await world.factor();
    let isOver = false;
    const replaying = (async () => {
      while (!isOver) await world.replay({ items: options.items, coarse: true }, () => isOver);
    })();
    const meanwhile = await world.factor();
    isOver = true;
    await replaying;
    ratios.push(alone / meanwhile);
  }
  const { median } = quartiles(ratios);
  const name = `plots/replayer/live-factor-${options.name}`;
  bench.figure(
    { name, ours: 1, reference: 1 / median, ratio: median, budget: 1 / 0.95, unit: "factor" },
    quartiles(ratios),
  );
}

interface LiveOptions {
  readonly name: string;
  readonly targetFactor: number;
}

interface Replayed {
  readonly firstMs: number;
  readonly allMs: number;
  readonly samples: number;
}

/** A world in a simulation thread, as in a server. */
class LiveWorld implements AsyncDisposable {
  readonly node: Node;
  readonly #thread: AsyncDisposable;
  readonly #name: string;
  readonly #timeNs: () => number;

  static async start({ name, targetFactor }: LiveOptions): Promise<LiveWorld> {
    let latestNs = 0;
    const thread = await startWorld({
      world: join(WORLDS, `${name}.sdf`),
      resourceFolders: [],
      pluginFolders: [],
      systems: defaultConfig.systems,
      paused: false,
      targetFactor,
      progress: true,
      history: { ...defaultHistoryLimits, enabled: true },
      onLog: () => undefined,
      onProgress: (_, timeNs) => (latestNs = timeNs),
    });
    const node = await connectNode(thread.link, messages);
    return new LiveWorld(node, thread, thread.loaded.name, () => latestNs);
  }

  private constructor(node: Node, thread: AsyncDisposable, name: string, timeNs: () => number) {
    this.node = node;
    this.#thread = thread;
    this.#name = name;
    this.#timeNs = timeNs;
  }

  async reaches(seconds: number): Promise<void> {
    while (this.#timeNs() < seconds * 1e9) await sleep(20);
  }

  /** Measures from one report to another one about a second later. */
  async factor(): Promise<number> {
    const [from, to] = [await this.#report(0), await this.#report(WINDOW_MS)];
    return (to.timeNs - from.timeNs) / 1e6 / (to.atMs - from.atMs);
  }

  async #report(afterMs: number): Promise<{ readonly timeNs: number; readonly atMs: number }> {
    await sleep(afterMs);
    const before = this.#timeNs();
    while (this.#timeNs() === before) await sleep(1);
    return { timeNs: this.#timeNs(), atMs: performance.now() };
  }

  /** Replays until it is done, or until it is to be cancelled. */
  async replay(request: orrery.ReplayRequest, isOver: () => boolean = () => false): Promise<Replayed> {
    const startMs = performance.now();
    const service = `/introspection/${this.#name}/replay`;
    const { id, topic } = await this.node.request(service, request, { response: "orrery.msgs.ReplayStart" });
    let [firstMs, samples, isDone] = [Infinity, 0, topic === undefined || topic === ""];
    if (isDone) return { firstMs, allMs: 0, samples };
    using _ = this.node.subscribe(topic!, "orrery.msgs.ReplaySamples", ({ value }) => {
      firstMs = Math.min(firstMs, performance.now() - startMs);
      samples += value.samples?.steps!.length ?? 0;
      isDone ||= value.done === true;
    });
    let isCancelled = false;
    while (!isDone) {
      if (isOver() && !isCancelled) {
        isCancelled = true;
        await this.node.request(`${service}/cancel`, { id }).catch(() => undefined);
      }
      await sleep(2);
    }
    return { firstMs, allMs: performance.now() - startMs, samples };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread[Symbol.asyncDispose]();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
