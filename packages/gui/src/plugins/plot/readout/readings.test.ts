import { layoutPicture, samples, seriesOf, Track } from "@orrery/plots";
import { expect, test } from "vitest";
import { describePlots } from "../canvas/describe-plots.ts";
import { addCurve, changeCurve } from "../curve-edits.ts";
import { NO_PLOTS } from "../plot-state.ts";
import { readingsAt, type Moment } from "./readings.ts";
import { samplingText } from "./sampling.ts";

/** z falls by 1 m at each whole second, from 0 s to 4 s. v is known at 2 s only. */
const tracks = {
  z: trackOf([0, 1, 2, 3, 4], [4, 3, 2, 1, 0]),
  v: trackOf([2], [7.25]),
};
const sources = {
  track: (key: string) => tracks[key as keyof typeof tracks],
  state: (key: string) => ({
    key,
    described: { name: key, columns: [""], units: [key === "z" ? "m" : "m/s"], info: undefined, note: "" },
    progress: 1,
    error: "",
  }),
};
const extent = { least: 0, greatest: 4, leastPositive: 1 };

function trackOf(times: number[], values: number[]): Track {
  const track = new Track();
  track.follow({ stretches: [{ id: "s", parent: "", start: 0, end: Infinity }], present: "s" });
  track.append("s", times, values);
  return track;
}

function read(moment: Moment, state = addCurve(addCurve(NO_PLOTS, "z", 0), "v", 0, "p1")) {
  const options = { sources, theme: "dark", range: { from: 0, to: 10 }, now: undefined, height: 400 } as const;
  const extents = [[0, 1].map(() => ({ x: extent, y: extent }))];
  const layout = layoutPicture(describePlots({ state, ...options }), extents, {
    width: 640,
    height: 400,
    measure: (text) => 6 * text.length,
  });
  return readingsAt(moment, { state, sources, layout, drawn: () => [] });
}

test("[VP3] each visible curve has the value of its nearest sample, with its name and unit", () => {
  const facts = read({ at: 2.1 }).map(({ description: { name, unit }, time, value, text }) => ({
    name,
    unit,
    time,
    value,
    text,
  }));
  expect(facts).toEqual([
    { name: "z", unit: "m", time: 2, value: 2, text: "2.000" },
    { name: "v", unit: "m/s", time: 2, value: 7.25, text: "7.250" },
  ]);
  const hidden = changeCurve(addCurve(addCurve(NO_PLOTS, "z", 0), "v", 0, "p1"), "c1", { isVisible: false });
  expect(read({ at: 2.1 }, hidden).map(({ curve }) => curve.key)).toEqual(["v"]);
});

test("[VP3] there is no value before the first sample and after the last one", () => {
  expect(read({ at: 3.6 }).map(({ curve, time }) => [curve.key, time])).toEqual([["z", 4]]);
  expect(read({ at: 9 })).toEqual([]);
  expect(read({ before: 9 }).map(({ curve, time }) => [curve.key, time])).toEqual([
    ["z", 4],
    ["v", 2],
  ]);
});

test("[VP10] the sampling rate is that of the last samples", () => {
  const times = Array.from({ length: 1500 }, (_, i) => (i < 500 ? i : 500 + (i - 500) / 1000));
  expect(samplingText(seriesOf(samples(times, times)))).toBe("1,000 per second, 1,500 samples");
  expect(samplingText(seriesOf(samples([3], [1])))).toBe("1 sample");
  expect(samplingText(undefined)).toBe("");
});
