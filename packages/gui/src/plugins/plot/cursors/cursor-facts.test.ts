import { Track } from "@orrery/plots";
import { expect, test } from "vitest";
import { addCurve, changeCurve } from "../curve-edits.ts";
import { NO_PLOTS } from "../plot-state.ts";
import type { SourceState } from "../sources/source.ts";
import { cursorRows, cursorText } from "./cursor-facts.ts";
import { moveCursor, placeCursors } from "./cursor-marks.ts";

/** Returns the track of 2 t, sampled at 0, 1, … 10 s. */
function line(): Track {
  const track = new Track();
  const times = Array.from({ length: 11 }, (_, i) => i);
  track.append(
    "s1",
    times,
    times.map((time) => 2 * time),
  );
  track.follow({ stretches: [{ id: "s1", parent: "", start: 0, end: 10 }], present: "s1" });
  return track;
}

const described = { name: "ramp", columns: [""], units: ["m"], info: undefined, note: "" };
const state = (key: string): SourceState => ({ key, described, progress: 1, error: "" });

test("[CU11] between two cursors each visible curve has its differences, slope, extremes, mean and rms", () => {
  const track = line();
  const sources = { state, track: () => track };
  let plots = addCurve(addCurve(NO_PLOTS, "item:ramp", 0), "item:other", 0);
  plots = changeCurve(plots, "c2", { isVisible: false });
  const rows = cursorRows(plots, sources, { a: 2, b: 8 });
  expect(rows).toMatchObject([
    { name: "ramp", unit: "m", deltaTime: 6, deltaValue: 12, slope: 2, least: 4, greatest: 16, mean: 10, count: 7 },
  ]);
  // The mean square of 2 t over 2 … 8 s is 4 (8³ − 2³) / (3 · 6).
  expect(rows[0]!.rms).toBeCloseTo(Math.sqrt((4 * (512 - 8)) / 18), 9);
  const [head, ...lines] = cursorText(rows).trimEnd().split("\n");
  expect(head!.split("\t").slice(0, 3)).toEqual(["curve", "unit", "time a (s)"]);
  expect(lines.map((text) => text.split("\t").slice(0, 6))).toEqual([["ramp", "m", "2", "8", "4", "16"]]);
});

test("[CU11] cursors begin within what is shown and known, and stay there", () => {
  expect(placeCursors({ from: 0, to: 10 }, { from: 4, to: 8 })).toEqual({ a: 5, b: 7 });
  expect(placeCursors({ from: 4, to: 8 }, { from: Infinity, to: -Infinity })).toEqual({ a: 5, b: 7 });
  expect(moveCursor({ a: 5, b: 7 }, "b", 9, { from: 4, to: 8 })).toEqual({ a: 5, b: 8 });
});
