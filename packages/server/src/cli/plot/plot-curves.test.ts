import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesSource, type NamedSamples, readCsv, readParquet } from "@orrery/plots";
import { LogFile } from "@orrery/sim/logs";
import { MemoryLog, memorySource, TestSim } from "@orrery/sim/testing";
import { expect, onTestFinished, test } from "vitest";
import { zstd } from "../../../../../tests/zstd.ts";
import { json, mcapFile } from "../../../../../tests/mcap-files.ts";
import { defaultConfig } from "../../config.ts";
import { CollectedCurves } from "./collected-curves.ts";
import type { CurveSource } from "./curve-source.ts";
import { MessageCurves } from "./message-curves.ts";
import { pictureOf } from "./plot-picture.ts";
import { endingOf, writePlotFile } from "./plot-file.ts";
import { headlessCurves, rerunCurves } from "./simulated-curves.ts";
import { TableCurves, unpackers } from "./table-curves.ts";
import { wantedCurves } from "./wanted-curves.ts";

const BALL = `<model name="ball"><pose>0 0 5 0 0 0</pose><link name="link"><collision name="c"><geometry><sphere>
  <radius>0.2</radius></sphere></geometry></collision></link></model>`;
const WORLD = `<sdf version="1.9"><world name="drop">${BALL}</world></sdf>`;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "orrery-plot-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

async function dropped(steps: number, every = 1): Promise<CurveSource> {
  const world = join(folder(), "drop.sdf");
  writeFileSync(world, WORLD);
  const none = { resourceFolders: [], pluginFolders: [] };
  const start = { world, ...none, systems: defaultConfig.systems, paused: false, targetFactor: 0, attended: false };
  return headlessCurves({ start, steps, every });
}

async function collected(source: CurveSource, ...texts: string[]): Promise<CollectedCurves> {
  const curves = new CollectedCurves(await wantedCurves(source, texts), { samples: Infinity });
  await source.read(curves.names, curves, new Promise(() => undefined));
  curves.finish();
  return curves;
}

const plain = (curves: readonly NamedSamples[]) =>
  curves.map(({ name, unit, samples }) => ({ name, unit, times: [...samples.times], values: [...samples.values] }));

test("[CL77] a world that is run for a plot has its values in every step: a falling ball has the speed g·t", async () => {
  const curves = await collected(await dropped(500), "norm(ball::link::linear_velocity)", "ball::link::pose.z");
  const [speed, height] = plain(curves.samples());
  expect(speed).toMatchObject({ name: "norm(ball::link::linear_velocity)", unit: "m/s" });
  expect(height).toMatchObject({ name: "ball::link::pose.z", unit: "m" });
  expect(speed!.times).toEqual(Array.from({ length: 500 }, (_, i) => (i + 1) / 1000));
  for (const [i, value] of speed!.values.entries()) expect(value).toBeCloseTo((9.8 * (i + 1)) / 1000, 4);
});

test("[CL77] names, parts, patterns and formulas are found; samples may be taken in every n-th step", async () => {
  const curves = await collected(await dropped(30, 10), "ball::*::linear_velocity", "ball::link::pose.z * 2");
  const found = plain(curves.samples());
  const parts = ["x", "y", "z"];
  expect(found.map(({ name }) => name)).toEqual([
    ...parts.map((part) => `ball::link::linear_velocity.${part}`),
    ...parts.map((part) => `ball::link::inertial::linear_velocity.${part}`),
    "ball::link::pose.z * 2",
  ]);
  expect(found[0]!.times).toEqual([0.01, 0.02, 0.03]);
});

test.each([
  ["ball::lnk::pose", 'drop has no "ball::lnk::pose"; did you mean "ball::link::pose"?'],
  ["nothing_like_it", 'drop has no "nothing_like_it"'],
  ["norm(ball::link)", /^"ball::link" is no value, but has some: ball::link::pose, ball::link::linear_velocity, /],
  ["norm(ball::link::pose.z", /^"norm\(ball::link::pose\.z": /],
  ["ball::link::pose.z + sim_time", /^"ball::link::pose\.z \+ sim_time": .*m.*s/],
  ["2 * 3", '"2 * 3" names nothing that has values'],
  ["real_time", "real_time depends on the host's clock, so only a running server has it"],
])("[CL78] what cannot be plotted is refused with the reason: %s", async (text, reason) => {
  await expect(wantedCurves(await dropped(1), [text])).rejects.toThrow(reason);
});

