import { Hash128 } from "../hash.ts";
import { acos, asin, atan, atan2, cbrt, cos, exp, hypot, log, log10, log2, pow, sin, tan } from "./math.ts";

/** The result of `mathFingerprint` on every machine and in every JavaScript engine. */
export const MATH_FINGERPRINT = "e3213d5eef8a65d64b55bee4d9381ab7";

/**
 * Returns a hash of the bits of every function over a grid of arguments. Uses nothing of its host, so it also runs in a
 * page.
 */
export function mathFingerprint(): string {
  const hash = new Hash128();
  for (const f of [sin, cos, tan, atan, cbrt]) {
    for (let i = -2000; i <= 2000; i++)
      hash
        .number(f(i / 128))
        .number(f(i * i * i * 0.001))
        .number(f(i * 1.3e97));
  }
  for (let i = -1000; i <= 1000; i++)
    hash
      .number(asin(i / 1000))
      .number(acos(i / 1000))
      .number(exp(i * 0.7));
  for (let i = 1; i <= 2000; i++)
    hash
      .number(log(i / 512))
      .number(log2(i * 1e-9))
      .number(log10(i * 1e9));
  for (let i = -40; i <= 40; i++) {
    for (let j = -40; j <= 40; j++) {
      hash
        .number(atan2(i / 7, j / 3))
        .number(pow(Math.abs(i) / 11, j / 5))
        .number(hypot(i / 7, j / 3, 0.1));
    }
  }
  return hash.hex();
}
