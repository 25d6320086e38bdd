import { joinSeries, readSamples, type Track } from "@orrery/plots";
import { expect, test } from "vitest";
import { ServedWorld } from "../../../testing/served-world.ts";
import { ItemTracks } from "./item-tracks.ts";

const BALL = `<model name="ball"><pose>0 0 50 0 0 0</pose><link name="body">
  <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model>`;
const HEIGHT = "item:ball::pose";
const Z = 2;

test("[CU4] an item that is plotted late has the same samples as one that was plotted from the start, on every line", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  using early = new ItemTracks(page.view);
  using _early = early.want(HEIGHT);
  await listening(world);
  await world.go(page);
  await passes(world, 50);
  // Jumps faster than the page is notified of them.
  for (const at of [0.02, 0.025, 0.01, 0.015, 0.012]) {
    goTo(world, "", at * 1e9);
    for (let i = 0; i < 9; i++) world.pass();
  }
  const [inner] = world.sim.runner.timeline.stretches();
  goTo(world, inner!.id);
  for (let i = 0; i < 9; i++) world.pass();
  await world.until(() => early.state(HEIGHT)?.progress === 1);
  void page.view.client.current!.pause();
  await world.until(() => world.sim.runner.state.paused);
  using late = new ItemTracks(page.view);
  using _late = late.want(HEIGHT);
  await world.until(() => late.state(HEIGHT)?.progress === 1);
  expect(late.state(HEIGHT)).toMatchObject({
    described: { name: "ball::pose", units: ["m", "m", "m", "", "", "", ""] },
  });
  const stretches = world.sim.runner.timeline.stretches().map(({ id }) => id);
  expect(stretches.length).toBeGreaterThan(6);
  const read = (tracks: ItemTracks) => samplesOf(tracks.track(HEIGHT, Z)!, stretches);
  await expect.poll(() => (world.pass(), read(early))).toEqual(read(late));
});

test("[CU5] samples that were missed while the connection was lost leave a gap when nothing of the past is kept", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  const { timeline } = world.sim.runner;
  timeline.configure({ ...timeline.limits, enabled: false });
  using tracks = new ItemTracks(page.view);
  using _ = tracks.want(HEIGHT);
  await listening(world);
  await world.go(page);
  await world.until(() => lineOf(tracks).lastTime >= 0.02);
  page.cut();
  await passes(world, 30);
  const before = lineOf(tracks).lastTime;
  await page.session.connect();
  await world.until(() => lineOf(tracks).lastTime >= 0.08);
  const { coverage } = joinSeries([lineOf(tracks)]);
  const [gap, ...others] = coverage.missing(0.001, lineOf(tracks).lastTime);
  expect(others).toEqual([]);
  expect(gap!.from).toBe(before);
  expect(gap!.to).toBeGreaterThan(before + 0.02);
  expect(tracks.state(HEIGHT)!.error).toContain("history is switched off");
});

test("[CU5] samples that were missed while the connection was lost are simulated again", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  using tracks = new ItemTracks(page.view);
  using _ = tracks.want(HEIGHT);
  await listening(world);
  await world.go(page);
  await world.until(() => lineOf(tracks).lastTime >= 0.02);
  page.cut();
  await passes(world, 30);
  await page.session.connect();
  await world.until(() => lineOf(tracks).lastTime >= 0.08 && tracks.state(HEIGHT)?.progress === 1);
  const { coverage, lastTime } = lineOf(tracks);
  expect(coverage.missing(0.001, lastTime)).toEqual([]);
});

test("[CU6] an item that depends on the host's clock has no past, and leaves that of others alone", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  await world.go(page);
  await passes(world, 30);
  using tracks = new ItemTracks(page.view);
  using _ = tracks.want("item:real_time");
  using __ = tracks.want(HEIGHT);
  await world.until(() => tracks.state(HEIGHT)?.progress === 1);
  expect(tracks.state(HEIGHT)!.error).toBe("");
  expect(lineOf(tracks).firstTime).toBe(0.001);
  expect(tracks.state("item:real_time")).toMatchObject({
    progress: 1,
    error: "it depends on the host's clock, so it has no past",
  });
});

