/**
 * The latest result of `reduceToQuarterTurn`: x = n·π/2 + remainderHigh + remainderLow, |remainderHigh| ≤ about π/4.
 */
export let remainderHigh = 0;
export let remainderLow = 0;

const INVERSE_HALF_PI = 6.36619772367581382433e-1;

/**
 * Sets the remainder of `x` by π/2 and returns n modulo 4. Uses two plain numbers instead of a result object, because
 * this runs in every sine.
 */
export function reduceToQuarterTurn(x: number): number {
  const size = Math.abs(x);
  if (size > 1647099) return reduceLarge(x);
  // π/2 in pieces of 33 bits, so that n · piece is exact for n < 2^20.
  const n = Math.floor(x * INVERSE_HALF_PI + 0.5);
  let start = x - n * 1.57079632673412561417;
  let product = n * 6.07710050650619224932e-11;
  let high = start - product;
  if (Math.abs(high) < size * 1.52587890625e-5) {
    // More than 16 bits cancelled.
    let before = start;
    product = n * 6.0771005063039659766e-11;
    start = before - product;
    product = n * 2.02226624879595063154e-21 - (before - start - product);
    high = start - product;
    if (Math.abs(high) < size * 1.7763568394002505e-15) {
      before = start;
      product = n * 2.0222662487111664558e-21;
      start = before - product;
      product = n * 8.47842766036889956997e-32 - (before - start - product);
      high = start - product;
    }
  }
  remainderHigh = high;
  remainderLow = start - high - product;
  return n & 3;
}

/** Number of bits of 2/π to use: 1024 for the largest double and 256 of fraction below it. */
const BITS = 1280n;
/** Number of bits of the remainder; the double nearest to a multiple of π/2 leaves about 2^-62. */
const REMAINDER_BITS = 192n;
const REMAINDER_UNIT = 1 / 6.277101735386681e57;
let twoOverPi = 0n;
let halfPi = 0n;

/**
 * Reduces large angles by exact integer arithmetic. No joint reaches such angles, so microseconds instead of
 * nanoseconds do not matter.
 */
function reduceLarge(x: number): number {
  if (x !== x || x === Infinity || x === -Infinity) {
    remainderHigh = NaN;
    remainderLow = NaN;
    return 0;
  }
  if (twoOverPi === 0n) {
    const pi = piTimesPowerOfTwo(BITS + 64n);
    twoOverPi = (1n << (2n * BITS + 65n)) / pi;
    halfPi = pi >> (BITS + 65n - REMAINDER_BITS);
  }
  const size = Math.abs(x);
  // The unit in the last place is at least 2^-32 here, so this is an integer.
  const scaled = size < 1e200 ? BigInt(size * 4294967296) : BigInt(size) << 32n;
  const point = BITS + 32n;
  const turns = scaled * twoOverPi;
  const n = (turns + (1n << (point - 1n))) >> point;
  const fraction = (turns - (n << point)) >> (point - REMAINDER_BITS);
  const remainder = (fraction * halfPi) >> REMAINDER_BITS;
  const high = Number(remainder);
  const low = Number(remainder - BigInt(high));
  const sign = x < 0 ? -REMAINDER_UNIT : REMAINDER_UNIT;
  remainderHigh = high * sign;
  remainderLow = low * sign;
  const quadrant = Number(n & 3n);
  return x < 0 ? -quadrant & 3 : quadrant;
}

/** Returns π·2^bits by Machin's formula, π = 16 atan(1/5) − 4 atan(1/239). */
function piTimesPowerOfTwo(bits: bigint): bigint {
  const guard = 32n;
  const one = 1n << (bits + guard);
  return (16n * atanOfReciprocal(5n, one) - 4n * atanOfReciprocal(239n, one)) >> guard;
}

function atanOfReciprocal(n: bigint, one: bigint): bigint {
  const square = n * n;
  let power = one / n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += (k & 2n) === 0n ? power / k : -power / k;
    power /= square;
  }
  return sum;
}
