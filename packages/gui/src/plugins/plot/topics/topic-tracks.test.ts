import { joinSeries, readSamples } from "@orrery/plots";
import { expect, test } from "vitest";
import { Value } from "../../../client/value.ts";
import { ServedWorld } from "../../../testing/served-world.ts";
import { FormulaTracks } from "../formulas/formula-tracks.ts";
import { CurveSources } from "../sources/curve-sources.ts";
import { TopicTracks } from "./topic-tracks.ts";

const BALL = `<model name="ball"><pose>0 0 50 0 0 0</pose><link name="body">
  <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model>`;
/** Its messages have no stamp, and say when they were published. */
const NANOSECONDS = "topic:/world/test/clock sim.nsec";
const POSITION = "topic:/world/test/pose/info pose[0].position";

test("[CU14] a message without a stamp has the time of the step that published it, on the line of history of that step", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  using tracks = new TopicTracks(page.view);
  // It needs the clock first.
  using __ = tracks.want("topic:/clock sim.nsec");
  await world.until(() => tracks.state("topic:/clock sim.nsec")!.described !== undefined);
  using _ = tracks.want(NANOSECONDS);
  await world.go(page);
  await world.until(() => lastTime(tracks, NANOSECONDS) >= 0.05);
  for (const at of [0.02, 0.025, 0.01, 0.015, 0.012]) {
    world.sim.runner.timeline.goTo({ id: "", timeNs: at * 1e9 }, { author: "", authorName: "" });
    for (let i = 0; i < 9; i++) world.pass();
  }
  const track = tracks.track(NANOSECONDS, 0)!;
  await world.until(() => world.sim.runner.timeline.stretches().every(({ id }) => (track.series(id)?.count ?? 0) > 0));
  const stretches = world.sim.runner.timeline.stretches();
  expect(stretches.length).toBeGreaterThan(6);
  for (const { id, start, end } of stretches) {
    const { times, values } = readSamples(track.series(id)!);
    expect([...values].map((nsec) => nsec / 1e9)).toEqual([...times]);
    expect(Math.round(times[0]! * 1e9)).toBeGreaterThan(start.timeNs);
    if (id !== stretches.at(-1)!.id) expect(Math.round(times.at(-1)! * 1e9)).toBeLessThanOrEqual(end.timeNs);
  }
  expect(tracks.state(NANOSECONDS)).toMatchObject({
    progress: 1,
    error: "",
    described: { name: "/world/test/clock.sim.nsec", columns: [""], units: ["ns"] },
  });
});

test("[CU14] a message with a stamp has that time; x, y and z are columns of one thing", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  using tracks = new TopicTracks(page.view);
  using _ = tracks.want(POSITION);
  await world.go(page);
  await world.until(() => lastTime(tracks, POSITION) >= 0.05);
  expect(tracks.state(POSITION)!.described).toMatchObject({ columns: ["x", "y", "z"], units: ["m", "m", "m"] });
  const { times, values } = readSamples(joinSeries(tracks.track(POSITION, 2)!.line()));
  times.forEach((time, i) => expect(values[i]).toBeCloseTo(50 - (9.8 / 2) * time ** 2, 2));
});

test("[CU14] formulas read numbers of topics", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  using sources = new CurveSources();
  const formulas = new Value<ReadonlyMap<string, string>>(
    new Map([
      ["height", "norm(`/world/test/pose/info.pose[0].position`) - `/world/test/pose/info.pose[0].position.z`"],
    ]),
  );
  sources.add("topic", new TopicTracks(page.view));
  sources.add("formula", new FormulaTracks({ sources, formulas, history: page.view.history.state }));
  using _ = sources.want("formula:height");
  await world.go(page);
  const line = () => joinSeries(sources.track("formula:height", 0)?.line() ?? []);
  await world.until(() => line().chunks.length > 0 && (line().chunks.at(-1)?.lastTime ?? 0) > 0.05);
  expect(sources.state("formula:height")).toMatchObject({ error: "", described: { units: ["m"] } });
  for (const value of readSamples(line()).values) expect(value).toBeCloseTo(0, 9);
});

test("[VP12] at a rate, messages in between are left out", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  using tracks = new TopicTracks(page.view);
  tracks.sampling = { hertz: 100 };
  using _ = tracks.want(NANOSECONDS);
  await world.go(page);
  await world.until(() => lastTime(tracks, NANOSECONDS) >= 0.1);
  const { times } = readSamples(joinSeries(tracks.track(NANOSECONDS, 0)!.line()));
  for (const [i, time] of times.entries()) if (i > 0) expect(time - times[i - 1]!).toBeCloseTo(0.01, 9);
});

test("[CU14] a topic that nobody publishes, and a field that there is not, say so; messages of clients count, too", async () => {
  using world = await ServedWorld.load(BALL);
  const page = await world.open("ada");
  const other = await world.open("bob");
  using tracks = new TopicTracks(page.view);
  const [speed, wrong] = ["topic:/cmd_vel linear", "topic:/cmd_vel linaer.x"];
  using _ = tracks.want(speed);
  using __ = tracks.want(wrong);
  expect(tracks.state(speed)!.error).toBe("Nobody publishes on /cmd_vel now");
  const publisher = other.session.node.current!.advertise("/cmd_vel", "gz.msgs.Twist");
  await world.until(() => publisher.hasSubscribers && tracks.state(speed)!.error === "");
  expect(tracks.state(wrong)!.error).toContain('did you mean "linear"?');
  // The world is paused, so that all is published at one moment.
  publisher.publish({ linear: { x: 1, y: 2, z: 3 } });
  await world.until(() => lastTime(tracks, speed) === 0);
  expect([0, 1, 2].map((column) => [...readSamples(tracks.track(speed, column)!.line()[0]!).values])).toEqual([
    [1],
    [2],
    [3],
  ]);
  publisher[Symbol.dispose]();
  await world.until(() => tracks.state(speed)!.error !== "");
});

function lastTime(tracks: TopicTracks, key: string): number {
  return tracks.track(key, 0)?.line().at(-1)?.lastTime ?? NaN;
}
