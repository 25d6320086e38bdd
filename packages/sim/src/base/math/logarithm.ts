import { productError } from "./exact-product.ts";
import { LN2_HIGH, LN2_LOW } from "./exponential.ts";
import { highWord, withHighWord } from "./float-bits.ts";

/** Returns the natural logarithm; NaN below zero. */
export function log(x: number): number {
  if (!(x > 0) || x === Infinity) return logOfSpecial(x);
  const k = exponentOf(x);
  const f = mantissa - 1;
  if (f === 0) return k === 0 ? 0 : k * LN2_HIGH + k * LN2_LOW;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const odd =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const even = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + odd + even) + k * LN2_LOW) - f);
}

/** The latest result of `doubleLog`: the logarithm is logHigh + logLow, with a relative error of about 2^-66. */
export let logHigh = 0;
export let logLow = 0;

/** Sets logHigh and logLow to the natural logarithm of a finite x > 0. */
export function doubleLog(x: number): void {
  const k = exponentOf(x);
  const f = mantissa - 1;
  // s = f / (2 + f), in twice double precision; 2 + f is exact in two parts.
  const d = 2 + f;
  const dLow = f - (d - 2);
  const s = f / d;
  const product = s * d;
  const sLow = (f - product - productError(s, d, product) - s * dLow) / d;
  const z = s * s;
  const zLow = productError(s, s, z) + 2 * s * sLow;
  // log m = 2 s (1 + z/3 + z²/5 + …): the first two terms in twice double precision; the others are smaller by 2^-12.
  const tail =
    z *
    z *
    (1 / 5 +
      z *
        (1 / 7 +
          z *
            (1 / 9 +
              z * (1 / 11 + z * (1 / 13 + z * (1 / 15 + z * (1 / 17 + z * (1 / 19 + z * (1 / 21 + z / 23)))))))));
  const third = z * THIRD;
  const thirdLow = productError(z, THIRD, third) + z * THIRD_LOW + zLow * THIRD;
  const inner = third + tail;
  const innerLow = third - inner + tail + thirdLow;
  const more = s * inner;
  const moreLow = productError(s, inner, more) + s * innerLow + sLow * inner;
  const m = s + more;
  const mLow = s - m + more + moreLow + sLow;
  const scaled = 2 * m;
  const head = k * LN2_HIGH;
  const sum = head + scaled;
  // |head| is the larger one unless it is zero.
  const sumLow = (head === 0 ? 0 : head - sum + scaled) + 2 * mLow + k * LN2_LOW;
  logHigh = sum + sumLow;
  logLow = sum - logHigh + sumLow;
}

export function log2(x: number): number {
  return scaledLog(x, 1.4426950408889634, 2.0355273740931033e-17);
}

export function log10(x: number): number {
  return scaledLog(x, 0.4342944819032518, 1.098319650216765e-17);
}

const THIRD = 1 / 3;
const THIRD_LOW = 1.850371707708594e-17;

let mantissa = 1;

/** Returns k with x = mantissa · 2^k and mantissa between √½ and √2. */
function exponentOf(x: number): number {
  let normal = x;
  let k = -1023;
  if (x < 2.2250738585072014e-308) {
    normal = x * 18014398509481984; // 2^54
    k -= 54;
  }
  const shifted = highWord(normal) + (0x3ff00000 - 0x3fe6a09e);
  mantissa = withHighWord(normal, (shifted & 0xfffff) + 0x3fe6a09e);
  return k + (shifted >> 20);
}

function scaledLog(x: number, factor: number, factorLow: number): number {
  if (!(x > 0) || x === Infinity) return logOfSpecial(x);
  doubleLog(x);
  const product = logHigh * factor;
  return product + (productError(logHigh, factor, product) + (logHigh * factorLow + logLow * factor));
}

function logOfSpecial(x: number): number {
  if (x === 0) return -Infinity;
  return x === Infinity ? Infinity : NaN;
}
