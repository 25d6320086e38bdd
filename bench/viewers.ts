import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { StateTap } from "@orrery/sim/host";
import { TestSim } from "@orrery/sim/testing";
import { quartiles, type Bench, type Pair } from "./harness.ts";
import { serve, type Served } from "./scenes/served.ts";
import { heap, worldOf } from "./scenes/world.ts";
import type { ToViewers, ViewersReport } from "./viewers/protocol.ts";

export const name = "viewers";

const VIEWERS = 10;
const CROWD = 100;
/** The median of 51 pairs is accurate to 1 %, while a single pair is off by 5 %. */
const PAIRS = 51;
const CROWD_PAIRS = 21;
const WINDOW_MS = 1000;
/** How long one viewer reads nothing. */
const STOPPED_MS = Number(process.env["STOPPED_MS"] ?? 30_000);
/** Until the shapes form a heap, in which they keep moving. */
const WARM_UP_STEPS = 800;

/** Measures what ten and a hundred viewers of 3,000 moving shapes, in another process, cost the simulation. */
export async function run(bench: Bench): Promise<void> {
  await measureHandOut(bench);
  await measureJoin(bench);
  let latest = { steps: 0, cpuMicros: 0 };
  await using served = await serve(worldOf("rapier", heap(3000)), {
    onProgress: (steps, _timeNs, cpuMicros) => {
      latest = { steps, cpuMicros };
    },
  });
  while (latest.steps < WARM_UP_STEPS) await wait(100);

  /** Returns the CPU time of the simulation thread per step, over a window. */
  const sample = async (): Promise<number> => {
    await fresh();
    const from = latest;
    await wait(WINDOW_MS);
    await fresh();
    return (latest.cpuMicros - from.cpuMicros) / (latest.steps - from.steps);
  };
  const fresh = async (): Promise<void> => {
    for (const before = latest; latest === before;) await wait(5);
  };

  const watchedInTurns = async (viewers: Viewers, pairs: number): Promise<Pair[]> => {
    const samples: Pair[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      const watchedFirst = pair % 2 === 0;
      let own = 0;
      let other = 0;
      for (const isWatched of [watchedFirst, !watchedFirst]) {
        viewers.tell({ kind: isWatched ? "watch" : "rest" });
        await wait(100);
        if (isWatched) own = await sample();
        else other = await sample();
      }
      samples.push({ ours: own, reference: other });
    }
    return samples;
  };
  const noteChanges = ({ chunks, moved, bytes }: ViewersReport, viewers: number, pairs: number): void => {
    const hz = chunks / viewers / ((pairs * WINDOW_MS) / 1000);
    const each = `${Math.round(moved / chunks)} bodies and ${Math.round(bytes / chunks)} bytes`;
    bench.note(`  ${hz.toFixed(1)} changes a second and viewer, of ${each}`);
  };
  {
    await using crowd = await Viewers.start(served, CROWD);
    await crowd.report();
    bench.pairs(`viewers/CPU a step, ${CROWD} viewers ÷ none`, await watchedInTurns(crowd, CROWD_PAIRS), 1.05);
    noteChanges(await crowd.report(), CROWD, CROWD_PAIRS);
  }
  await using viewers = await Viewers.start(served, VIEWERS);
  await viewers.report();
  bench.pairs(`viewers/CPU a step, ${VIEWERS} viewers ÷ none`, await watchedInTurns(viewers, PAIRS), 1.03);
  const seen = await viewers.report();
  bench.figure({ name: "viewers/bytes a moved body", ours: seen.poseBytes / seen.moved, budget: 16, unit: "B" });
  noteChanges(seen, VIEWERS, PAIRS);

  await measureStopped(bench, served, viewers, () => latest.steps);
}

/**
 * Measures several viewers, one of which stops reading: the others must not notice, and it must get everything when it
 * resumes.
 */
