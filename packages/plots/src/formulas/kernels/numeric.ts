import type { Loop } from "./kernel.ts";

export const sqrt: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.sqrt(a[i]!);
};

export const abs: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.abs(a[i]!);
};

export const sign: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.sign(a[i]!);
};

export const floor: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.floor(a[i]!);
};

export const ceil: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.ceil(a[i]!);
};

/** Rounds halves up, to the greater number. */
export const round: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.round(a[i]!);
};

export const exp: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.exp(a[i]!);
};

export const log: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.log(a[i]!);
};

export const log10: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.log10(a[i]!);
};

export const min: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = Math.min(a[i]!, b[i]!);
};

export const max: Loop = (n, out, a, b) => {
  for (let i = 0; i < n; i++) out[i] = Math.max(a[i]!, b[i]!);
};

export const clamp: Loop = (n, out, a, low, high) => {
  for (let i = 0; i < n; i++) out[i] = Math.min(Math.max(a[i]!, low[i]!), high[i]!);
};
