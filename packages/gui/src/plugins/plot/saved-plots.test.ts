import { expect, test } from "vitest";
import { addCurve, changeCurve } from "./curve-edits.ts";
import { toPaths } from "./path-edits.ts";
import { changeAxis, changePlot } from "./plot-edits.ts";
import { NO_PLOTS } from "./plot-state.ts";
import { readPlots } from "./saved-plots.ts";
import { showRange } from "./view-edits.ts";

test("[VP8] what was saved is read again as it was", () => {
  let state = addCurve(addCurve(addCurve(NO_PLOTS, "item:a", 0), "item:a", 1, "p1"), "item:b", 0);
  state = toPaths(state, "p1", () => true);
  state = changeCurve(state, "c3", { name: "β", width: 3, style: "steps", marker: "plus", side: "right" });
  const axis = { unit: "m", side: "right" } as const;
  state = changePlot(state, "p2", (plot) =>
    changeAxis(plot, axis, { scale: "log", range: { least: 1, greatest: "auto" } }),
  );
  state = showRange(state, 1, 2.5);
  expect(readPlots(JSON.parse(JSON.stringify(state)))).toEqual(state);
});

test("[VP8] what is missing or foreign gets its usual value, and what are no plots is not read", () => {
  expect(readPlots(undefined)).toBeUndefined();
  expect(readPlots({ plots: 3 })).toBeUndefined();
  const odd = {
    plots: [
      { id: "p1", curves: [{ id: "c1", key: "item:a", column: 1, width: -4, dash: "zigzag", colour: "red" }, 5] },
      { id: "p1", curves: [] },
      {
        id: "p2",
        axes: [{ unit: 3 }],
        curves: [
          { id: "c1", key: "item:b", column: 0 },
          { id: "c2", key: "", column: 0 },
        ],
      },
    ],
    time: { kind: "range", from: 3, to: 1 },
  };
  const usual = addCurve(NO_PLOTS, "item:a", 1);
  expect(readPlots(odd)).toEqual({ ...usual, plots: [usual.plots[0], { ...usual.plots[0], id: "p2", curves: [] }] });
});
