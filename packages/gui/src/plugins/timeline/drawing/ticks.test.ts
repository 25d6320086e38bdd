import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { layOut, type Lines } from "./lines.ts";
import { past, stretch } from "../../../testing/sample-past.ts";
import { rulerOf } from "./ticks.ts";

const ruler = (lines: Lines, from: number, span: number) =>
  rulerOf(
    lines,
    { from: from * SECOND, span: span * SECOND, shows: "part" as const, gaps: [] },
    800,
    (text) => 6 * text.length,
  );

const labels = (lines: Lines, from: number, span: number): string[] =>
  ruler(lines, from, span).ticks.flatMap(({ label }) => (label === "" ? [] : [label]));

test("[HU8] ticks are at round times of the present line and continue beyond it", () => {
  const line = layOut(past([stretch("a", "", 0, 10)], { present: "a" }));
  expect(labels(line, -1, 16)).toEqual(["0 s", "2 s", "4 s", "6 s", "8 s", "10 s", "12 s", "14 s"]);
  const { ticks } = ruler(line, 0, 16);
  expect(ticks.slice(0, 3).map(({ x }) => x)).toEqual([0, 25, 50]);
});

test("[HU8] after a reset they begin again", () => {
  const line = layOut(past([stretch("a", "", 0, 6, ["Reset@7"])], { present: "a" }));
  expect(labels(line, 0, 16)).toEqual(["0 s", "2 s", "4 s", "2 s", "4 s", "6 s", "8 s"]);
  expect(ruler(line, 0, 16).leaps).toMatchObject([{ x: 350, before: "7.0 s", after: "0.0 s" }]);
});

test("[PB2] where the clock of a log jumps, the ruler has what it showed before and after; ticks make room, and end with the log", () => {
  const line = layOut(past([stretch("a", "", 0, 5.7), stretch("b", "a", 2.5, 8.5)], { present: "b", log: "run.mcap" }));
  const { leaps } = ruler(line, 0, 16);
  expect(leaps).toMatchObject([{ x: 285, before: "5.7 s", after: "2.5 s" }]);
  expect(labels(line, 0, 16)).toEqual(["0 s", "2 s", "4 s", "4 s", "6 s", "8 s"]);
});

test("[PB2] where jumps crowd, what the clock shows after them is labelled as far as there is room", () => {
  const sections = [0, 1, 2, 3].map((i) => stretch(`s${i}`, i === 0 ? "" : `s${i - 1}`, 0, i === 1 ? 0.2 : 4));
  const { leaps } = ruler(layOut(past(sections, { present: "s3", log: "run.mcap" })), 0, 16);
  expect(leaps.map(({ before, after }) => [before, after])).toEqual([
    ["4.0 s", ""],
    ["", "0.0 s"],
    ["4.0 s", "0.0 s"],
  ]);
});

test("[HU8] steps are round, labels have the digits they need", () => {
  const line = layOut(past([stretch("a", "", 0, 1e5)], { present: "a" }));
  expect(labels(line, 0.9, 0.5)).toEqual(["0.9 s", "1.0 s", "1.1 s", "1.2 s", "1.3 s"]);
  expect(labels(line, 1.2, 0.3)).toEqual(["1.20 s", "1.25 s", "1.30 s", "1.35 s", "1.40 s", "1.45 s"]);
  expect(labels(line, 60, 120)).toEqual(["60 s", "75 s", "90 s", "105 s", "120 s", "135 s", "150 s", "165 s"]);
  expect(labels(line, 3600, 20)).toEqual(["3600 s", "3605 s", "3610 s", "3615 s"]);
  expect(labels(line, 0, 10_000)).toEqual(["0 s", "1800 s", "3600 s", "5400 s", "7200 s", "9000 s"]);
});

test("[HU20] an idle stretch has no ticks but its length", () => {
  const line = layOut(past([stretch("a", "", 0, 1_000_000)], { present: "a" }));
  const gaps = [{ from: 10 * SECOND, to: 999_990 * SECOND }];
  const view = { from: 0, span: 24 * SECOND, shows: "part" as const, gaps };
  const { ticks, gaps: drawn } = rulerOf(line, view, 800, (text) => 6 * text.length);
  expect(ticks.length).toBeLessThan(100);
  expect(drawn).toEqual([
    { from: expect.closeTo(333.3, 1), to: expect.closeTo(466.7, 1), label: "999980 s, no input" },
  ]);
});
