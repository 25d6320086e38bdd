/**
 * Returns whether two values are equal to the bit: NaN equals itself, and 0 differs from -0. A field that is undefined
 * counts as absent.
 */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSameData(first[key], second[key]));
}
