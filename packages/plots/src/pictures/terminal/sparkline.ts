/**
 * Returns values as one line of blocks, from the least to the greatest, with gaps where there are none. More values than
 * columns are averaged; what stays the same is a line at half height.
 */
export function sparkline(values: ArrayLike<number>, columns: number): string {
  const count = Math.min(values.length, Math.max(0, Math.floor(columns)));
  const means = Array.from({ length: count }, (_, column) => mean(values, column, count));
  const numbers = means.filter((value) => Number.isFinite(value));
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)];
  return means
    .map((value) => {
      if (!Number.isFinite(value)) return " ";
      if (least === greatest) return BLOCKS[3]!;
      // Halves, as the difference of the largest numbers is infinite.
      const share = (value / 2 - least / 2) / (greatest / 2 - least / 2);
      return BLOCKS[Math.min(BLOCKS.length - 1, Math.floor(share * BLOCKS.length))]!;
    })
    .join("");
}

const BLOCKS = "▁▂▃▄▅▆▇█";

/** Without what is no number. */
function mean(values: ArrayLike<number>, column: number, columns: number): number {
  const first = Math.floor((column * values.length) / columns);
  const end = Math.floor(((column + 1) * values.length) / columns);
  let [sum, count] = [0, 0];
  for (let i = first; i < end; i++) {
    if (!Number.isFinite(values[i]!)) continue;
    sum += values[i]!;
    count++;
  }
  return count === 0 ? NaN : sum / count;
}