test("[CL77] of a log of ours the run is simulated again, and what was undone is not in the curves", async () => {
  using sim = await TestSim.load(BALL, { history: { enabled: true }, defaultSystems: ["physics", "user-commands"] });
  const log = new MemoryLog(sim.runner, zstd, { rateHz: 10 });
  sim.run({ steps: 100 });
  const before = sim.poseOf("ball").z;
  sim.request("/world/test/history/go_to", "orrery.msgs.GoTo", { time: { nsec: 40e6 } });
  sim.runner.pass();
  sim.run({ steps: 20 });
  const file = await LogFile.open(memorySource(await log.bytes(), zstd));
  const curves = await collected(await rerunCurves(file, defaultConfig, 1), "ball::pose.z", "iterations");
  const [z, iterations] = plain(curves.samples());
  expect(z!.times.length).toBeGreaterThan(50);
  expect(z!.times).toEqual(z!.times.map((_, i) => (i + 1) / 1000));
  expect(iterations!.values).toEqual(z!.times.map((_, i) => i + 1));
  expect(z!.values.at(-1)).toBe(sim.poseOf("ball").z);
  expect(z!.values).not.toContain(before);
  const { description } = pictureOf(curves.curves, {
    title: "",
    timeTitle: "",
    theme: "paper",
    window: Infinity,
    columns: 100,
  });
  expect(description.plots[0]!.curves.map(({ style }) => style)).toEqual(["lines", "steps"]);
});

test("[CL77] of an MCAP file of others, numbers and vectors of messages are curves", async () => {
  const messages = [1, 2, 3].map((s) => {
    const message = { header: { stamp: { sec: s, nanosec: 0 } }, v: { x: 3 * s, y: 4 * s, z: 0 }, list: [s, 2 * s] };
    return [s * 2e9, json(message)] as const;
  });
  const bytes = await mcapFile([{ topic: "/a", encoding: "json", messages }]);
  const open = (time: "stamp" | "log"): Promise<MessageCurves> =>
    MessageCurves.open(bytesSource("a.mcap", bytes), time);
  const curves = await collected(await open("stamp"), "/a.v", "norm(`/a.v`)", "/a.list[1]", "/a.v.*");
  expect(plain(curves.samples()).map(({ name, times, values }) => [name, times, values])).toEqual([
    ["/a.v.x", [1, 2, 3], [3, 6, 9]],
    ["/a.v.y", [1, 2, 3], [4, 8, 12]],
    ["/a.v.z", [1, 2, 3], [0, 0, 0]],
    ["norm(`/a.v`)", [1, 2, 3], [5, 10, 15]],
    ["/a.list[1]", [1, 2, 3], [2, 4, 6]],
    ["/a.v.x", [1, 2, 3], [3, 6, 9]],
    ["/a.v.y", [1, 2, 3], [4, 8, 12]],
    ["/a.v.z", [1, 2, 3], [0, 0, 0]],
  ]);
  expect(plain((await collected(await open("log"), "/a.v.x")).samples())[0]!.times).toEqual([2, 4, 6]);
  await expect(wantedCurves(await open("log"), ["/a.w.x"])).rejects.toThrow('did you mean "/a.v.x"?');
  await expect(wantedCurves(await open("log"), ["/a"])).rejects.toThrow('"/a" is no value, but has some: /a.');
});

test("[CL79] pictures and tables are written by the end of their names, and tables are curves again", async () => {
  const at = folder();
  const curves = await collected(await dropped(2000), "ball::link::linear_velocity.z", "ball::link::pose.z");
  const options = { title: "Drop", timeTitle: "Time", theme: "paper", width: 400, height: 300 } as const;
  for (const ending of ["svg", "pdf", "csv", "parquet"]) await writePlotFile(join(at, `a.${ending}`), curves, options);
  const svg = readFileSync(join(at, "a.svg"), "utf8");
  expect(svg).toMatch(/<svg[^]*>Drop<[^]*ball::link::linear_velocity\.z[^]*>m\/s</);
  expect(readFileSync(join(at, "a.pdf"), "latin1")).toMatch(/^%PDF-1\.\d[^]*%%EOF\n$/);
  const saved = plain(curves.samples());
  const csv = await readCsv(bytesSource("a.csv", readFileSync(join(at, "a.csv"))));
  const parquet = await readParquet(bytesSource("a", readFileSync(join(at, "a.parquet"))), { unpackers });
  for (const { table } of [csv, parquet]) {
    expect([...table.times]).toEqual(saved[0]!.times);
    expect(table.columns.map(({ name, unit, values }) => [name, unit, [...values]])).toEqual(
      saved.map(({ name, unit, values }) => [name, unit, values]),
    );
  }
  const again = await collected(await TableCurves.open(join(at, "a.csv")), "abs(`ball::link::linear_velocity.z`)");
  expect(plain(again.samples())[0]).toMatchObject({ unit: "m/s", values: saved[0]!.values.map((v) => Math.abs(v)) });
  expect(() => endingOf("a.png")).toThrow("--out must end in .svg, .pdf, .csv, .parquet");
  await expect(TableCurves.open(join(at, "none.csv"))).rejects.toThrow("none.csv: error: ");
});
