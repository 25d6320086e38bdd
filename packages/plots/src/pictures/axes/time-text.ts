/**
 * Formats simulated seconds: "12.3 s", "90 s". Rounds, while a running clock is truncated (`formatTime` of the
 * simulator).
 */
export function timeText(seconds: number, decimals: number): string {
  if (!Number.isFinite(seconds)) return "no time";
  const text = Math.abs(seconds).toFixed(Math.min(20, Math.max(0, decimals)));
  return `${seconds < 0 && Number(text) !== 0 ? "−" : ""}${text} s`;
}

/** Returns how many decimals of a second tell two neighbouring pixels apart, with one digit to spare. */
export function timeDecimals(perPixel: number): number {
  return perPixel > 0 ? Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(perPixel) + 1e-9))) : 3;
}
