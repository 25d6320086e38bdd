const float = new Float64Array(1);
const words = new Int32Array(float.buffer);
/** Index of the word with sign and exponent; 0 on the rare machine that stores the high word first. */
const high = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
const low = 1 - high;

/** Returns sign, exponent and the upper 20 bits of the fraction. */
export function highWord(x: number): number {
  float[0] = x;
  return words[high]!;
}

export function withHighWord(x: number, word: number): number {
  float[0] = x;
  words[high] = word;
  return float[0];
}

/**
 * Returns `x` with the lower 32 bits of its fraction set to zero: the product of two such numbers is exact up to 42
 * bits.
 */
export function truncateToHighWord(x: number): number {
  float[0] = x;
  words[low] = 0;
  return float[0];
}

/** Returns 2^exponent, for exponents of normal numbers (−1022 to 1023). */
function powerOfTwo(exponent: number): number {
  words[low] = 0;
  words[high] = (exponent + 1023) << 20;
  return float[0]!;
}

/** Returns x · 2^exponent; gradual underflow rounds only once. */
export function scaleByPowerOfTwo(x: number, exponent: number): number {
  if (exponent > 1023) return x * powerOfTwo(1023) * powerOfTwo(Math.min(exponent - 1023, 1023));
  if (exponent >= -1022) return x * powerOfTwo(exponent);
  return x * powerOfTwo(Math.max(exponent + 1000, -1022)) * powerOfTwo(-1000);
}
