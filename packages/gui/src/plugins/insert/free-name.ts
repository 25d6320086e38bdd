/** A name that nobody has yet: `box`, then `box_1`, `box_2`. What is counted already is counted on. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const base = wanted.replace(/_\d+$/, "");
  for (let number = 1; ; number++) {
    const name = `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}
