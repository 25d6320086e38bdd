/**
 * Returns whether values are finite, judging by their sum. The sum is not finite if a value is not, or if values are
 * too large for the next step to compute with.
 */
export function areFinite(values: Float64Array, start: number, end: number): boolean {
  // Two sums, because each addition waits for the previous one.
  let first = (end - start) % 2 === 0 ? 0 : values[end - 1]!;
  let second = 0;
  for (let i = start + 1; i < end; i += 2) {
    first += values[i - 1]!;
    second += values[i]!;
  }
  return Number.isFinite(first + second);
}
