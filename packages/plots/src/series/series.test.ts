import { describe, expect, test } from "vitest";
import { soak } from "../../../../tests/soak.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { ChunkPool } from "./chunk.ts";
import { samples } from "./samples.ts";
import { joinSeries, readSamples } from "./series-view.ts";
import { Series, seriesOf } from "./series.ts";

/** Times 0.001 s apart from an index on, as a live world's. */
function steps(from: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => (from + i) / 1000);
}

test("[SE3] batches are appended, also from columns that hold the values of several series", () => {
  const series = new Series();
  series.append([1, 2], [10, 20]);
  series.append([2, 3], [0, 0, 30, 40, 0], { offset: 2 });
  expect(readSamples(series)).toEqual(samples([1, 2, 2, 3], [10, 20, 30, 40]));
  expect(readSamples(series, 2, 2)).toEqual(samples([2, 2], [20, 30]));
});

test("[SE3] a batch with decreasing times, or with too few values, is refused as a whole", () => {
  const series = seriesOf(samples([1, 2], [10, 20]));
  expect(() => series.append([1.5], [0])).toThrow("time 1.5 comes after 2");
  expect(() => series.append([3, 2.5], [0, 0])).toThrow("time 2.5 comes after 3");
  expect(() => series.append([3, NaN], [0, 0])).toThrow("time NaN comes after 3");
  expect(() => series.append([3, 4], [0, 0, 0], { offset: 2 })).toThrow("2 times, but 1 values");
  expect(readSamples(series)).toEqual(samples([1, 2], [10, 20]));
});

describe("[SE4] a series keeps to its limit, and drops what is oldest", () => {
  test("by samples", () => {
    const series = new Series({ keep: { samples: 1000 } });
    for (let i = 0; i < 5000; i += 70) series.append(steps(i, 70), steps(i, 70));
    expect(series.count).toBe(1000);
    expect(series.lastTime).toBe(5.039);
    expect(series.firstTime).toBe(4.04);
    expect(series.keptFrom).toBe(4.04);
    expect(series.coverage.missing(4.04, 6)).toEqual([{ from: 5.039, to: 6 }]);
    expect(series.coverage.spans).toEqual([{ from: 4.04 - 1e-9, to: 5.039, grain: "complete" }]);
  });

  test("by seconds", () => {
    const series = new Series({ keep: { seconds: 2 } });
    for (let i = 0; i <= 5000; i += 100) series.append(steps(i, 100), steps(i, 100));
    expect([series.firstTime, series.lastTime]).toEqual([3.099, 5.099]);
  });

  test("by bytes", () => {
    const bytes = 200_000;
    const series = new Series({ keep: { bytes } });
    for (let i = 0; i < 50_000; i += 100) {
      series.append(steps(i, 100), steps(i, 100));
      if (series.bytes > bytes) throw new Error(`${series.bytes} bytes`);
    }
    expect(series.bytes).toBeGreaterThan(bytes / 2);
    expect(readSamples(series).times).toEqual(steps(50_000 - series.count, series.count));
  });

  test("by a limit that changes", () => {
    const series = new Series();
    series.append(steps(0, 10_000), steps(0, 10_000));
    series.keep = { samples: 10 };
    expect(readSamples(series).times).toEqual(steps(9990, 10));
  });
});

test("[SE4] memory stays flat: ten minutes at 1 kHz need the chunks of the first seconds", () => {
  for (const keep of [{ samples: 20_000 }, { seconds: 20 }, { bytes: 400_000 }]) {
    const pool = new ChunkPool();
    const series = new Series({ keep, pool });
    for (let i = 0; i < 40_000; i += 250) series.append(steps(i, 250), steps(i, 250));
    const { made } = pool;
    for (let i = 40_000; i < 600_000; i += 250) series.append(steps(i, 250), steps(i, 250));
    expect(pool.made).toBe(made);
  }
});

test("[SE5] what is filled in replaces what was there, and leaves what is outside", () => {
  const series = seriesOf(samples([1, 2, 3, 4], [10, 20, 30, 40]));
  series.fill(1, 3, samples([1.5, 3], [15, 31]));
  expect(readSamples(series)).toEqual(samples([1, 1.5, 3, 4], [10, 15, 31, 40]));
  series.append([5], [50]);
  series.fill(-1, 0.5, samples([0], [0]));
  series.fill(4, 5, samples([], []));
  expect(readSamples(series)).toEqual(samples([0, 1, 1.5, 3, 4], [0, 10, 15, 31, 40]));
  expect(() => series.fill(1, 2, samples([1], [0]))).toThrow("samples from 1 to 1 are not all after 1 and up to 2");
});

test("[SE5] coarse samples come first and complete ones replace them, while samples come in at the end", () => {
  const series = new Series();
  series.append([100, 101], [1, 1]);
  series.fill(0, 101, samples([20, 60, 100], [2, 2, 2]), "coarse");
  expect(readSamples(series)).toEqual(samples([20, 60, 100, 101], [2, 2, 1, 1]));
  for (let from = 0; from < 100; from += 10) {
    const times = Array.from({ length: from === 90 ? 9 : 10 }, (_, i) => from + i + 1);
    series.fill(from, Math.min(from + 10, 100 - 1e-9), samples(times, times));
    series.append([102 + from], [1]);
    expect(series.coverage.missing(0, 102, "complete")).toEqual(
      from === 90 ? [] : [{ from: from + 10, to: 100 - 1e-9 }],
    );
  }
  expect(readSamples(series, 0, 101).times).toEqual(Float64Array.from({ length: 101 }, (_, i) => i + 1));
  expect(series.coverage.spans).toEqual([{ from: 0, to: 192, grain: "complete" }]);
  // A second coarse fill changes nothing.
  series.fill(0, 150, samples([50], [0]), "coarse");
  expect(series.count).toBe(111);
});

