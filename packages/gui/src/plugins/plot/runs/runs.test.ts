import { csvPieces, mcapPieces, parquetPieces, readSamples, samples, tableOf, Track } from "@orrery/plots";
import type { orrery } from "@orrery/msgs";
import { Emitter } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { logError } from "../../../base/log-error.ts";
import { Value } from "../../../client/value.ts";
import { pairsWith, plotDifferences, showBeside, sideOf } from "../compare/compare-run.ts";
import { differenceRows, differenceText } from "../compare/difference-facts.ts";
import { differenceKey } from "../compare/difference-key.ts";
import { DifferenceTracks } from "../compare/difference-tracks.ts";
import { addCurve } from "../curve-edits.ts";
import { FormulaTracks } from "../formulas/formula-tracks.ts";
import { RunOnLine } from "../formulas/run-on-line.ts";
import { SavedFormulas } from "../formulas/saved-formulas.ts";
import { readFile } from "../files/read-file.ts";
import { allCurves, NO_PLOTS } from "../plot-state.ts";
import { CurveSources, USUAL_KEEP } from "../sources/curve-sources.ts";
import type { CurveSource, SourceState } from "../sources/source.ts";
import { fileRun } from "./file-run.ts";
import { fillingNumbers, keepableNumbers, keepRun, untilFilled } from "./keep-run.ts";
import { runKey } from "./run-key.ts";
import { RunTracks } from "./run-tracks.ts";
import { Runs, type ListedRun } from "./runs.ts";
import { StoredRuns } from "./stored-runs.ts";

/** Serves one vector whose columns are t, 10 t and 100 t at 0, 1 … 4 s. */
class Ramp implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  keep = USUAL_KEEP;
  readonly tracks = [1, 10, 100].map((slope) => {
    const track = new Track();
    const times = [0, 1, 2, 3, 4];
    track.append(
      "s1",
      times,
      times.map((time) => slope * time),
    );
    track.follow({ stretches: [{ id: "s1", parent: "", start: 0, end: 4 }], present: "s1" });
    return track;
  });

  want(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  state(key: string): SourceState | undefined {
    if (key !== "item:p") return undefined;
    const info = { shape: "vector", units: ["m"] } as const;
    const described = { name: "p", columns: ["x", "y", "z"], units: ["m"], info, note: "" };
    return { key, described, progress: 1, error: "" };
  }

  track(_: string, column: number): Track | undefined {
    return this.tracks[column];
  }

  cancel(): void {}
  [Symbol.dispose](): void {}
}

const HISTORY: orrery.History = {
  present: "s1",
  stretches: [
    { id: "s1", parent: "", end: { sec: 4 }, marks: [{ id: "m1", description: "Push p", sim_time: { sec: 2 } }] },
  ],
};

function stand() {
  const sources = new CurveSources();
  const runs = new Runs();
  const history = new Value<orrery.History | undefined>(HISTORY);
  sources.add("item", new Ramp());
  sources.add("run", new RunTracks(runs));
  const differences = sources.add("difference", new DifferenceTracks({ sources, history }));
  return { sources, runs, differences, [Symbol.dispose]: () => sources[Symbol.dispose]() };
}

test("[PX8] the shown curves of a run are kept under a name, with the commands that the world got", () => {
  using parts = stand();
  const { sources, runs } = parts;
  let state = addCurve(addCurve(NO_PLOTS, "item:p", 1), runKey({ run: "old", thing: "p" }), 1);
  state = addCurve(state, "item:p", 1);
  expect(keepableNumbers([state])).toEqual([{ key: "item:p", column: 1 }]);
  const run = keepRun(runs.freeName("be/fore"), keepableNumbers([state]), sources, HISTORY);
  expect(run).toMatchObject({ name: "be_fore", start: 0, commands: [{ id: "m1", description: "Push p", time: 2 }] });
  runs.add(run);
  expect(runs.freeName("be/fore")).toBe("be_fore 2");
  const key = runKey({ run: "be_fore", thing: "p" });
  using _ = sources.want(key);
  expect(sources.state(key)?.described).toMatchObject({ name: "p", columns: ["x", "y", "z"], run: "be_fore" });
  // The whole thing is kept, for formulas, which need all of its columns.
  expect(sources.track(key, 0)).toBeDefined();
  expect([...readSamples(sources.track(key, 1)!.line()[0]!).values]).toEqual([0, 10, 20, 30, 40]);
  runs.remove("be_fore");
  expect(sources.state(key)?.error).toBe(
    "The run be_fore is not here: open its file again, or keep a run under this name",
  );
  expect(() => keepRun("none", [], sources, HISTORY)).toThrow("the shown curves have no samples yet");
});

