import { expect, test } from "vitest";
import { soak } from "../../../../tests/soak.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { envelope, Envelope } from "./envelope.ts";
import { samples, type Samples } from "./samples.ts";
import { readSamples } from "./series-view.ts";
import { Series, seriesOf } from "./series.ts";

const { NaN: none } = Number;

/** What the envelope must be, from all samples, one by one. */
function plainEnvelope(all: Samples, knownUntil: (time: number) => number, from: number, to: number, columns: number) {
  const rows = [];
  for (let column = 0; column < columns; column++) {
    const start = from + ((to - from) * column) / columns;
    const edge = from + ((to - from) * (column + 1)) / columns;
    const isIn = (time: number) => time >= start && (column === columns - 1 ? time <= to : time < edge);
    const inside = [...all.times.keys()].filter((i) => isIn(all.times[i]!));
    const values = inside.map((i) => all.values[i]!);
    const numbers = values.filter((value) => !Number.isNaN(value));
    const [i] = inside;
    const isJoined =
      i !== undefined &&
      i > 0 &&
      !Number.isNaN(all.values[i - 1]! + all.values[i]!) &&
      all.times[i]! <= knownUntil(all.times[i - 1]!);
    rows.push({
      count: inside.length,
      first: values[0] ?? none,
      last: values.at(-1) ?? none,
      least: numbers.length === 0 ? none : Math.min(...numbers),
      greatest: numbers.length === 0 ? none : Math.max(...numbers),
      isBroken: i !== undefined && !isJoined,
    });
  }
  return rows;
}

function rowsOf(out: Envelope) {
  return Array.from({ length: out.columns }, (_, i) => ({
    count: out.counts[i],
    first: out.first[i],
    last: out.last[i],
    least: out.least[i],
    greatest: out.greatest[i],
    isBroken: out.broken[i] === 1,
  }));
}

test("[SE8] each column has its first, last, least and greatest value, and a line leads on from the one before", () => {
  const series = seriesOf(samples([0, 1, 2, 2.5, 3, 7, 8], [0, 5, -1, 9, 2, 4, 6]));
  const out = new Envelope(4);
  envelope(series, 1, 7, 3, out);
  expect(rowsOf(out)).toEqual([
    { count: 3, first: 5, last: 9, least: -1, greatest: 9, isBroken: false },
    { count: 1, first: 2, last: 2, least: 2, greatest: 2, isBroken: false },
    { count: 1, first: 4, last: 4, least: 4, greatest: 4, isBroken: false },
  ]);
  expect([out.beforeTime, out.beforeValue, out.afterTime, out.afterValue]).toEqual([0, 0, 8, 6]);
  expect(() => envelope(series, 0, 1, 5, out)).toThrow("5 columns, but there is room for 4");
});

test("[SE9] a gap stays a gap: where there is no number, and where samples are missing", () => {
  const series = new Series();
  series.append([0, 1, 2, 3, 4, 5], [1, 1, none, none, 1, none], { since: 0 });
  series.append([8, 9], [1, 1], { since: 7 });
  const out = new Envelope(5);
  envelope(series, 0, 9, 5, out);
  expect(rowsOf(out)).toEqual([
    { count: 2, first: 1, last: 1, least: 1, greatest: 1, isBroken: true },
    { count: 2, first: none, last: none, least: none, greatest: none, isBroken: true },
    { count: 2, first: 1, last: none, least: 1, greatest: 1, isBroken: true },
    { count: 0, first: none, last: none, least: none, greatest: none, isBroken: false },
    { count: 2, first: 1, last: 1, least: 1, greatest: 1, isBroken: true },
  ]);
  envelope(series, 0, 4, 2, out);
  expect([out.afterTime, out.afterValue]).toEqual([5, none]);
});

test("[SE8] the envelope is exact: random series, as they are filled and trimmed, against all samples", () => {
  for (let seed = 1; seed <= soak(50); seed++) {
    const random = seededRandom(seed);
    const integer = (limit: number) => Math.floor(random() * limit);
    const value = () => (random() < 0.1 ? none : integer(2000) / 7 - 100);
    const series = new Series(integer(2) === 0 ? {} : { keep: { samples: 3000 } });
    for (let round = 0; round < 8; round++) {
      const count = integer(3000);
      const start = Math.max(series.lastTime || 0, 0) + integer(20);
      const times = Float64Array.from({ length: count }, (_, i) => start + (i * (1 + integer(2))) / 2).sort();
      series.append(times, times.map(value), integer(2) === 0 ? {} : { since: start });
      const from = integer(4000);
      const filled = Float64Array.from({ length: integer(300) }, (_, i) => from + i + 1);
      const fill = samples(filled, filled.map(value));
      series.fill(from, from + filled.length, fill, integer(2) === 0 ? "coarse" : "complete");
    }
    const all = readSamples(series);
    for (let view = 0; view < 4; view++) {
      const from = series.firstTime + (random() - 0.2) * (series.lastTime - series.firstTime);
      const to = from + random() * (series.lastTime - series.firstTime);
      const columns = 1 + integer(integer(2) === 0 ? 4 : 60);
      const out = new Envelope(60);
      envelope(series, from, to, columns, out);
      const known = (time: number) => series.coverage.knownUntil(time);
      expect(rowsOf(out)).toEqual(plainEnvelope(all, known, from, to, columns));
      const before = all.times.findLastIndex((time) => time < from);
      expect([out.beforeTime, out.beforeValue]).toEqual([all.times[before] ?? none, all.values[before] ?? none]);
      const after = all.times.findIndex((time) => time > to);
      expect(out.afterTime).toEqual(all.times[after] ?? none);
    }
  }
});
