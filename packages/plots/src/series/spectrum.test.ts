import { describe, expect, test } from "vitest";
import { seededRandom } from "../testing/seeded-random.ts";
import { fft } from "./fft.ts";
import { resample } from "./resample.ts";
import { samples } from "./samples.ts";
import { Series, seriesOf } from "./series.ts";
import { peaks, spectrum } from "./spectrum.ts";

/** A series at 1 kHz. */
function at1kHz(seconds: number, valueAt: (time: number) => number): Series {
  const times = Float64Array.from({ length: seconds * 1000 + 1 }, (_, i) => i / 1000);
  return seriesOf({ times, values: times.map(valueAt) });
}

const sine = (frequency: number, time: number) => Math.sin(2 * Math.PI * frequency * time);

test("[SE16] the transform is that of the definition", () => {
  const random = seededRandom(7);
  for (const length of [1, 2, 4, 64]) {
    const real = Float64Array.from({ length }, () => random() - 0.5);
    const imaginary = Float64Array.from({ length }, () => random() - 0.5);
    const [re, im] = [real.slice(), imaginary.slice()];
    fft(re, im);
    for (let k = 0; k < length; k++) {
      let [sumRe, sumIm] = [0, 0];
      for (let n = 0; n < length; n++) {
        const angle = (-2 * Math.PI * k * n) / length;
        sumRe += real[n]! * Math.cos(angle) - imaginary[n]! * Math.sin(angle);
        sumIm += real[n]! * Math.sin(angle) + imaginary[n]! * Math.cos(angle);
      }
      expect(re[k]).toBeCloseTo(sumRe, 12);
      expect(im[k]).toBeCloseTo(sumIm, 12);
    }
  }
  expect(() => fft(new Float64Array(6), new Float64Array(6))).toThrow("6 is not a power of two");
  expect(() => fft(new Float64Array(4), new Float64Array(2))).toThrow("4 real parts, but 2 imaginary ones");
});

describe("[SE16] a sine of amplitude 1 has amplitude 1 at its frequency, and a mean is at 0 Hz", () => {
  for (const window of ["hann", "rectangular"] as const) {
    test(`with the window ${window}`, () => {
      const { step, amplitudes } = spectrum(
        at1kHz(20, (time) => 3 + sine(12.5, time)),
        0,
        20,
        window,
      );
      expect(amplitudes[0]).toBeCloseTo(3, 4);
      const greatest = Math.max(...amplitudes.subarray(1));
      expect(greatest).toBeGreaterThan(0.96);
      expect(greatest).toBeLessThan(1.01);
      expect(amplitudes.indexOf(greatest) * step).toBeCloseTo(12.5, 1);
      // Up to half the rate of the samples.
      expect((amplitudes.length - 1) * step).toBeCloseTo(500, 0);
    });
  }
});

test("[SE17] the frequency of a 3.7 Hz sine is found within 0.1 %, its amplitude within 1 %", () => {
  for (const [from, to] of [
    [0, 10],
    [2.345, 9.876],
    [5, 6.5],
  ] as const) {
    const [peak, ...others] = peaks(
      spectrum(
        at1kHz(10, (time) => 0.2 * sine(3.7, time + 0.1) - 9.8),
        from,
        to,
      ),
      5,
    );
    expect(Math.abs(peak!.frequency / 3.7 - 1)).toBeLessThan(0.001);
    expect(Math.abs(peak!.amplitude / 0.2 - 1)).toBeLessThan(0.01);
    expect(others).toEqual([]);
  }
});

test("[SE17] of several sines, the greatest comes first", () => {
  const series = at1kHz(30, (time) => sine(5, time) + 3 * sine(17.3, time) + 0.5 * sine(111.1, time));
  const found = peaks(spectrum(series, 30, 0), 2);
  expect(found.map(({ frequency }) => Math.round(frequency * 10) / 10)).toEqual([17.3, 5]);
  expect(found[0]!.amplitude).toBeCloseTo(3, 2);
  expect(peaks(spectrum(series, 0, 30), 9)).toHaveLength(3);
});

test("[SE16] uneven samples are resampled; a gap is crossed in a straight line, and the spectrum says so", () => {
  const random = seededRandom(3);
  const times = Float64Array.from({ length: 8000 }, (_, i) => (i + random()) / 800);
  const uneven = seriesOf({ times, values: times.map((time) => sine(3.7, time)) });
  const [peak] = peaks(spectrum(uneven, 0, 10), 1);
  expect(Math.abs(peak!.frequency / 3.7 - 1)).toBeLessThan(0.001);
  expect(spectrum(uneven, 0, 10).hasGaps).toBe(false);
  const gappy = at1kHz(10, (time) => (time > 4 && time < 4.01 ? NaN : sine(3.7, time)));
  const patched = spectrum(gappy, 0, 10);
  expect(patched.hasGaps).toBe(true);
  expect(Math.abs(peaks(patched, 1)[0]!.frequency / 3.7 - 1)).toBeLessThan(0.001);
});

test("[SE16] without two samples there is no spectrum; a constant has no peaks", () => {
  expect(spectrum(new Series(), 0, 1).amplitudes).toHaveLength(0);
  expect(spectrum(seriesOf(samples([1, 2], [NaN, 1])), 0, 3).amplitudes).toHaveLength(0);
  expect(peaks(spectrum(new Series(), 0, 1), 1)).toEqual([]);
  expect(
    peaks(
      spectrum(
        at1kHz(1, () => 4),
        0,
        1,
      ),
      1,
    ),
  ).toEqual([]);
});

test("[SE16] even samples stay as they are when they are resampled; others are on the lines between", () => {
  const even = seriesOf(samples([1, 2, 3, 4, 5], [1, 4, NaN, 16, 25]));
  expect(resample(seriesOf(samples([1, 2, 3, 4], [1, 4, 9, 16])), 2, 9)).toEqual({
    start: 2,
    step: 1,
    values: new Float64Array([4, 9, 16]),
    hasGaps: false,
  });
  expect(resample(even, 0, 4)).toEqual({ start: 1, step: 1.5, values: new Float64Array([1, 7, 16]), hasGaps: true });
  const uneven = seriesOf(samples([0, 0, 1, 4], [9, 1, 2, 5]));
  expect(resample(uneven, 0, 4)).toMatchObject({ step: 2, hasGaps: false });
  expect([...resample(uneven, 0, 4).values].slice(1)).toEqual([3, 5]);
});