test("[PX8] a run is kept when the past of its curves is complete: until then, some samples are missing", async () => {
  const changes = new Emitter<void>(logError);
  let progress = 0.5;
  const sources = { changes, state: (key: string) => ({ key, described: undefined, progress, error: "" }) };
  const numbers = [{ key: "item:p", column: 0 }];
  expect(fillingNumbers(numbers, sources)).toEqual(numbers);
  let isFilled = false;
  const filled = untilFilled(numbers, sources).then(() => (isFilled = true));
  changes.emit();
  await Promise.resolve();
  expect(isFilled).toBe(false);
  progress = 1;
  changes.emit();
  await filled;
  expect(fillingNumbers(numbers, sources)).toEqual([]);
});

test("[PX9] a run is aligned by time, by its beginning, by a command or by an offset", () => {
  using parts = stand();
  const { sources, runs } = parts;
  const own = samples([10, 11], [1, 2]);
  const commands = [{ id: "other", description: "Push p", time: 10.5 }];
  runs.add({ ...fileRun("f", [{ name: "p.y", unit: "m", samples: own }]), commands });
  const key = runKey({ run: "f", thing: "p.y" });
  using _ = sources.want(key);
  const present = { start: 0, commands: [{ id: "m1", description: "Push p", time: 2 }] };
  const times = () => [...readSamples(sources.track(key, 0)!.line()[0]!).times];
  expect(times()).toEqual([10, 11]);
  runs.align("f", { by: "start" }, present);
  expect(times()).toEqual([0, 1]);
  runs.align("f", { by: "command", id: "m1" }, present);
  expect(times()).toEqual([1.5, 2.5]);
  runs.align("f", { by: "offset", seconds: -10.25 }, present);
  expect(times()).toEqual([-0.25, 0.75]);
  expect(() => runs.align("f", { by: "command", id: "m2" }, present)).toThrow("f did not get that command");
});

test("[PX10] curves that are alike are shown beside each other, and their differences with figures", async () => {
  using parts = stand();
  const { sources, runs, differences } = parts;
  const file = samples([0, 1, 2, 3, 4], [0, 10, 23, 30, 40]);
  runs.add(fileRun("f.csv", [{ name: "p.y", unit: "m", samples: file }]));
  let state = addCurve(addCurve(NO_PLOTS, "item:p", 1), "item:p", 0);
  const pairs = pairsWith(runs.get("f.csv")!.run, state, sources);
  expect(pairs).toMatchObject([{ curve: { id: "c1" }, other: { key: "run:f.csv/p.y", column: 0 } }]);
  state = showBeside(showBeside(state, pairs), pairs);
  const [first, beside] = state.plots[0]!.curves;
  expect(state.plots.map(({ curves }) => curves.length)).toEqual([2, 1]);
  expect(beside).toMatchObject({ colour: first!.colour, dash: "dashed", key: "run:f.csv/p.y" });
  // Any two curves have a difference: of the run, and of another column.
  state = plotDifferences(state, [
    ...pairs.map(({ curve, other }) => ({ first: sideOf(curve), second: sideOf(other) })),
    { first: sideOf({ key: "item:p", column: 1 }), second: sideOf({ key: "item:p", column: 0 }) },
  ]);
  const curves = allCurves(state).slice(-2);
  using wanted = new DisposableStack();
  for (const { key } of curves) wanted.use(sources.want(key));
  const rows = () => differenceRows(curves, sources, differences);
  await expect.poll(() => rows().every(({ facts }) => facts !== undefined)).toBe(true);
  const [run, columns] = rows();
  expect(run).toMatchObject({
    name: "Δ p.y · f.csv",
    unit: "m",
    facts: { greatest: 3, greatestTime: 2, partsAt: 2 },
  });
  // A triangle of height 3 over two of four seconds: 9 · 2 / 3 / 4.
  expect(run!.facts!.rms).toBeCloseTo(Math.sqrt(1.5), 12);
  expect(columns).toMatchObject({ name: "p.y − p.x", facts: { greatest: 36, greatestTime: 4, partsAt: 1 } });
  expect(differenceText(rows().slice(0, 1)).split("\n")[1]!.split("\t").slice(0, 4)).toEqual([
    "Δ p.y · f.csv",
    "m",
    "3",
    "2",
  ]);
  // A run that is moved is compared again, in the same memory.
  const track = sources.track(curves[0]!.key, 0)!;
  runs.align("f.csv", { by: "offset", seconds: 1 }, { start: 0, commands: [] });
  await expect.poll(() => rows()[0]!.facts!.greatest).toBe(10);
  expect(sources.track(curves[0]!.key, 0)).toBe(track);
  expect(readSamples(track.line()[0]!).times[0]).toBe(1);
});

