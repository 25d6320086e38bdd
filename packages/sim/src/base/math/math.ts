import { productError } from "./exact-product.ts";
import { exp } from "./exponential.ts";
import { log } from "./logarithm.ts";

/**
 * The elementary functions with the same bits on every machine. ECMAScript leaves the results of `Math.sin` and the
 * like to the implementation, so a world replayed in a browser could drift from the one recorded under Node. These
 * functions use only operations that IEEE 754 and ECMAScript define exactly: + − × ÷, `Math.sqrt`, `Math.abs`,
 * `Math.floor` and bit casts.
 */
export { acos, asin, atan, atan2 } from "./inverse-trigonometry.ts";
export { cos, sin, tan } from "./trigonometry.ts";
export { log10, log2 } from "./logarithm.ts";
export { pow } from "./power.ts";
export { exp, log };

/** Returns the length of a vector. Overflows only if the length itself does. */
export function hypot(x: number, y: number, z = 0): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  const largest = Math.max(ax, ay, az);
  if (ax === Infinity || ay === Infinity || az === Infinity) return Infinity;
  if (largest > 1e-140 && largest < 1e150) return Math.sqrt(x * x + y * y + z * z);
  if (largest === 0 || largest !== largest) return largest;
  // Scaling by a power of two is exact; 2^-600 and 2^600 bring every such number into the range above.
  const scale = largest >= 1e150 ? 2.409919865102884e-181 : 4.149515568880993e180;
  const sx = x * scale;
  const sy = y * scale;
  const sz = z * scale;
  return Math.sqrt(sx * sx + sy * sy + sz * sz) / scale;
}

/** Returns the cube root, with the sign of `x`. */
export function cbrt(x: number): number {
  const size = Math.abs(x);
  if (size === 0 || size === Infinity || x !== x) return x;
  // Scaled by 2^±162, so that the cube below neither overflows nor loses its error term to underflow.
  if (size < 1e-250) return cbrt(x * 5.846006549323611e48) / 18014398509481984;
  if (size > 1e250) return cbrt(x / 5.846006549323611e48) * 18014398509481984;
  const guess = exp(log(size) / 3);
  const square = guess * guess;
  const cube = square * guess;
  const cubeError = productError(square, guess, cube) + productError(guess, guess, square) * guess;
  const root = guess + (size - cube - cubeError) / (3 * square);
  return x < 0 ? -root : root;
}
