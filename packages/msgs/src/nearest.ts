/**
 * Longer names get no hint: the time for a comparison grows with the product of the lengths, and names come from
 * clients.
 */
const LONGEST = 256;

/** Pairs of letters to compare for one hint, which takes some 10 ms; later names are not compared. */
const MAX_PAIRS = 2_000_000;

/**
 * Returns the name most similar to `wanted`, for "did you mean" hints; undefined if all differ by more than a third of
 * their letters, or, for short names, by more than one. Ignores case; among equals, the first wins.
 */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  if (wanted.length > LONGEST) return undefined;
  const lowered = wanted.toLowerCase();
  let left = MAX_PAIRS;
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const name of names) {
    const longer = Math.max(wanted.length, name.length);
    // Otherwise unrelated names would be suggested for each other.
    const limit = Math.min(Math.max(1, Math.floor(longer / 3)), longer - 1);
    if (Math.abs(wanted.length - name.length) > Math.min(limit, bestDistance)) continue;
    left -= wanted.length * name.length;
    if (left < 0) break;
    const distance = editDistance(lowered, name.toLowerCase());
    if (distance <= limit && distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/**
 * Counts the letters to insert, delete, replace or swap with their neighbour (Damerau–Levenshtein, each place edited at
 * most once).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast = new Uint32Array(b.length + 1);
  let last = Uint32Array.from({ length: b.length + 1 }, (_, j) => j);
  let current = new Uint32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, current[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      current[j] = cost;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[b.length]!;
}
