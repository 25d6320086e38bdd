import { expect, test } from "vitest";
import { type ScaleType } from "../plot-description.ts";
import { type Ticks, ticksFor } from "./ticks.ts";
import { timeTicks } from "./time-ticks.ts";

/** Room for a label every 40 px on an axis of 400. */
const room = { pixels: 400, apart: () => 40 };
const ticks = (least: number, greatest: number, unit = "", type: ScaleType = "linear") =>
  ticksFor(type, { least, greatest }, unit, room);
const labels = ({ majors }: Ticks) => majors.map(({ label }) => label);

test("[PI4] ticks are at multiples of 1, 2 or 5 times a power of ten, with just the digits that they need", () => {
  expect(labels(ticks(0, 10))).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
  expect(labels(ticks(-0.31, 0.33))).toEqual(["−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"]);
  expect(labels(ticks(9.78, 9.83))).toEqual([
    "9.780",
    "9.785",
    "9.790",
    "9.795",
    "9.800",
    "9.805",
    "9.810",
    "9.815",
    "9.820",
    "9.825",
    "9.830",
  ]);
  expect(ticks(0, 0.3).majors.map(({ value }) => value)).toContain(0.15);
});

test("[PI4] when a range moves, ticks stay with their values and none changes its label", () => {
  for (const span of [1, 2, 0.3, 7.77, 1e-4, 3600]) {
    const steps = new Set<number>();
    let before = new Map<number, string>();
    for (let i = 0; i < 200; i++) {
      const least = i * span * 0.013_7;
      const shown = ticks(least, least + span);
      // The last bits of the step are those of the values.
      const [first, second] = shown.majors;
      steps.add(Number((second!.value - first!.value).toPrecision(6)));
      const now = new Map(shown.majors.map(({ value, label }) => [value, label]));
      if (span < 100) {
        const both = [...now].filter(([value]) => before.has(value));
        if (i > 0) expect(both.length).toBeGreaterThan(2);
        // The unit may get another prefix; then all labels change at once.
        if (both.every(([value, label]) => before.get(value) === label)) before = now;
        else expect(both.filter(([value, label]) => value !== 0 && before.get(value) === label)).toEqual([]);
      }
      before = now;
    }
    expect(steps.size).toBe(1);
  }
});

test("[PI4] labels keep their distance, whatever they say", () => {
  const wide = { pixels: 400, apart: (label: string) => label.length * 12 };
  for (const [least, greatest] of [
    [0, 1],
    [1e6, 1e6 + 1],
    [-1e-7, 1e-7],
    [0, 123_456],
    [99.95, 100.05],
  ] as const) {
    const { majors } = ticksFor("linear", { least, greatest }, "", wide);
    const longest = Math.max(...majors.map(({ label }) => label.length * 12));
    const apart = ((majors[1]!.value - majors[0]!.value) / (greatest - least)) * 400;
    expect(apart).toBeGreaterThanOrEqual(longest);
  }
});

test("[PI4] minor ticks divide the way between labels, and leave out the labels' places", () => {
  const { majors, minors } = ticks(0, 2);
  expect(majors.map(({ value }) => value)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2]);
  expect(minors.slice(0, 4)).toEqual([0.05, 0.1, 0.15, 0.25].map((value) => expect.closeTo(value, 12)));
});

test("[PI5] large and small values get a prefix with their unit, or a shared power of ten", () => {
  const shown = (least: number, greatest: number, unit: string) => {
    const found = ticks(least, greatest, unit);
    return [found.majors.at(-1)!.label, found.unit];
  };
  expect(shown(0, 0.02, "m")).toEqual(["20", "mm"]);
  expect(shown(0, 20_000, "N·m")).toEqual(["20", "kN·m"]);
  expect(shown(0, 2e-5, "m/s")).toEqual(["20", "µm/s"]);
  expect(shown(0, 0.002, "kg")).toEqual(["2.0", "g"]);
  expect(shown(0, 500, "m")).toEqual(["500", "m"]);
  expect(shown(0, 2e6, "m²")).toEqual(["2.0", "×10⁶ m²"]);
  expect(shown(0, 2e-5, "")).toEqual(["20", "×10⁻⁶"]);
  expect(shown(0, 2e5, "s")).toEqual(["200", "×10³ s"]);
});

test("[PI5] labels that would differ in their last digits only show the difference from a round number", () => {
  const { majors, unit } = ticks(1_000_000.001, 1_000_000.003, "m");
  expect(unit).toBe("mm, from 1000000 m");
  expect(majors[0]).toEqual({ value: 1_000_000.001, label: "1.0" });
  expect(majors.at(-1)!.label).toBe("3.0");
});

test("[PI6] a log axis has labels at powers of ten, or at 1, 2 and 5, or like any other axis when it is narrow", () => {
  expect(labels(ticks(0.1, 1000, "", "log"))).toEqual(["0.1", "1", "10", "100", "1000"]);
  expect(labels(ticks(1e-9, 1e9, "", "log"))).toEqual([
    "10⁻⁸",
    "10⁻⁶",
    "10⁻⁴",
    "10⁻²",
    "10⁰",
    "10²",
    "10⁴",
    "10⁶",
    "10⁸",
  ]);
  expect(labels(ticks(1, 100, "", "log"))).toEqual(["1", "2", "5", "10", "20", "50", "100"]);
  expect(labels(ticks(2, 3, "", "log"))).toEqual([
    "2.0",
    "2.1",
    "2.2",
    "2.3",
    "2.4",
    "2.5",
    "2.6",
    "2.7",
    "2.8",
    "2.9",
    "3.0",
  ]);
  expect(ticks(0.1, 1000, "", "log").minors.slice(0, 3)).toEqual(
    [0.2, 0.3, 0.4].map((value) => expect.closeTo(value, 12)),
  );
});

test("[PI7] time is in seconds, ticks are at round seconds, minutes, hours and days", () => {
  const shown = (least: number, greatest: number) =>
    labels(timeTicks({ least, greatest }, { pixels: 400, apart: () => 90 }));
  expect(shown(0, 10)).toEqual(["0 s", "5 s", "10 s"]);
  expect(shown(55, 70)).toEqual(["55 s", "60 s", "65 s", "70 s"]);
  expect(shown(62.2, 62.8)).toEqual(["62.2 s", "62.4 s", "62.6 s", "62.8 s"]);
  expect(shown(0, 600)).toEqual(["0 s", "300 s", "600 s"]);
  expect(shown(0, 7200)).toEqual(["0 s", "1800 s", "3600 s", "5400 s", "7200 s"]);
  expect(shown(0, 180_000)).toEqual(["0 s", "43200 s", "86400 s", "129600 s", "172800 s"]);
  expect(shown(0, 0.004)).toEqual(["0.000 s", "0.001 s", "0.002 s", "0.003 s", "0.004 s"]);
  expect(shown(-2, 2)).toEqual(["−2 s", "−1 s", "0 s", "1 s", "2 s"]);
});

test("[PI7] a time axis that is zoomed in far keeps ticks apart and in their places", () => {
  const room = { pixels: 500, apart: (label: string) => label.length * 7 + 20 };
  const { majors } = timeTicks({ least: 3725.123_4, greatest: 3725.123_6 }, room);
  expect(majors.map(({ label }) => label)).toEqual([
    "3725.12340 s",
    "3725.12345 s",
    "3725.12350 s",
    "3725.12355 s",
    "3725.12360 s",
  ]);
});
