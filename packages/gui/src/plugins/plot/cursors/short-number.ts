/** Returns a number with six digits, for people. The copied table has all digits. */
export function shortNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : "–";
}
