import { productError } from "./exact-product.ts";
import { expOfSum } from "./exponential.ts";
import { doubleLog, logHigh, logLow } from "./logarithm.ts";

/** Returns x^y, with the special values of `Math.pow`. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (x !== x || y !== y) return NaN;
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (y === -1) return 1 / x;
  const size = Math.abs(x);
  if (y === Infinity || y === -Infinity) {
    if (size === 1) return NaN;
    return size > 1 === y > 0 ? Infinity : 0;
  }
  const odd = y % 2 === 1 || y % 2 === -1;
  if (size === 0 || size === Infinity) {
    const result = (size === 0) === y > 0 ? 0 : Infinity;
    return odd && (x < 0 || Object.is(x, -0)) ? -result : result;
  }
  if (x < 0 && y !== Math.floor(y)) return NaN;
  const result = powOfPositive(size, y);
  return x < 0 && odd ? -result : result;
}

function powOfPositive(x: number, y: number): number {
  if (x === 1) return 1;
  if (y === 0.5) return Math.sqrt(x);
  doubleLog(x);
  const high = y * logHigh;
  if (high > 710) return Infinity;
  if (high < -746) return 0;
  return expOfSum(high, productError(y, logHigh, high) + y * logLow);
}
