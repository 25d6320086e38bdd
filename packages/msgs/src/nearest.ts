/** Longer names get no hint: comparing two takes the product of their lengths, and names come from clients. */
const LONGEST = 256;

/**
 * Returns the name most like `wanted`, for "did you mean"; undefined where none is close. Up to a third of the letters may be
 * wrong, in short words two, in those of up to three letters one, but never all. Of equals the first wins.
 */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  const size = wanted.length;
  if (size > LONGEST) return undefined;
  const limit = size > 3 ? Math.max(2, Math.floor(size / 3)) : Math.min(1, size - 1);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const name of names) {
    if (Math.abs(name.length - size) >= bestDistance) continue;
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Letters to insert, delete, replace or swap with their neighbour, by rows of the usual table. */
function editDistance(a: string, b: string): number {
  let above: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const twoAbove = above;
    above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = swaps ? twoAbove[j - 2]! + 1 : Infinity;
      row.push(Math.min(replaced, swapped, above[j]! + 1, row[j - 1]! + 1));
    }
  }
  return row[b.length]!;
}
