/** Returns a number with six digits for people: the copied table has all. */
export function shortNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : "–";
}
