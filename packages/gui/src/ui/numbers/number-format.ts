/**
 * Formats a number for people: a short one exactly, any other with a fixed number of decimals, so that its text keeps
 * its width while it changes. `exactNumber` formats it exactly.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
  const size = Math.abs(value);
  if (size >= LARGEST) return value.toExponential(4);
  const digits = size >= 10_000 ? 2 : size >= 1000 ? 3 : 4;
  // Smaller values are rounding noise of things at rest.
  if (size < NOISE) return size === 0 ? "0" : (0).toFixed(digits);
  if (size < SMALLEST) return trimmed(value);
  const fixed = value.toFixed(digits);
  return Number(fixed) === value ? String(value) : fixed;
}

/**
 * Formats the numbers of one vector with the same number of decimals. Numbers that are small compared with the others,
 * or with visible lengths, angles and speeds, get no exponent unless they are short; rounding noise of things at rest
 * never gets one.
 */
export function formatVector(values: readonly (number | undefined)[], unit = ""): readonly string[] {
  const largest = Math.max(...values.map((value = 0) => (Number.isFinite(value) ? Math.abs(value) : 0)));
  const texts = values.map((value = 0) => {
    const isSmall = Math.abs(value) < SMALLEST && (largest >= SMALLEST || VISIBLE.test(unit));
    const isShort = Number(value.toPrecision(3)) === value;
    return isSmall && !isShort ? value.toFixed(4) : formatNumber(value);
  });
  const isExact = texts.every((text, i) => Number(text) === (values[i] ?? 0));
  const most = isExact ? Infinity : ROW_DIGITS - String(Math.trunc(largest)).length;
  const decimals = Math.min(Math.max(0, most), Math.max(...texts.map((text) => (PLAIN.exec(text)?.[1] ?? "").length)));
  return texts.map((text, i) => (PLAIN.test(text) ? withoutMinusZero((values[i] ?? 0).toFixed(decimals)) : text));
}

/** Formats a number exactly, in a form that JavaScript, Python and C can read. */
export function exactNumber(value: number): string {
  if (Object.is(value, -0)) return "-0";
  return String(value);
}

/** Formats a count, with separators for thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** Returns a count with its noun: "1 link", "2 links". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Drops the sign of a zero such as "-0.0000". */
function withoutMinusZero(text: string): string {
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** Matches numbers without an exponent, ∞ or NaN; captures the decimals. */
const PLAIN = /^-?\d+(?:\.(\d+))?$/;
/** Digits of a rounded number next to others, where there is no room for more. */
const ROW_DIGITS = 5;
const LARGEST = 1e7;
const SMALLEST = 1e-3;
const NOISE = 5e-10;
const VISIBLE = /^(m|rad|deg)(\/s²?)?$/;

function trimmed(value: number): string {
  const short = value.toExponential(3);
  return Number(short) === value ? value.toExponential() : short;
}
