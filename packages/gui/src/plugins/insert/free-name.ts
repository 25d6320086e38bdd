/** Returns an unused name: `box`, then `box_1`, `box_2`. If the name ends in a number already, counts on from there. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const base = wanted.replace(/_\d+$/, "");
  for (let number = 1; ; number++) {
    const name = `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}
