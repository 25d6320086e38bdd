import { expect, test } from "vitest";
import { colourDifference, contrast, labDifference, type Vision } from "./colour-difference.ts";
import { dashLengths, describeCurve } from "./curves/curve-looks.ts";
import { curveColour, THEMES, type ThemeName } from "./themes.ts";

const NAMES = Object.keys(THEMES) as ThemeName[];

test("[PI10] differences of colours are those of the published examples", () => {
  // Sharma, Wu and Dalal, 2005, table 1: pairs 1, 7, 17, 25, 34.
  expect(labDifference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(labDifference([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
  expect(labDifference([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
  expect(labDifference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
  expect(labDifference([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4);
});

test("[PI10] any two of the eight colours are told apart, also without one kind of cones", () => {
  const least: Readonly<Record<Vision, number>> = { normal: 18, deuteranopia: 11, protanopia: 11, tritanopia: 9 };
  for (const name of NAMES) {
    const { curves } = THEMES[name];
    expect(curves).toHaveLength(8);
    for (const [vision, enough] of Object.entries(least)) {
      const differences = curves.flatMap((one, i) =>
        curves.slice(0, i).map((other) => colourDifference(one, other, vision as Vision)),
      );
      expect(Math.min(...differences), `${name}, ${vision}`).toBeGreaterThan(enough);
    }
  }
});

test("[PI10] curves stand out from their ground, and none looks like the accent", () => {
  for (const name of NAMES) {
    const { curves, frame, background, accent, text, muted } = THEMES[name];
    for (const colour of curves) {
      expect(contrast(colour, frame)).toBeGreaterThan(3);
      expect(contrast(colour, background)).toBeGreaterThan(3);
      expect(colourDifference(colour, accent)).toBeGreaterThan(18);
    }
    expect(contrast(text, background)).toBeGreaterThan(4.5);
    expect(contrast(muted, background)).toBeGreaterThan(4.5);
  }
});

test("[PI10] colours start over after the last, whatever the index is", () => {
  const { curves } = THEMES.dark;
  expect([0, 8, -1, 2.9, NaN, 1e300].map((index) => curves.includes(curveColour(THEMES.dark, index)))).toEqual(
    Array.from({ length: 6 }, () => true),
  );
  expect(curveColour(THEMES.dark, 9)).toBe(curves[1]);
});

test("[PI11] forty curves differ without their colours: in marker or dashes", () => {
  const looks = Array.from({ length: 40 }, (_, index) => describeCurve(`curve ${index}`, "m", index));
  expect(new Set(looks.map(({ marker, dash }) => `${marker} ${dash}`)).size).toBe(40);
  expect(new Set(looks.slice(0, 8).map(({ colour }) => colour)).size).toBe(8);
  expect(looks.every(({ marker }) => marker !== "none")).toBe(true);
});

test("[PI11] dashes grow with the width of the line", () => {
  expect(dashLengths("solid", 2)).toEqual([]);
  expect(dashLengths("dashed", 2)).toEqual([8, 5]);
  expect(dashLengths("dotted", 0.5)).toEqual([1, 2]);
});
