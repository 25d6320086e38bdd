import { expect, test } from "vitest";
import { addCurve } from "./curve-edits.ts";
import { toCurves, toPaths } from "./path-edits.ts";
import { NO_PLOTS, type PlotsState } from "./plot-state.ts";

const paths = ({ plots }: PlotsState): string[] =>
  plots[0]!.curves.map(({ key, column, across }) => `${key}${column}/${across?.key ?? "time"}${across?.column ?? ""}`);
const isVector = (key: string): boolean => key === "pose";
const plotOf = (...numbers: (readonly [string, number])[]): PlotsState =>
  numbers.reduce((state, [key, column]) => addCurve(state, key, column, "p1"), NO_PLOTS);

test("[VP2] columns of one thing become a path, other curves go over the first one", () => {
  expect(paths(toPaths(plotOf(["pose", 0], ["pose", 1]), "p1", isVector))).toEqual(["pose1/pose0"]);
  expect(paths(toPaths(plotOf(["force", 0], ["angle", 0]), "p1", isVector))).toEqual(["angle0/force0"]);
  const two = plotOf(["a", 0], ["a", 1], ["b", 0], ["b", 1]);
  expect(paths(toPaths(two, "p1", isVector))).toEqual(["a1/a0", "b1/b0"]);
});

test("[VP2] the only curve goes over the first column of its thing, if that has several", () => {
  expect(paths(toPaths(plotOf(["pose", 0]), "p1", isVector))).toEqual(["pose1/pose0"]);
  expect(paths(toPaths(plotOf(["pose", 2]), "p1", isVector))).toEqual(["pose2/pose0"]);
  expect(paths(toPaths(plotOf(["angle", 0]), "p1", isVector))).toEqual(["angle0/time"]);
});

test("[VP2] a value that is added to paths gets the partner that the others have", () => {
  const state = toPaths(plotOf(["pose", 0], ["pose", 1]), "p1", isVector);
  expect(paths(addCurve(state, "other", 1, "p1"))).toEqual(["pose1/pose0", "other1/other0"]);
  expect(paths(addCurve(state, "speed", 0, "p1"))).toEqual(["pose1/pose0", "speed0/pose0"]);
});

test("[VP2] paths become curves again, those along x too, each with an id and a colour of its own", () => {
  const state = toCurves(toPaths(plotOf(["a", 0], ["a", 1], ["b", 0], ["b", 1]), "p1", isVector), "p1");
  expect(paths(state)).toEqual(["a0/time", "a1/time", "b0/time", "b1/time"]);
  expect(new Set(state.plots[0]!.curves.map(({ id }) => id)).size).toBe(4);
  expect(new Set(state.plots[0]!.curves.map(({ colour }) => colour)).size).toBe(4);
});