test("[PX12] formulas use kept runs and files, on every line of history", () => {
  const track = new Track();
  track.append("run", [0, 1, 2, 3, 4], [0, 10, 20, 30, 40]);
  track.follow({ stretches: [{ id: "run", parent: "", start: 0, end: 4 }], present: "run" });
  const stretches = [
    { id: "root", parent: "", start: 0, end: 2 },
    { id: "now", parent: "root", start: 2, end: 2.5 },
    { id: "old", parent: "root", start: 2, end: 3 },
  ];
  const line = new RunOnLine(track, { stretches, present: "now" });
  const values = (id: string) => [...(line.series(id) === undefined ? [] : readSamples(line.series(id)!).values)];
  expect(["root", "now", "old", "none"].map(values)).toEqual([[0, 10, 20], [30, 40], [30], []]);
  expect(line.series("now")).toBe(line.series("now"));
  const before = line.series("root");
  track.series("run")!.clear();
  track.append("run", [0.5], [7]);
  expect([values("root"), values("now")]).toEqual([[7], []]);
  expect(line.series("root")).not.toBe(before);
});

test("[PX12] the present run minus a kept one, as a formula, is their difference", async () => {
  using parts = stand();
  const { sources, runs } = parts;
  const formulas = new SavedFormulas();
  formulas.save("apart", "p.y - `run:f/q` * 2");
  sources.add(
    "formula",
    new FormulaTracks({ sources, formulas, history: new Value<orrery.History | undefined>(HISTORY) }),
  );
  runs.add(fileRun("f", [{ name: "q", unit: "m", samples: samples([1, 3], [4, 12]) }]));
  using _ = sources.want("formula:apart");
  const found = () => sources.track("formula:apart", 0)?.line()[0];
  await expect.poll(() => found()?.count).toBeGreaterThan(0);
  const { times, values } = readSamples(found()!);
  expect([[...times], [...values]]).toEqual([
    [1, 2, 3],
    [2, 4, 6],
  ]);
});

test("[PX10] damaged keys of differences, and differences of differences, have no curves", () => {
  using parts = stand();
  const { sources } = parts;
  const side = { key: "item:p", column: 0, line: "" };
  const nested = differenceKey({ first: { ...side, key: differenceKey({ first: side, second: side }) }, second: side });
  for (const key of ["difference:", "difference:[1,2]", 'difference:[["item:p",0,""]]', nested]) {
    using _ = sources.want(key);
    expect([sources.state(key), sources.track(key, 0)]).toEqual([undefined, undefined]);
  }
});

test("[PX11] CSV, Parquet and MCAP files are read as curves, with what could not be read", async () => {
  const curve = { name: "speed", unit: "m/s", samples: samples([0.5, 1], [1, 2]) };
  const table = tableOf([curve]);
  const mcap: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of mcapPieces(table)) mcap.push(piece);
  for (const [name, pieces] of [
    ["a.CSV", [...csvPieces(table)]],
    ["a.parquet", [...parquetPieces(table)]],
  ] as const) {
    expect(await readFile(new File([...pieces], name), () => undefined)).toEqual({ curves: [curve], problems: [] });
  }
  const { curves } = await readFile(new File(mcap, "a.mcap"), () => undefined);
  expect(curves.map(({ name, samples: read }) => [name, ...read.times, ...read.values])).toEqual([
    ["speed.value", 0.5, 1, 1, 2],
  ]);
  const text = new File(["time,a,b\n0,1,x\n1,2,y\n"], "b.csv");
  expect(await readFile(text, () => undefined)).toMatchObject({
    curves: [{ name: "a" }],
    problems: ['b was left out: line 2: "x" is not a number'],
  });
  await expect(readFile(new File(["nothing"], "c.csv"), () => undefined)).rejects.toThrow("c.csv");
});

test("[PX8] runs are stored for later visits, with their alignment, by world", async () => {
  const stored = new Map<string, ListedRun>();
  const store = {
    load: (world: string) =>
      Promise.resolve([...stored].flatMap(([key, run]) => (key.startsWith(`${world}/`) ? [run] : []))),
    put: (world: string, listed: ListedRun) => Promise.resolve(void stored.set(`${world}/${listed.run.name}`, listed)),
    remove: (world: string, name: string) => Promise.resolve(void stored.delete(`${world}/${name}`)),
  };
  const run = fileRun("a", [{ name: "x", unit: "", samples: samples([3], [1]) }]);
  const runs = new Runs();
  using list = new StoredRuns(runs, store);
  list.follow("lab");
  // Before the stored ones have come.
  runs.add(run);
  runs.add({ ...run, name: "b" });
  await expect.poll(() => stored.size).toBe(2);
  runs.align("a", { by: "offset", seconds: 2 }, { start: 0, commands: [] });
  runs.remove("b");
  await expect.poll(() => [...stored.keys()]).toEqual(["lab/a"]);
  list.follow("other");
  expect(runs.list.current).toEqual([]);
  list.follow("lab");
  await expect.poll(() => runs.list.current).toEqual([{ run, alignment: { by: "offset", seconds: 2 }, offset: 2 }]);
  expect(stored.size).toBe(1);
});