test("[VP12] at another rate, an item has every n-th sample from then on and in its past", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  using tracks = new ItemTracks(page.view);
  using _ = tracks.want(HEIGHT);
  await listening(world);
  await world.go(page);
  await world.until(() => lineOf(tracks).lastTime >= 0.05 && tracks.state(HEIGHT)?.progress === 1);
  tracks.sampling = { hertz: 100 };
  await world.until(() => lineOf(tracks).lastTime >= 0.2 && tracks.state(HEIGHT)?.progress === 1);
  const line = joinSeries([lineOf(tracks)]);
  const { times } = readSamples(line, 0.1);
  expect([...times].map((time) => Math.round(time * 1000) % 10)).toEqual(Array(times.length).fill(0));
  await world.until(() => readSamples(joinSeries([lineOf(tracks)]), 0, 0.05).times.length === 5);
  const { coverage, lastTime } = lineOf(tracks);
  expect(coverage.missing(0.001, lastTime)).toEqual([]);
  goTo(world, "", 0.123e9);
  await passes(world, 30);
  const [fork] = world.sim.runner.timeline.stretches().slice(-1);
  const branch = (): Track => tracks.track(HEIGHT, Z)!;
  await world.until(() => (branch().series(fork!.id)?.count ?? 0) > 2);
  expect(branch().series(fork!.id)!.firstTime).toBe(0.13);
  expect(branch().series(fork!.id)!.coverage.spans[0]!.from).toBeCloseTo(0.123, 9);
  tracks.sampling = { every: 1 };
  await world.until(() => readSamples(joinSeries(branch().line()), 0, 0.15).times.length === 150);
});

test("[CU7] simulating the past can be cancelled, and is when nobody wants the item any more", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  await world.go(page);
  world.sim.run({ steps: 20_000 });
  using tracks = new ItemTracks(page.view);
  using _ = tracks.want(HEIGHT);
  await world.until(() => (tracks.state(HEIGHT)?.progress ?? 0) > 0);
  tracks.cancel(HEIGHT);
  await world.until(() => tracks.state(HEIGHT)!.error !== "");
  expect(tracks.state(HEIGHT)!.progress).toBeLessThan(1);
  const unwanted = tracks.want("item:ball::body::linear_velocity");
  await world.until(() => (tracks.state("item:ball::body::linear_velocity")?.progress ?? 0) > 0);
  unwanted[Symbol.dispose]();
  // Its replay waits for that of the other item, which covers 20 s of the past too.
  using next = tracks.want("item:sim_time");
  await world.until(() => (tracks.state("item:sim_time")?.progress ?? 0) > 0);
  expect(next).toBeDefined();
});

/** Waits until the page's filter exists, so that everything from now on is sampled. */
async function listening(world: ServedWorld): Promise<void> {
  await world.until(() => world.sim.runner.introspection.filterCount > 0);
  await passes(world, 5);
}

async function passes(world: ServedWorld, count: number): Promise<void> {
  let passed = 0;
  await world.until(() => ++passed > count);
}

function goTo(world: ServedWorld, id: string, timeNs?: number): void {
  world.sim.runner.timeline.goTo({ id, timeNs }, { author: "", authorName: "" });
}

function lineOf(tracks: ItemTracks) {
  const series = tracks.track(HEIGHT, Z)?.line().at(-1);
  return series ?? { firstTime: NaN, lastTime: NaN, coverage: joinSeries([]).coverage, chunks: [] };
}

function samplesOf(track: Track, stretches: readonly string[]): Record<string, [number, number][]> {
  return Object.fromEntries(
    stretches.map((id) => {
      const { times, values } = readSamples(track.series(id) ?? { chunks: [], coverage: joinSeries([]).coverage });
      return [id, Array.from(times, (time, i): [number, number] => [time, values[i]!])];
    }),
  );
}
