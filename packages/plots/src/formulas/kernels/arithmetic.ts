import type { Loop } from "./kernel.ts";

export const add: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i]! + b[i]!;
};

export const subtract: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i]! - b[i]!;
};

export const multiply: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i]! * b[i]!;
};

export const divide: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = a[i]! / b[i]!;
};

export const power: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = Math.pow(a[i]!, b[i]!);
};

export const negate: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = -a[i]!;
};

/** Computes the rest of a division, with the sign of the divisor: angles stay in 0 … 2π. */
export const modulo: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) {
    const rest = a[i]! % b[i]!;
    out[i] = rest !== 0 && rest < 0 !== b[i]! < 0 ? rest + b[i]! : rest;
  }
};