async function measureStopped(bench: Bench, served: Served, viewers: Viewers, steps: () => number): Promise<void> {
  await using stopped = await Viewers.start(served, 1);
  for (const each of [viewers, stopped]) each.tell({ kind: "watch" });
  await wait(2000);
  await Promise.all([viewers.report(), stopped.report()]);
  const rssBefore = process.memoryUsage.rss();
  const stepsBefore = steps();
  await wait(STOPPED_MS / 2);
  const even = { steps: steps() - stepsBefore, ...(await viewers.report()) };
  stopped.signal("SIGSTOP");
  const stepsAtStop = steps();
  await wait(STOPPED_MS);
  const odd = { steps: steps() - stepsAtStop, ...(await viewers.report()) };
  stopped.signal("SIGCONT");
  await wait(1500);
  const late = await stopped.report();
  bench.figure({
    name: "viewers/changes a step of others, none ÷ one stopped",
    ours: even.chunks / even.steps,
    reference: odd.chunks / odd.steps,
    budget: 1.25,
    unit: "",
  });
  bench.figure({
    name: "viewers/steps that one change made up for ÷ missed",
    ours: late.largestLeap,
    reference: odd.steps,
    ok: late.largestLeap > odd.steps * 0.9 && late.wholes === 0,
    unit: "steps",
  });
  bench.figure({
    name: "viewers/memory, after ÷ before",
    ours: process.memoryUsage.rss() / 1e6,
    reference: rssBefore / 1e6,
    budget: 1.15,
    unit: "MB",
  });
}

/**
 * Measures the simulation thread's own work for viewers, at most 30 times per second; takes the median, to ignore other
 * load.
 */
async function measureHandOut(bench: Bench): Promise<void> {
  using sim = await TestSim.load(worldOf("rapier", heap(3000)));
  const tap = new StateTap(sim.runner.world);
  tap.take({ exact: false, watch: [] });
  const samples: number[] = [];
  for (let step = 0; step < 150; step++) {
    sim.run({ steps: 1 });
    const before = performance.now();
    tap.take({ exact: false, watch: [] });
    samples.push((performance.now() - before) * 1000);
  }
  const { median } = quartiles(samples);
  bench.figure({ name: "viewers/hand-out of 3,000 moved bodies", ours: median, unit: "µs" });
  bench.figure({ name: "viewers/hand-outs, share of a second", ours: (median * 30) / 1e6, budget: 0.03, unit: "" });
}

/**
 * Measures the world as people load it, at its own pace: the first viewer, for whom everything is created, and a later
 * one.
 */
async function measureJoin(bench: Bench): Promise<void> {
  const stress = readFileSync(new URL("../worlds/stress-3000.sdf", import.meta.url), "utf8");
  await using served = await serve(stress);
  for (const which of ["first", "second"]) {
    await using viewer = await Viewers.start(served, 1);
    const { joinMs, bytes } = await viewer.report();
    bench.figure({ name: `viewers/join of the ${which}, stress-3000`, ours: joinMs / 1000, budget: 1, unit: "s" });
    bench.note(`  ${Math.round(bytes / 1000)} kB`);
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

class Viewers implements AsyncDisposable {
  readonly #child: ChildProcess;

  static async start({ url, worldName }: Served, count: number): Promise<Viewers> {
    const file = fileURLToPath(new URL("./viewers/viewer-process.ts", import.meta.url));
    const child = fork(file, [url, worldName, String(count)]);
    await once(child, "message");
    return new Viewers(child);
  }

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  tell(message: ToViewers): void {
    this.#child.send(message);
  }

  async report(): Promise<ViewersReport> {
    this.tell({ kind: "report" });
    const [report] = (await once(this.#child, "message")) as [ViewersReport];
    return report;
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(signal);
  }

  /** Waits until they have gone: viewers that watch while the server stops would complain. */
  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGCONT");
    this.#child.disconnect();
    await gone;
  }
}
