/** Parses a typed number of bytes: "512", "512 MB", "1.5 GB"; without a unit, megabytes. */
export function parseBytes(text: string): number {
  const match = /^(\d*\.?\d+)\s*(kB|MB|GB)?$/i.exec(text.trim());
  const bytes = match === null ? 0 : Math.round(Number(match[1]) * UNITS[(match[2] ?? "MB").toUpperCase()]!);
  if (bytes < MIN_BYTES) throw new Error("A size such as 512 MB or 2 GB, at least 1 MB");
  return bytes;
}

/** Parses a typed number of commands to keep. */
export function parseLimit(text: string): number {
  const count = Number(text.replaceAll(/[\s,_]/g, ""));
  if (text.trim() === "" || !Number.isInteger(count) || count < 1 || count > 2 ** 32 - 1) {
    throw new Error("A whole number of commands, at least 1");
  }
  return count;
}

const UNITS: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9 };
const MIN_BYTES = 1e6;
