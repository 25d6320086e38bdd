import { expect, test } from "vitest";
import { assignAxes } from "./assign-axes.ts";

const curve = (unit: string, side: "auto" | "left" | "right" = "auto") => ({ unit, side });

test("[PI2] the first unit is on the left, all others are on the right, and curves with the same unit share an axis", () => {
  expect(assignAxes([curve("m"), curve("N"), curve("m"), curve(""), curve("N")])).toEqual([
    { side: "left", unit: "m", curves: [0, 2] },
    { side: "right", unit: "N", curves: [1, 4] },
    { side: "right", unit: "", curves: [3] },
  ]);
});

test("[PI2] curves that ask for a side get an axis there, which others with the unit join", () => {
  expect(assignAxes([curve("m"), curve("m", "right"), curve("N"), curve("s", "right")])).toEqual([
    { side: "right", unit: "m", curves: [0, 1] },
    { side: "right", unit: "s", curves: [3] },
    { side: "left", unit: "N", curves: [2] },
  ]);
  expect(assignAxes([curve("m", "left"), curve("m", "right")])).toEqual([
    { side: "left", unit: "m", curves: [0] },
    { side: "right", unit: "m", curves: [1] },
  ]);
});

test("[PI2] units in different spellings are the same", () => {
  expect(assignAxes([curve("m/s^2"), curve(" m/s²"), curve("kg*m"), curve("kg·m")])).toEqual([
    { side: "left", unit: "m/s²", curves: [0, 1] },
    { side: "right", unit: "kg·m", curves: [2, 3] },
  ]);
});
