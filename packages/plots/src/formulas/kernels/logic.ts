import type { Loop } from "./kernel.ts";

// A comparison is 1 or 0, and NaN where either side has no value.

export const isLess: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i]! < b[i]! ? 1 : a[i]! >= b[i]! ? 0 : NaN;
};

export const isAtMost: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i]! <= b[i]! ? 1 : a[i]! > b[i]! ? 0 : NaN;
};

export const isGreater: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i]! > b[i]! ? 1 : a[i]! <= b[i]! ? 0 : NaN;
};

export const isAtLeast: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i]! >= b[i]! ? 1 : a[i]! < b[i]! ? 0 : NaN;
};

export const isEqual: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i] === b[i] ? 1 : isGap(a[i]!, b[i]!) ? NaN : 0;
};

export const isUnequal: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i] === b[i] ? 0 : isGap(a[i]!, b[i]!) ? NaN : 1;
};

export const both: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = isGap(a[i]!, b[i]!) ? NaN : a[i] !== 0 && b[i] !== 0 ? 1 : 0;
};

export const either: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = isGap(a[i]!, b[i]!) ? NaN : a[i] !== 0 || b[i] !== 0 ? 1 : 0;
};

export const not: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = a[i] === 0 ? 1 : Number.isNaN(a[i]!) ? NaN : 0;
};

/** Takes `b` where the condition holds, else `c`. A gap in the one that is not taken does not matter. */
export const choose: Loop = (n, out, condition, b, c) => {
  for (let i = 0; i < n; i++) out[i] = condition[i] === 0 ? c[i]! : Number.isNaN(condition[i]!) ? NaN : b[i]!;
};

/** Takes `b` where `a` has no value. */
export const fill: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = Number.isNaN(a[i]!) ? b[i]! : a[i]!;
};

function isGap(a: number, b: number): boolean {
  return Number.isNaN(a) || Number.isNaN(b);
}
