import type { Loop } from "./kernel.ts";

// Lengths beyond 1e154 overflow: nothing that is plotted is that long, and Math.hypot takes ten times as long.

export const length2: Loop = (n, out, x, y) => {
  for (let i = 0; i < n; i++) out[i] = Math.sqrt(x[i]! * x[i]! + y[i]! * y[i]!);
};

export const length3: Loop = (n, out, x, y, z) => {
  for (let i = 0; i < n; i++) out[i] = Math.sqrt(x[i]! * x[i]! + y[i]! * y[i]! + z[i]! * z[i]!);
};

export const dot: Loop = (n, out, ax, ay, az, bx, by, bz) => {
  for (let i = 0; i < n; i++) out[i] = ax[i]! * bx[i]! + ay[i]! * by[i]! + az[i]! * bz[i]!;
};

/** Computes a·b − c·d: one component of a cross product. */
export const crossTerm: Loop = (n, out, a, b, c, d) => {
  for (let i = 0; i < n; i++) out[i] = a[i]! * b[i]! - c[i]! * d[i]!;
};
