import { expect, test } from "vitest";
import { compute, type TestCurve } from "./testing/compute.ts";

/** Samples a function of time `rate` times a second. */
function sampled(
  seconds: number,
  rate: number,
  value: (t: number) => number,
): TestCurve & { readonly times: number[] } {
  const times = Array.from({ length: seconds * rate + 1 }, (_, i) => i / rate);
  return { times, columns: [times.map(value)] };
}

function greatest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

test("[FM14] the derivative of a sine is its cosine, half a step later", () => {
  const x = sampled(10, 1000, Math.sin);
  const [slope] = compute("d(x)", { x });
  expect(slope![0]).toBeNaN();
  // The slope of a chord differs from that in its middle by at most h²/24.
  const errors = slope!.slice(1).map((value, i) => value - Math.cos(x.times[i + 1]! - 0.0005));
  expect(greatest(errors)).toBeLessThan(0.001 ** 2 / 24 + 1e-10);
});

test("[FM14] the integral of a cosine is its sine", () => {
  const x = sampled(10, 1000, Math.cos);
  const [sum] = compute("integral(x)", { x });
  expect(sum![0]).toBe(0);
  // The trapezoidal rule: at most t h²/12.
  expect(greatest(sum!.map((value, i) => value - Math.sin(x.times[i]!)))).toBeLessThan((10 * 0.001 ** 2) / 12 + 1e-12);
});

test("[FM14] the energy of a pendulum, from its angle alone, stays what it is", () => {
  // Small swings: a = A cos(ωt) solves a″ = −ω² a, and a′² + ω² a² = A² ω².
  const [omega, size] = [2, 0.1];
  const a = { ...sampled(20, 1000, (t) => size * Math.cos(omega * t)), unit: "rad" };
  const [energy] = compute("d(a) ^ 2 + (2[rad/s]) ^ 2 * ((a + previous(a)) / 2) ^ 2 / 1[rad^2]", { a });
  // Both are taken in the middle of a step: each is off by at most (ωh)²/8 of itself.
  const errors = energy!.slice(1).map((value) => value / (size * omega) ** 2 - 1);
  expect(greatest(errors)).toBeLessThan((omega * 0.001) ** 2 / 4);
});

test("[FM14] of several samples at one time, the later ones repeat the slope and add nothing to the integral", () => {
  const x = { times: [0, 1, 1, 2], columns: [[0, 2, 4, 5]] };
  expect(compute("d(x)", { x })).toEqual([[NaN, 2, 2, 1]]);
  expect(compute("integral(x)", { x })).toEqual([[0, 1, 1, 5.5]]);
});

test("[FM15] the moving mean is that of the samples later than the beginning of the window", () => {
  const x = { times: [0, 1, 2, 3, 4], columns: [[1, 2, 3, 4, 5]] };
  expect(compute("mean(x, 2)", { x })).toEqual([[1, 1.5, 2.5, 3.5, 4.5]]);
  expect(compute("mean(x, 2.5)", { x })).toEqual([[1, 1.5, 2, 3, 4]]);
  // At 1 kHz, each window of 50 ms has 50 samples, although their times are not exact.
  const ramp = sampled(20, 1000, (t) => t);
  const [mean] = compute("mean(x, 50ms)", { x: ramp });
  expect(greatest(mean!.slice(50).map((value, i) => value - (ramp.times[i + 50]! - 0.0245)))).toBeLessThan(1e-12);
});

test("[FM15] the mean square of a sine over whole periods is a half", () => {
  const x = sampled(5, 1000, (t) => Math.sin(2 * Math.PI * t));
  const [rms] = compute("rms(x, 1)", { x });
  expect(greatest(rms!.slice(1000).map((value) => value - Math.SQRT1_2))).toBeLessThan(1e-12);
});

test("[FM15] a great value leaves nothing behind when it has gone out of the window", () => {
  const x = { columns: [[1, 1, 1e20, 1, 1, 1, 1]] };
  expect(compute("mean(x, 2)", { x })).toEqual([[1, 1, 5e19, 5e19, 1, 1, 1]]);
});

test("[FM16] the low-pass follows a step as 1 − exp(−2πft), at any distance of samples", () => {
  const times = [-1, 0, 0.01, 0.02, 0.1, 0.11, 0.5];
  const x = { times, columns: [times.map((t) => (t <= -1 ? 0 : 1))] };
  const [slow] = compute("lowpass(x, 0.7)", { x });
  for (const [i, value] of slow!.entries()) {
    expect(value).toBeCloseTo(1 - Math.exp(-2 * Math.PI * 0.7 * (times[i]! + 1)), 14);
  }
  const [fast] = compute("highpass(x, 0.7)", { x });
  for (const [i, value] of fast!.entries()) expect(value).toBeCloseTo(x.columns[0]![i]! - slow![i]!, 14);
});

