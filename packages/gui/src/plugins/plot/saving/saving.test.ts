import { bytesSource, curvesOf, readCsv, readParquet, svgPicture, Track } from "@orrery/plots";
import { expect, test } from "vitest";
import { addCurve, changeCurve } from "../curve-edits.ts";
import { toPaths } from "../path-edits.ts";
import { NO_PLOTS } from "../plot-state.ts";
import type { SourceState } from "../sources/source.ts";
import { pictureSize, readPicture } from "./picture-file.ts";
import { plottedCurves } from "./plotted-curves.ts";
import { tableFile } from "./table-file.ts";

/** Returns the track of a world that went back from 4 s to 2 s, and of which the value is 1 higher from there on. */
function forked(): Track {
  const track = new Track();
  track.append("s1", [1, 2, 3, 4], [10, 20, 30, 40], { since: 0 });
  track.append("s3", [3], [31], { since: 2 });
  track.follow({
    stretches: [
      { id: "s2", parent: "", start: 0, end: 2 },
      { id: "s1", parent: "s2", start: 2, end: 4 },
      { id: "s3", parent: "s2", start: 2, end: 3 },
    ],
    present: "s3",
  });
  return track;
}

const track = forked();
const described = { name: "p", columns: ["x", "y"], units: ["m"], info: undefined, note: "" };
const state = (key: string): SourceState => ({ key, described, progress: 1, error: "" });
const sources = { state, track: () => track };
const ALL = { from: -Infinity, to: Infinity };

test("[PX2] the data are the samples of visible curves, with their branches, each number once and each name different", () => {
  let plots = addCurve(NO_PLOTS, "item:p", 0);
  plots = addCurve(plots, "item:p", 1, plots.plots[0]!.id);
  // The same number in a second plot, and another one with its name.
  plots = addCurve(addCurve(plots, "item:p", 0), "item:q", 0);
  const named = (range = ALL) =>
    plottedCurves(plots, sources, range).map(({ name, unit, samples }) => [name, unit, ...samples.values]);
  plots = changeCurve(plots, "c2", { isVisible: false });
  expect(named()).toEqual([
    ["p.x", "m", 10, 20, 31],
    ["p.x (2)", "m", 10, 20, 31],
    ["p.x (branch s1)", "m", 30, 40],
    ["p.x (branch s1) (2)", "m", 30, 40],
  ]);
  expect(named({ from: 2, to: 2.5 })).toEqual([
    ["p.x", "m", 20],
    ["p.x (2)", "m", 20],
  ]);
});

test("[PX2] both numbers of a path are saved, each under its own name", () => {
  const one = addCurve(NO_PLOTS, "item:p", 1);
  const path = toPaths(one, one.plots[0]!.id, () => true);
  expect(plottedCurves(path, sources, ALL).map(({ name }) => name)).toEqual(["p.x", "p.y"]);
});

test.each(["csv", "parquet"] as const)("[PX2] a saved %s file has the samples to the bit", async (format) => {
  const curves = plottedCurves(addCurve(NO_PLOTS, "item:p", 0), sources, ALL);
  const shares: number[] = [];
  const file = await tableFile({ format, curves, rateHz: undefined }, (share) => shares.push(share));
  const source = bytesSource(`x.${format}`, await file.bytes());
  const { table, problems } = await (format === "csv" ? readCsv(source) : readParquet(source));
  expect(problems).toEqual([]);
  expect(curvesOf(table)).toEqual(curves);
  expect(shares.every((share, i) => share <= 1 && share > (shares[i - 1] ?? 0))).toBe(true);
});

test("[PX2] with a rate, rows are evenly spaced and values on the line between samples", async () => {
  const [curve] = plottedCurves(addCurve(NO_PLOTS, "item:p", 0), sources, ALL);
  const file = await tableFile({ format: "csv", curves: [curve!], rateHz: 2 }, () => undefined);
  const { table } = await readCsv(bytesSource("x.csv", await file.bytes()));
  expect([...table.times]).toEqual([1, 1.5, 2, 2.5, 3]);
  expect([...table.columns[0]!.values]).toEqual([10, 15, 20, 25.5, 31]);
});

test("[PX1] a saved picture is on white paper, with a legend, without the play head, and as wide as a column or a page", () => {
  const plots = addCurve(NO_PLOTS, "item:p", 0);
  const panel = { width: 800, height: 300 };
  const size = pictureSize("column", plots.plots, panel);
  const source = { state: plots, sources, now: 3, cursors: { a: 1, b: 2 } };
  const { picture, data } = readPicture(source, size, "paper");
  expect(picture).toMatchObject({ theme: "paper", cursors: { a: 1, b: 2 }, plots: [{ hasLegend: true }] });
  expect(picture.cursors.now).toBeUndefined();
  expect(picture.time.title).toBe("Simulated time");
  const svg = svgPicture(picture, data, { ...size, unit: "px" });
  // The branch is drawn; the legend has the curve alone.
  expect(svg.match(/>p\.x</g)).toHaveLength(3);
  expect(size.width / (96 / 25.4)).toBeCloseTo(88, 9);
  expect(pictureSize("page", plots.plots, panel).width / (96 / 25.4)).toBeCloseTo(180, 9);
  expect(pictureSize("page", Array(20).fill(plots.plots[0]!), panel).height / (96 / 25.4)).toBeCloseTo(220, 9);
  // A row of the legend comes on top of the frame.
  expect(pictureSize("panel", plots.plots, panel)).toEqual({ width: 800, height: 316 });
});
