import { isDeepStrictEqual } from "node:util";
import {
  compileFormula,
  evaluateFormula,
  joinSeries,
  lineTo,
  readSamples,
  stretchesOf,
  type CurveSamples,
} from "@orrery/plots";
import { expect, onTestFinished, test } from "vitest";
import { Value } from "../../../client/value.ts";
import { ServedWorld, type TestPage } from "../../../testing/served-world.ts";
import { ItemTracks } from "../data/item-tracks.ts";
import { CurveSources } from "../sources/curve-sources.ts";
import { FormulaTracks } from "./formula-tracks.ts";
import { SourceScope } from "./names-of-inputs.ts";

const BALL = `<model name="ball"><pose>0 0 50 0 0 0</pose><link name="body">
  <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model>`;
const TEXT = "integral(ball::pose.z) * d(ball::body::linear_velocity.z)";

test("[CU8] a formula has the values that it has over whole lines: live, of the past and of branches", async () => {
  using world = await ServedWorld.load(BALL);
  const { page, sources } = await open(world, new Map([["f", TEXT]]));
  using _ = sources.want("formula:f");
  using __ = sources.want("item:ball::pose");
  using ___ = sources.want("item:ball::body::linear_velocity");
  await world.go(page);
  await world.until(() => world.sim.runner.now().timeNs > 0.08e9);
  for (const at of [0.04, 0.042]) {
    world.sim.runner.timeline.goTo({ id: "", timeNs: at * 1e9 }, { author: "", authorName: "" });
    for (let i = 0; i < 30; i++) world.pass();
  }
  void page.view.client.current!.pause();
  await world.until(() => world.sim.runner.state.paused && sources.state("formula:f")?.progress === 1);
  const stretches = world.sim.runner.timeline.stretches();
  expect(stretches.length).toBeGreaterThan(4);
  const scope = new SourceScope(sources, new Map());
  const formula = compileFormula(TEXT, scope);
  for (const leaf of stretches.filter(({ children }) => children.size === 0)) {
    const line = (): string[] => {
      const { stretches: all } = stretchesOf(page.view.history.state.current!);
      return lineTo(leaf.id, new Map(all.map((each) => [each.id, each])));
    };
    const inputs = (): CurveSamples[] => [
      samplesOf(sources, "item:ball::pose", 7, line()),
      samplesOf(sources, "item:ball::body::linear_velocity", 3, line()),
    ];
    const whole = (): CurveSamples => evaluateFormula(formula, inputs());
    const computed = (): CurveSamples => samplesOf(sources, "formula:f", 1, line());
    // The last samples may still be on their way to both curves.
    await expect.poll(() => (world.pass(), isDeepStrictEqual(computed(), whole()))).toBe(true);
    expect(whole().times.length).toBeGreaterThan(50);
  }
});

test("[CU9] a formula can use another one; what is wrong with it is said, and mended when its text changes", async () => {
  using world = await ServedWorld.load(BALL);
  const { page, sources, formulas } = await open(
    world,
    new Map([
      ["height", "ball::pose.z"],
      ["double", "2 * height"],
    ]),
  );
  using _ = sources.want("formula:double");
  await world.go(page);
  await world.until(() => (sources.track("formula:double", 0)?.line().length ?? 0) > 0);
  expect(sources.state("formula:double")!.described).toMatchObject({ name: "double", units: ["m"], columns: [""] });
  const valueOf = (): number | undefined => {
    const series = sources.track("formula:double", 0)?.line().at(-1);
    return series && readSamples(series).values[0];
  };
  expect(valueOf()).toBeCloseTo(100, 3);
  formulas.set(
    new Map([
      ["height", "ball::pose.z + 1s"],
      ["double", "2 * height"],
    ]),
  );
  await world.until(() => sources.state("formula:double")!.error !== "");
  expect(sources.state("formula:double")!.error).toContain("height");
  formulas.set(
    new Map([
      ["height", "ball::pose.z + 1m"],
      ["double", "2 * height"],
    ]),
  );
  await world.until(() => (valueOf() ?? 0) > 101);
  expect(sources.state("formula:double")!.error).toBe("");
  formulas.set(new Map([["double", "ball::poze.z"]]));
  await world.until(() => sources.state("formula:double")!.error !== "");
  expect(sources.state("formula:double")!.error).toContain("ball::poze");
});

interface Opened {
  readonly page: TestPage;
  readonly sources: CurveSources;
  readonly formulas: Value<ReadonlyMap<string, string>>;
}

async function open(world: ServedWorld, texts: ReadonlyMap<string, string>): Promise<Opened> {
  const page = await world.open("ada");
  const sources = new CurveSources();
  onTestFinished(() => sources[Symbol.dispose]());
  const formulas = new Value(texts);
  sources.add("item", new ItemTracks(page.view));
  sources.add("formula", new FormulaTracks({ sources, formulas, history: page.view.history.state }));
  return { page, sources, formulas };
}

function samplesOf(sources: CurveSources, key: string, columns: number, line: readonly string[]): CurveSamples {
  const read = Array.from({ length: columns }, (_, i) => {
    const series = sources.track(key, i)?.line(line) ?? [];
    return readSamples(joinSeries(series));
  });
  return { times: read[0]!.times, columns: read.map(({ values }) => values) };
}
