import { expect, test } from "vitest";
import { addCurve } from "../curve-edits.ts";
import { NO_PLOTS } from "../plot-state.ts";
import { readSetup, setupOf } from "./plot-setup.ts";

test("[PX4] a setup has the plots of all panels and their formulas, and survives JSON", () => {
  const one = addCurve(NO_PLOTS, "formula:speed", 0);
  const two = addCurve(NO_PLOTS, "item:a", 2);
  const setup = setupOf({ plot: one, "plot-2": two }, new Map([["speed", "norm(v)"]]));
  expect(readSetup(JSON.parse(JSON.stringify(setup)))).toEqual(setup);
});

test("[PX6] a file that is no setup is refused with a reason; of a damaged one, what can be used is read", () => {
  for (const wrong of [undefined, [], {}, { format: "orrery.plots" }, { format: "orrery.plots", panels: { x: 3 } }]) {
    expect(() => readSetup(wrong)).toThrow(/^there are no plots/);
  }
  const curve = (id: number) => ({ id: `c${id}`, key: "item:a", column: id });
  const huge = {
    format: "orrery.plots",
    panels: {
      plot: {
        plots: [
          { id: "p1", curves: Array.from({ length: 1000 }, (_, i) => curve(i)) },
          { id: "p2", curves: [{ id: "long", key: "k".repeat(5000), column: 0 }] },
        ],
      },
      elsewhere: { plots: [] },
    },
    formulas: { "not a name": "1", speed: 3, long: "x".repeat(5000), fine: "norm(v)" },
  };
  const { panels, formulas } = readSetup(huge);
  expect(Object.keys(panels)).toEqual(["plot"]);
  expect(panels["plot"]!.plots.map(({ curves }) => curves.length)).toEqual([100, 0]);
  expect(formulas).toEqual({ fine: "norm(v)" });
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`f${i}`, "1"]));
  expect(() => readSetup({ ...huge, formulas: many })).toThrow("it has 501 formulas, and 500 are possible");
});
