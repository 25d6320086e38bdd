import { expect, test } from "vitest";
import { addCurve, changeCurve, moveCurve, moveToNewPlot, removeCurve, shiftCurve, soloCurve } from "./curve-edits.ts";
import { addPlot } from "./plot-edits.ts";
import { allCurves, NO_PLOTS, type PlotsState } from "./plot-state.ts";

const looks = ({ plots }: PlotsState): string[] =>
  plots.map(({ curves }) =>
    curves
      .map(({ key, column, colour, isVisible }) => `${key}.${column} ${colour}${isVisible ? "" : " hidden"}`)
      .join(", "),
  );
const keys = ({ plots }: PlotsState): string[] => plots.map(({ curves }) => curves.map(({ key }) => key).join(" "));

/** Two plots, with the curves a and b in the first, and c in the second. */
const three = addCurve(addCurve(addCurve(NO_PLOTS, "a", 0), "b", 2, "p1"), "c", 0);

test("[CU1] a curve is added to a plot or to a new one, in a colour that no other curve has, and once only", () => {
  expect(looks(three)).toEqual(["a.0 0, b.2 1", "c.0 2"]);
  expect(addCurve(three, "b", 2, "p1")).toBe(three);
  expect(looks(addCurve(removeCurve(three, "c1"), "d", 0, "p1"))).toEqual(["b.2 1, d.0 0", "c.0 2"]);
});

test("[CU1] forty curves differ in colour or dashes, in whatever plots they are", () => {
  let state = NO_PLOTS;
  for (let i = 0; i < 40; i++) state = addCurve(state, `k${i}`, 0, i % 3 === 0 ? undefined : "p1");
  expect(new Set(allCurves(state).map(({ colour, dash }) => `${colour} ${dash}`)).size).toBe(40);
  expect(allCurves(state).every(({ colour }) => colour < 8)).toBe(true);
});

test("[CU2] a plot goes with its last curve; a curve is hidden, or shown alone and not alone again", () => {
  let state = addCurve(addCurve(NO_PLOTS, "a", 0), "b", 0, "p1");
  state = changeCurve(state, "c2", { isVisible: false });
  expect(looks(state)).toEqual(["a.0 0, b.0 1 hidden"]);
  state = soloCurve(state, "c2");
  expect(looks(state)).toEqual(["a.0 0 hidden, b.0 1"]);
  expect(looks(soloCurve(state, "c2"))).toEqual(["a.0 0, b.0 1"]);
  expect(removeCurve(removeCurve(state, "c1"), "c2")).toEqual(NO_PLOTS);
});

test("[CU2] a plot that was added without curves stays until it has had one", () => {
  const state = addPlot(three);
  expect(keys(state)).toEqual(["a b", "c", ""]);
  expect(keys(removeCurve(state, "c3"))).toEqual(["a b", ""]);
});

test("[VP1] a curve is moved before another one, into another plot or into a new one", () => {
  expect(keys(moveCurve(three, "c2", { plot: "p1", before: "c1" }))).toEqual(["b a", "c"]);
  expect(keys(moveCurve(three, "c1", { plot: "p2", before: "c3" }))).toEqual(["b", "a c"]);
  expect(keys(moveCurve(three, "c3", { plot: "p1" }))).toEqual(["a b c"]);
  expect(keys(moveToNewPlot(three, "c1"))).toEqual(["b", "c", "a"]);
  expect(moveToNewPlot(three, "c3")).toBe(three);
  expect(moveCurve(three, "c1", { plot: "p1", before: "c1" })).toBe(three);
  const twice = addCurve(three, "a", 0, "p2");
  expect(moveCurve(twice, "c1", { plot: "p2" })).toBe(twice);
});

test("[VP1] a curve is shifted by one, on into the plot above or below", () => {
  expect(keys(shiftCurve(three, "c1", 1))).toEqual(["b a", "c"]);
  expect(keys(shiftCurve(three, "c2", 1))).toEqual(["a", "b c"]);
  expect(keys(shiftCurve(three, "c3", -1))).toEqual(["a b c"]);
  expect(shiftCurve(three, "c1", -1)).toBe(three);
});
