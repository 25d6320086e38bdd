import type { Loop } from "./kernel.ts";

// Angles about the fixed axes x, y and z, applied in this order, as in SDF. Quaternions need not have length 1: the
// matrices below are those of the rotation times the square of the length, which cancels.

/** Below it, relative to the square of the length, only roll ∓ yaw is known: it looks straight up or down. */
const LEVEL = 1e-7;

export const roll: Loop = (n, out, qx, qy, qz, qw) => {
  for (let i = 0; i < n; i++) {
    const x = qx[i]!;
    const y = qy[i]!;
    const z = qz[i]!;
    const w = qw[i]!;
    const r00 = w * w + x * x - y * y - z * z;
    const r10 = 2 * (x * y + w * z);
    if (Math.sqrt(r00 * r00 + r10 * r10) < LEVEL * (x * x + y * y + z * z + w * w)) {
      const r01 = 2 * (x * y - w * z);
      const r11 = w * w - x * x + y * y - z * z;
      out[i] = x * z < w * y ? Math.atan2(r01, r11) : Math.atan2(-r01, r11);
    } else out[i] = Math.atan2(2 * (y * z + w * x), w * w - x * x - y * y + z * z);
  }
};

export const pitch: Loop = (n, out, qx, qy, qz, qw) => {
  for (let i = 0; i < n; i++) {
    const x = qx[i]!;
    const y = qy[i]!;
    const z = qz[i]!;
    const w = qw[i]!;
    const r00 = w * w + x * x - y * y - z * z;
    const r10 = 2 * (x * y + w * z);
    out[i] = Math.atan2(2 * (w * y - x * z), Math.sqrt(r00 * r00 + r10 * r10));
  }
};

export const yaw: Loop = (n, out, qx, qy, qz, qw) => {
  for (let i = 0; i < n; i++) {
    const x = qx[i]!;
    const y = qy[i]!;
    const z = qz[i]!;
    const w = qw[i]!;
    const r00 = w * w + x * x - y * y - z * z;
    const r10 = 2 * (x * y + w * z);
    const isSteep = Math.sqrt(r00 * r00 + r10 * r10) < LEVEL * (x * x + y * y + z * z + w * w);
    out[i] = isSteep ? 0 : Math.atan2(r10, r00);
  }
};
