/** Formats microseconds: "12.3 µs", "4.56 ms". */
export function microsText(micros: number): string {
  if (micros < 1000) return `${digits(micros)} µs`;
  return micros < 1e6 ? `${digits(micros / 1000)} ms` : `${digits(micros / 1e6)} s`;
}

/** Formats bytes: "512 B", "1.20 kB", "3.40 MB". */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  return bytes < 1e6 ? `${digits(bytes / 1e3)} kB` : `${digits(bytes / 1e6)} MB`;
}

/** Formats a rate: "60 Hz", "0.50 Hz"; a dash if there is none. */
export function rateText(hertz: number): string {
  return hertz === 0 ? "–" : `${digits(hertz)} Hz`;
}

/** Formats a number with three significant digits. */
function digits(value: number): string {
  if (value === 0) return "0";
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
