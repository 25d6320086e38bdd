import { samples } from "../../series/samples.ts";
import type { NamedSamples } from "../table.ts";

/** Returns numbers from 0 to 1 that depend on the seed alone. */
export function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Numbers that a format is likely to get wrong. */
const HARD = [NaN, 0, -0, 5e-324, -2.2250738585072014e-308, 1e308, Number.MAX_VALUE, Infinity, -Infinity, 0.1, 1 / 3];

const NAMES = ["v::w::x", "a, b", 'say "x"', "größe", "a [b]", "f (x)", " blank ", "line\nbreak", "#first", "plain"];

/** Returns curves with hard numbers and names, at times that they partly share. */
export function randomCurves(seed: number): NamedSamples[] {
  const random = seeded(seed);
  const bits = new DataView(new ArrayBuffer(8));
  const number = (): number => {
    if (random() < 0.3) return HARD[Math.floor(random() * HARD.length)]!;
    bits.setUint32(0, random() * 0xffffffff);
    bits.setUint32(4, random() * 0xffffffff);
    const value = bits.getFloat64(0);
    // There are many kinds of NaN, and engines do not keep them apart.
    return Number.isNaN(value) ? NaN : value;
  };
  return NAMES.map((name, i) => {
    const count = Math.floor(random() * 60);
    const times = Array.from({ length: count }, () => Math.floor(random() * 2000) / 1000).sort((a, b) => a - b);
    return { name, unit: i % 3 === 0 ? "m/s" : "", samples: samples(times, times.map(number)) };
  });
}
