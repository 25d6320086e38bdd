import { expect, test } from "vitest";
import { soak } from "../../../../tests/soak.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { nearestInTime, nearestOnScreen } from "./nearest.ts";
import { samples } from "./samples.ts";
import { readSamples } from "./series-view.ts";
import { Series, seriesOf } from "./series.ts";

const { NaN: none } = Number;

test("[SE18] the sample that is closest in time is found, of two as close ones the earlier", () => {
  const series = seriesOf(samples([1, 2, 3, 4], [10, none, 30, 40]));
  const at = (time: number) => nearestInTime(series, time)?.time;
  expect([0, 1.4, 1.9, 2, 2.1, 3.5, 3.6, 9].map(at)).toEqual([1, 1, 1, 1, 3, 3, 4, 4]);
  expect(nearestInTime(series, 3.25)).toEqual({ time: 3, value: 30, distance: 0.25 });
  expect(nearestInTime(new Series(), 1)).toBeUndefined();
});

test("[SE18] the sample that is drawn closest to a point is found, if one is near enough", () => {
  const series = seriesOf(samples([0, 1, 2], [0, 10, 0]));
  // 3 px to the right of the first sample and 4 px above it.
  const scale = { perSecond: 100, perValue: 10 };
  expect(nearestOnScreen(series, { time: 0.03, value: 0.4 }, scale)).toEqual({
    time: 0,
    value: 0,
    distance: expect.closeTo(5, 12),
  });
  expect(nearestOnScreen(series, { time: 0.03, value: 0.4 }, scale, 4.9)).toBeUndefined();
  expect(nearestOnScreen(series, { time: 0.5, value: 0 }, { perSecond: 10, perValue: 0 }, 5)).toMatchObject({
    time: 0,
  });
  expect(nearestOnScreen(series, { time: 0.6, value: 5 }, scale)).toMatchObject({ time: 1 });
});

test("[SE18] on a logarithmic axis distances are of factors; what is not above zero is not there", () => {
  const series = seriesOf(samples([0, 1, 2, 3], [1, 1000, 0, -5]));
  const scale = { perSecond: 1, perValue: 10, isLog: true };
  expect(nearestOnScreen(series, { time: 0, value: 100 }, scale)).toMatchObject({ time: 1, value: 1000 });
  expect(nearestOnScreen(series, { time: 2.9, value: 0.1 }, scale)).toMatchObject({ value: 1 });
});

test("[SE18] random points have the sample that a search through all finds", () => {
  for (let seed = 1; seed <= soak(300); seed++) {
    const random = seededRandom(seed);
    const times = Float64Array.from({ length: 1 + Math.floor(random() * 3000) }, () => random() * 100).sort();
    const series = seriesOf({ times, values: times.map(() => (random() < 0.1 ? none : random())) });
    const all = readSamples(series);
    for (let round = 0; round < 20; round++) {
      const point = { time: random() * 120 - 10, value: random() * 1.4 - 0.2 };
      const reach = random() < 0.5 ? Infinity : random() * 40;
      const distances = [...all.times].map((time, i) =>
        Math.hypot((time - point.time) * 15, (all.values[i]! - point.value) * 400),
      );
      const least = Math.min(...distances.filter((distance) => !Number.isNaN(distance)));
      const found = nearestOnScreen(series, point, { perSecond: 15, perValue: 400 }, reach);
      expect(found?.distance).toBe(least <= reach ? least : undefined);
    }
  }
});