test("[SE5] small pieces that are filled in out of order end up in full chunks", () => {
  const series = new Series();
  for (let i = 0; i < 400; i++) {
    // 400 pieces of 100 samples, each once.
    const from = ((i * 143) % 400) * 100;
    const times = Float64Array.from({ length: 100 }, (_, k) => from + k + 1);
    series.fill(from, from + 100, samples(times, times));
  }
  expect(readSamples(series).times).toEqual(Float64Array.from({ length: 40_000 }, (_, i) => i + 1));
  expect(series.chunks.length).toBeLessThanOrEqual(2 * Math.ceil(40_000 / 4096));
  expect(series.coverage.spans).toEqual([{ from: 0, to: 40_000, grain: "complete" }]);
});

test("[SE5] random appends, fills, splits and joins leave what a plain list holds", () => {
  for (let seed = 1; seed <= soak(30); seed++) {
    const random = seededRandom(seed);
    const integer = (limit: number) => Math.floor(random() * limit);
    const series = new Series({ pool: new ChunkPool() });
    let plain: { time: number; value: number }[] = [];
    for (let round = 0; round < 40; round++) {
      const count = integer(4) === 0 ? integer(6000) : integer(60);
      const from = integer(50_000);
      const kind = integer(4);
      if (kind === 0) {
        const at = (plain.at(-1)?.time ?? 0) + integer(3);
        const list = Array.from({ length: count }, (_, i) => ({ time: at + i, value: random() }));
        series.append(timesOf(list), valuesOf(list));
        plain.push(...list);
      } else if (kind === 3) {
        const earlier = series.split(from);
        expect(readSamples(earlier).times).toEqual(timesOf(plain.filter(({ time }) => time <= from)));
        series.takeIn(earlier);
      } else {
        const list = Array.from({ length: count }, (_, i) => ({ time: from + i + 0.5, value: random() }));
        series.fill(from, from + count, samples(timesOf(list), valuesOf(list)));
        const before = plain.filter(({ time }) => time <= from);
        plain = [...before, ...list, ...plain.filter(({ time }) => time > from + count)];
      }
      expect(series.count).toBe(plain.length);
    }
    const all = readSamples(series);
    expect([[...all.times], [...all.values]]).toEqual([[...timesOf(plain)], [...valuesOf(plain)]]);
    expect(series.chunks.every(({ count }) => count > 0)).toBe(true);
    expect(series.bytes).toBe(series.chunks.reduce((sum, { bytes }) => sum + bytes, 0));
  }
});

test("[SE6] samples that were missed leave a gap; the series says which ranges it knows", () => {
  const series = new Series();
  series.append([1, 2], [1, 2], { since: 0 });
  series.append([3], [3]);
  series.append([8, 9], [8, 9], { since: 7 });
  expect(series.coverage.spans).toEqual([
    { from: 0, to: 3, grain: "complete" },
    { from: 7, to: 9, grain: "complete" },
  ]);
  const later = series.split(3);
  expect(later.coverage.spans).toEqual([{ from: 0, to: 3, grain: "complete" }]);
  series.takeIn(later);
  series.fill(3, 7, samples([5], [5]), "coarse");
  expect(series.coverage.missing(0, 9)).toEqual([]);
  expect(series.coverage.missing(0, 9, "complete")).toEqual([{ from: 3, to: 7 }]);
});

test("[SE6] what follows after all samples were moved away is not known from then on", () => {
  const series = seriesOf(samples([1, 2], [1, 2]));
  series.split(2);
  series.append([9], [9]);
  expect(series.coverage.spans).toEqual([{ from: 9 - 1e-9, to: 9, grain: "complete" }]);
});

test("[SE6] a reader sees what changed: every change has a new revision, and those of older samples are counted apart", () => {
  const series = new Series({ keep: { samples: 3 } });
  series.append([1, 2], [1, 2]);
  series.append([3, 4], [3, 4]);
  const { revision, refills } = series;
  expect(revision).toBeGreaterThan(0);
  expect(refills).toBe(0);
  series.fill(3, 4, samples([4], [5]));
  expect(series.revision).toBeGreaterThan(revision);
  expect(series.refills).toBe(1);
});

test("[SE7] series that follow each other are read as one; where the clock was reset, what comes after", () => {
  const first = new Series();
  first.append([1, 2], [1, 2], { since: 0 });
  const second = new Series();
  second.append([3, 4], [3, 4], { since: 2 });
  const third = new Series();
  third.append([0.5, 1], [5, 6], { since: 0 });
  const joined = joinSeries([first, second]);
  expect(readSamples(joined)).toEqual(samples([1, 2, 3, 4], [1, 2, 3, 4]));
  expect(joined.coverage.spans).toEqual([{ from: 0, to: 4, grain: "complete" }]);
  expect(readSamples(joinSeries([first, second, third]))).toEqual(samples([0.5, 1], [5, 6]));
});

function timesOf(list: readonly { readonly time: number }[]): Float64Array {
  return Float64Array.from(list, ({ time }) => time);
}

function valuesOf(list: readonly { readonly value: number }[]): Float64Array {
  return Float64Array.from(list, ({ value }) => value);
}
