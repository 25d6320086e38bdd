import { expect, test } from "vitest";
import { offsetBetween } from "./align.ts";
import { difference } from "./difference.ts";
import { samples } from "./samples.ts";
import { Series, seriesOf } from "./series.ts";

const { NaN: none } = Number;

test("[SE19] two series are compared at all times of either, on straight lines, while both continue", () => {
  const a = seriesOf(samples([0, 1, 2, 3], [0, 10, 20, 30]));
  const b = seriesOf(samples([0.5, 1, 2.5, 9], [5, 10, 20, 0]));
  const { samples: found, greatest, greatestTime, partsAt } = difference(a, b);
  expect(found.times).toEqual(new Float64Array([0.5, 1, 2, 2.5, 3]));
  const expected = [0, 0, 20 - (10 + 10 / 1.5), 5, 30 - (20 - (20 * 0.5) / 6.5)];
  for (const [i, value] of expected.entries()) expect(found.values[i]).toBeCloseTo(value, 12);
  expect([greatest, greatestTime, partsAt]).toEqual([found.values[4], 3, 2]);
});

test("[SE19] the rms is over time, along straight lines", () => {
  const a = seriesOf(samples([0, 1, 4], [0, 3, 3]));
  const b = seriesOf(samples([0, 1, 4], [0, 0, 0]));
  // ∫(3t)² from 0 to 1 is 3; then 3 s of 9.
  expect(difference(a, b).rms).toBeCloseTo(Math.sqrt(30 / 4), 12);
});

test("[SE20] the time at which two runs part is that of the first sample that is not the same, to the bit", () => {
  const times = Float64Array.from({ length: 10_000 }, (_, i) => i / 1000);
  const values = times.map((time) => Math.sin(time));
  const other = values.slice();
  expect(difference(seriesOf({ times, values }), seriesOf({ times, values: other }))).toMatchObject({
    greatest: 0,
    rms: 0,
    partsAt: undefined,
  });
  other[7123] = other[7123]! + 2 ** -52;
  other[9000] = other[9000]! - 0.5;
  const [a, b] = [seriesOf({ times, values }), seriesOf({ times, values: other })];
  expect(difference(a, b)).toMatchObject({ greatest: 0.5, greatestTime: 9, partsAt: 7.123 });
  expect(difference(a, b, { tolerance: 1e-9 }).partsAt).toBe(9);
  expect(difference(a, b, { tolerance: 0.5 }).partsAt).toBeUndefined();
});

test("[SE20] a value that only one run has parts them; a range that one does not know does not", () => {
  const a = seriesOf(samples([1, 2, 3], [1, none, none]));
  expect(difference(a, seriesOf(samples([1, 2, 3], [1, none, 5]))).partsAt).toBe(3);
  expect(difference(a, seriesOf(samples([1, 2, 3], [1, none, none]))).partsAt).toBeUndefined();
  const known = seriesOf(samples([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]));
  const partly = new Series();
  partly.append([1, 2], [1, 2], { since: 0 });
  partly.append([5], [5], { since: 4.5 });
  const { samples: found, partsAt, greatest } = difference(known, partly);
  expect(found).toEqual(samples([1, 2, 3, 4, 5, 5], [0, 0, none, none, none, 0]));
  expect([partsAt, greatest]).toEqual([undefined, 0]);
});

test("[SE19] with an offset, sums of times that are the same but for the last bit are the same", () => {
  const times = Float64Array.from({ length: 1000 }, (_, i) => i / 1000);
  const values = times.map((time) => Math.sin(50 * time));
  const moved = times.map((_, i) => (i + 100) / 1000);
  expect(moved).not.toEqual(times.map((time) => time + 0.1));
  const { samples: found, greatest } = difference(seriesOf({ times: moved, values }), seriesOf({ times, values }), {
    offset: 0.1,
  });
  expect(found.times).toHaveLength(1000);
  expect(greatest).toBe(0);
  const odd = moved.findIndex((time, i) => i > 500 && time !== times[i]! + 0.1);
  const without = seriesOf({ times: moved, values: values.map((value, i) => (i === odd ? none : value)) });
  expect(difference(without, seriesOf({ times, values }), { offset: 0.1 }).partsAt).toBe(moved[odd]);
  const { samples: later, partsAt } = difference(seriesOf({ times, values }), seriesOf({ times, values }), {
    offset: 0.5,
  });
  expect([later.times[0], later.times.at(-1), partsAt]).toEqual([0.5, 0.999, 0.5]);
});

test("[SE19] series without a common time have no difference", () => {
  const late = seriesOf(samples([5, 6], [1, 1]));
  for (const other of [new Series(), seriesOf(samples([1, 2], [1, 1]))]) {
    expect(difference(late, other)).toMatchObject({ greatest: none, rms: none, partsAt: undefined });
    expect(difference(other, late).samples.times).toHaveLength(0);
  }
});

test("[SE21] runs are aligned by simulated time, by their beginnings, by a command, or by an offset", () => {
  const command = (id: string, description: string, time: number) => ({ id, description, time });
  const first = {
    start: 2,
    commands: [command("a:1", "Move box", 3), command("a:2", "Move box", 5), command("a:3", "Push cone", 6)],
  };
  const branch = { start: 1, commands: [command("a:1", "Move box", 3), command("a:2", "Move box", 4.5)] };
  const other = { start: 0, commands: [command("b:1", "Move box", 1), command("a:1", "Move box", 2)] };
  expect(offsetBetween(first, branch, { by: "time" })).toBe(0);
  expect(offsetBetween(first, branch, { by: "start" })).toBe(1);
  expect(offsetBetween(first, branch, { by: "offset", seconds: -0.25 })).toBe(-0.25);
  expect(offsetBetween(first, branch, { by: "command", id: "a:2" })).toBe(0.5);
  // The second time that this was done.
  expect(offsetBetween(first, other, { by: "command", id: "a:2" })).toBe(3);
  expect(offsetBetween(first, other, { by: "command", id: "a:3" })).toBeUndefined();
  expect(offsetBetween(first, other, { by: "command", id: "b:1" })).toBeUndefined();
});
