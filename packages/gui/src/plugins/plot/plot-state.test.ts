import { expect, test } from "vitest";
import { addCurve, changeCurve, NO_PLOTS, removeCurve, soloCurve, type PlotsState } from "./plot-state.ts";

const looks = ({ plots }: PlotsState): string[] =>
  plots.map(({ curves }) =>
    curves
      .map(({ key, column, colour, isVisible }) => `${key}.${column} ${colour}${isVisible ? "" : " hidden"}`)
      .join(", "),
  );

test("[CU1] a curve is added to a plot or to a new one, in the first free colour, and once only", () => {
  let state = addCurve(NO_PLOTS, "a", 0);
  state = addCurve(state, "b", 2, "p1");
  state = addCurve(state, "c", 0);
  expect(looks(state)).toEqual(["a.0 0, b.2 1", "c.0 0"]);
  expect(addCurve(state, "b", 2, "p1")).toBe(state);
  state = addCurve(removeCurve(state, "c1"), "d", 0, "p1");
  expect(looks(state)).toEqual(["b.2 1, d.0 0", "c.0 0"]);
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
