/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the number of a value, including infinities as words; `undefined` for anything else. */
export function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  const words: Readonly<Record<string, number>> = { inf: Infinity, infinity: Infinity, nan: Number.NaN };
  const [, sign = "", word = ""] =
    typeof value === "string" ? (/^\s*([+-]?)(\w+)\s*$/.exec(value.toLowerCase()) ?? []) : [];
  const size = Object.hasOwn(words, word) ? words[word]! : undefined;
  return size === undefined ? undefined : sign === "-" ? -size : size;
}

/** Compares numbers; without `tolerance`, to nine digits. */
export function isSameNumber(a: number, b: number, tolerance?: number): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= (tolerance ?? 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)));
}

/** Compares limits. SDF writes 1e16 for no limit, and −1 for an unlimited effort or velocity. */
export function isSameLimit(a: number, b: number, canBeNegative: boolean): boolean {
  const limit = (value: number): number => {
    if (!canBeNegative && value < 0) return Infinity;
    return Math.abs(value) >= 1e15 ? Math.sign(value) * Infinity : value;
  };
  return isSameNumber(limit(a), limit(b));
}

export function areSameNumbers(a: Json | undefined, b: readonly Json[], tolerance?: number): boolean {
  if (!Array.isArray(a) || a.length !== b.length) return false;
  return b.every((wanted, i) => {
    const [x, y] = [numberOf(a[i] as Json), numberOf(wanted)];
    return x === undefined || y === undefined ? a[i] === wanted : isSameNumber(x, y, tolerance);
  });
}

/** Compares x y z and a quaternion, which means the same as its negative. */
export function isSamePose(a: Json | undefined, b: readonly Json[]): boolean {
  if (!Array.isArray(a) || a.length !== 7 || !a.every((each) => Number.isFinite(numberOf(each as Json)))) return false;
  const [have, want] = [a, b].map((list) => list.map((each) => numberOf(each as Json)!)) as [number[], number[]];
  const isPlaced = want
    .slice(0, 3)
    .every((value, i) => Math.abs(value - have[i]!) <= Math.max(1e-6, 1e-9 * Math.abs(value)));
  const isTurned = [1, -1].some((sign) =>
    want.slice(3).every((value, i) => Math.abs(have[i + 3]! - sign * value) <= 1e-6),
  );
  return isPlaced && isTurned;
}
