import type { Loop } from "./kernel.ts";

export const sin: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.sin(a[i]!);
};

export const cos: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.cos(a[i]!);
};

export const tan: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.tan(a[i]!);
};

export const asin: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.asin(a[i]!);
};

export const acos: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.acos(a[i]!);
};

export const atan: Loop = (n, out, a) => {
  for (let i = 0; i < n; i++) out[i] = Math.atan(a[i]!);
};

export const atan2: Loop = (n, out, y, x) => {
  for (let i = 0; i < n; i++) out[i] = Math.atan2(y[i]!, x[i]!);
};
