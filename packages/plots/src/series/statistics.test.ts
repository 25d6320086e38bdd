import { expect, test } from "vitest";
import { samples } from "./samples.ts";
import { Series, seriesOf } from "./series.ts";
import { tableText, table } from "./statistics-table.ts";
import { frequencyBetween, statistics, valueAt } from "./statistics.ts";

const { NaN: none } = Number;

test("[SE12] the value at a time is on the line between the samples around, and the sample before it is named", () => {
  const series = seriesOf(samples([1, 2, 2, 4, 5, 6], [10, 20, 30, 40, none, 60]));
  expect(valueAt(series, 3)).toEqual({ time: 3, value: 35, sampleTime: 2, sampleValue: 30 });
  expect(valueAt(series, 2)).toEqual({ time: 2, value: 30, sampleTime: 2, sampleValue: 30 });
  expect(valueAt(series, 6)).toEqual({ time: 6, value: 60, sampleTime: 6, sampleValue: 60 });
  expect(valueAt(series, 4.5)).toEqual({ time: 4.5, value: none, sampleTime: 4, sampleValue: 40 });
  expect(valueAt(series, 0)).toEqual({ time: 0, value: none, sampleTime: none, sampleValue: none });
  expect(valueAt(series, 7)).toEqual({ time: 7, value: none, sampleTime: 6, sampleValue: 60 });
  expect(valueAt(new Series(), 0).value).toBeNaN();
});

test("[SE12] there is no value between samples where some are missing", () => {
  const series = new Series();
  series.append([1, 2], [1, 2], { since: 0 });
  series.append([8, 9], [8, 9], { since: 7 });
  expect([1.5, 2, 5, 8, 8.5].map((time) => valueAt(series, time).value)).toEqual([1.5, 2, none, 8, 8.5]);
  // Only the two known lines count, from 1 to 2 and from 8 to 9.
  expect(statistics(series, 0, 10)).toMatchObject({ mean: 5, count: 4, least: 1, greatest: 9 });
});

test("[SE13] between two times: differences, slope, extremes with their times, mean over time, rms, count", () => {
  // A ramp from 0 to 4, then level.
  const series = seriesOf(samples([0, 1, 2, 3, 10], [0, 2, 4, 4, 4]));
  expect(statistics(series, 0.5, 6)).toEqual({
    a: { time: 0.5, value: 1, sampleTime: 0, sampleValue: 0 },
    b: { time: 6, value: 4, sampleTime: 3, sampleValue: 4 },
    deltaTime: 5.5,
    deltaValue: 3,
    slope: 3 / 5.5,
    least: 2,
    leastTime: 1,
    greatest: 4,
    greatestTime: 2,
    // 1.5 s of 2.5 on average, and 4 s of 4.
    mean: (1.5 * 2.5 + 4 * 4) / 5.5,
    // ∫(2t)² from 0.5 to 2 is 4/3 · (8 − 1/8).
    rms: expect.closeTo(Math.sqrt(((4 / 3) * (8 - 1 / 8) + 4 * 16) / 5.5), 12),
    count: 3,
  });
});

test("[SE13] the times may be in either order, and mean, rms and extremes stay the same", () => {
  const series = seriesOf(samples([0, 1, 2], [0, 3, 1]));
  const [there, back] = [statistics(series, 0.5, 2), statistics(series, 2, 0.5)];
  expect(back).toEqual({ ...there, a: there.b, b: there.a, deltaTime: -1.5, deltaValue: 0.5 });
  expect(there.slope).toBe(-0.5 / 1.5);
});

test("[SE13] what is no number counts for nothing", () => {
  const series = seriesOf(samples([0, 1, 2, 3, 4, 5], [1, 3, none, 100, none, 7]));
  // Only the line from 0 to 1.
  expect(statistics(series, 0, 5)).toMatchObject({ mean: 2, count: 4, least: 1, greatest: 100, greatestTime: 3 });
  // No line at all: the samples themselves.
  expect(statistics(series, 3, 5)).toMatchObject({
    mean: 53.5,
    rms: Math.sqrt((1e4 + 49) / 2),
    count: 2,
    deltaValue: -93,
  });
  expect(statistics(series, 2, 2)).toMatchObject({ mean: none, rms: none, count: 0, least: none, slope: none });
});

test("[SE13] a sine has its mean and rms: 1,000,000 samples in many chunks", () => {
  const times = Float64Array.from({ length: 1_000_000 }, (_, i) => i / 1000);
  const series = seriesOf({ times, values: times.map((time) => 5 + 2 * Math.sin(2 * Math.PI * time)) });
  const { mean, rms, count, least, leastTime, greatest, greatestTime } = statistics(series, 100, 900);
  expect(mean).toBeCloseTo(5, 9);
  // Straight lines cut the tops by a few millionths.
  expect(rms).toBeCloseTo(Math.sqrt(25 + 2), 5);
  expect(count).toBe(800_001);
  expect(least).toBeCloseTo(3, 12);
  expect(greatest).toBeCloseTo(7, 12);
  expect([leastTime % 1, greatestTime % 1].map((time) => Math.round(time * 1000))).toEqual([750, 250]);
});

test("[SE14] the facts are a table, and text with all digits to paste into a spreadsheet", () => {
  const curves = [
    { name: "box\tx", unit: "m", series: seriesOf(samples([0, 1], [0, 0.1 + 0.2])) },
    { name: "empty", unit: "", series: new Series() },
  ];
  const rows = table(curves, 0, 1);
  expect(rows.map(({ name, unit, deltaValue }) => [name, unit, deltaValue])).toEqual([
    ["box\tx", "m", 0.30000000000000004],
    ["empty", "", none],
  ]);
  const lines = tableText(rows).split("\n");
  expect(lines[0]).toBe(
    "curve\tunit\ttime a (s)\ttime b (s)\tvalue a\tvalue b\tΔt (s)\tΔvalue\tslope (1/s)\tleast\ttime of least (s)\tgreatest\ttime of greatest (s)\tmean\trms\tcount",
  );
  expect(lines[1]!.split("\t").slice(0, 12).join(" ")).toBe(
    "box x m 0 1 0 0.30000000000000004 1 0.30000000000000004 0.30000000000000004 0 0 0.30000000000000004",
  );
  expect(lines[2]).toBe("empty\t\t0\t1\t\t\t1\t\t\t\t\t\t\t\t\t0");
  expect(lines.slice(3)).toEqual([""]);
});

test("[SE15] the time between two cursors is a period, or several", () => {
  expect(frequencyBetween(1, 1.25)).toBe(4);
  expect(frequencyBetween(2, 1, 5)).toBe(5);
  expect(frequencyBetween(1, 1)).toBeNaN();
});