test("[FM16] the low-pass lets a slow sine pass and holds back a fast one, as its formula says", () => {
  for (const frequency of [0.1, 1, 10]) {
    const x = sampled(40, 1000, (t) => Math.sin(2 * Math.PI * frequency * t));
    const [slow] = compute("lowpass(x, 1)", { x });
    // The samples are held for a step each: half a step of delay, and the tops between samples are missed.
    expect(greatest(slow!.slice(20_000))).toBeCloseTo(1 / Math.sqrt(1 + frequency ** 2), 2);
  }
});

test("[FM17] unwrapping follows an angle through any number of turns, both ways", () => {
  const angle = (t: number): number => 40 * Math.sin(t) + t;
  const wrapped = sampled(10, 100, (t) => Math.atan2(Math.sin(angle(t)), Math.cos(angle(t))));
  const [unwrapped] = compute("unwrap(x)", { x: { ...wrapped, unit: "rad" } });
  expect(greatest(unwrapped!.map((value, i) => value - angle(wrapped.times[i]!)))).toBeLessThan(1e-12);
  const degrees = { unit: "deg", columns: [[350, 10, 30, 350]] };
  expect(compute("unwrap(x)", { x: degrees })).toEqual([[350, 370, 390, 350]]);
});

test("[FM18] a delay gives earlier values, on the line between two samples", () => {
  const x = { times: [0, 1, 2, 4], columns: [[0, 10, 20, 60]] };
  expect(compute("delay(x, 1)", { x })).toEqual([[NaN, 0, 10, 40]]);
  expect(compute("delay(x, 1.5)", { x })).toEqual([[NaN, NaN, 5, 30]]);
  const ramp = sampled(10, 1000, (t) => t);
  const [late] = compute("delay(x, 0.3)", { x: ramp });
  expect(greatest(late!.slice(300).map((value, i) => value - ramp.times[i]!))).toBeLessThan(1e-9);
});

test("[FM18] the sample before, and the greatest and least values so far", () => {
  const x = { columns: [[3, 5, NaN, 4, 1]] };
  expect(compute("previous(x)", { x })).toEqual([[NaN, 3, 5, NaN, 4]]);
  expect(compute("highest(x)", { x })).toEqual([[3, 5, NaN, 5, 5]]);
  expect(compute("lowest(x)", { x })).toEqual([[3, 3, NaN, 3, 1]]);
});

test("[FM19] a gap stays a gap, and spoils nothing after it", () => {
  const x = { columns: [[1, 2, NaN, 4, 6]] };
  expect(compute("d(x)", { x })).toEqual([[NaN, 1, NaN, NaN, 2]]);
  expect(compute("integral(x)", { x })).toEqual([[0, 1.5, NaN, 1.5, 6.5]]);
  expect(compute("mean(x, 2)", { x })).toEqual([[1, 1.5, NaN, 4, 5]]);
  expect(compute("delay(x, 1)", { x })).toEqual([[NaN, 1, 2, NaN, 4]]);
  const [slow] = compute("lowpass(x, 1)", { x });
  expect(slow![2]).toBeNaN();
  expect(slow![3]).toBeCloseTo(4 + (slow![1]! - 4) * Math.exp(-4 * Math.PI), 14);
  expect(compute("unwrap(x)", { x: { columns: [[3, NaN, -3]] } })[0]![2]).toBe(2 * Math.PI - 3);
});

test.each(["d(x)", "integral(x)", "mean(x, 2)", "rms(x, 2)", "lowpass(x, 5)", "highpass(x, 5)", "unwrap(x)"])(
  "[FM19] an infinite value counts as a gap in %s",
  (text) => {
    const times = [0, 1, 2, 3, 4, 5];
    const gap = { times, columns: [[1, 2, NaN, 1, 0, 2]] };
    for (const infinite of [Infinity, -Infinity]) {
      const x = { times, columns: [[1, 2, infinite, 1, 0, 2]] };
      expect(compute(text, { x })[0]!.slice(3)).toEqual(compute(text, { x: gap })[0]!.slice(3));
    }
  },
);

test.each([
  "d(x)",
  "integral(x)",
  "mean(x, 2)",
  "rms(x, 2)",
  "lowpass(x, 0.1)",
  "highpass(x, 0.1)",
  "unwrap(x)",
  "delay(x, 1)",
  "previous(x)",
  "highest(x)",
  "lowest(x)",
])("[FM20] when time jumps back, %s starts again", (text) => {
  const first = { times: [0, 1, 2, 3], columns: [[7, 9, 1, 5]] };
  const second = { times: [1, 2, 2.5], columns: [[4, 8, 6]] };
  const together = {
    times: [...first.times, ...second.times],
    columns: [[...first.columns[0]!, ...second.columns[0]!]],
  };
  const apart = [...compute(text, { x: first })[0]!, ...compute(text, { x: second })[0]!];
  expect(compute(text, { x: together })).toEqual([apart]);
});

test("[FM20] a time that is not a number ends what was before it", () => {
  const x = { times: [0, 1, NaN, 3, 4], columns: [[1, 1, 1, 1, 1]] };
  expect(compute("integral(x)", { x })[0]!.slice(3)).toEqual([0, 1]);
});
