/** Units that take prefixes, and the greatest power of ten in use: kilometres, but no megametres and no kiloseconds. */
const MOST: Readonly<Record<string, number>> = {
  m: 3,
  s: 0,
  N: 12,
  J: 12,
  W: 12,
  Pa: 12,
  Hz: 12,
  V: 6,
  A: 6,
  K: 0,
  T: 0,
  rad: 0,
  B: 12,
};

const PREFIXES: Readonly<Record<number, string>> = {
  [-12]: "p",
  [-9]: "n",
  [-6]: "µ",
  [-3]: "m",
  0: "",
  3: "k",
  6: "M",
  9: "G",
  12: "T",
};

/**
 * Returns a unit with the prefix for a power of ten: "kN·m" for 1000 N·m. Returns `undefined` where there is none that
 * people use, or where it would be raised to a power with the unit: a mm² is not a thousandth of a m².
 */
export function prefixedUnit(unit: string, power: number): string | undefined {
  const end = unit.search(/[/· ²³^⁻]/u);
  const [base, rest] = end < 0 ? [unit, ""] : [unit.slice(0, end), unit.slice(end)];
  if (/^[²³^⁻]/u.test(rest)) return undefined;
  // The only unit that has a prefix of its own.
  if (base === "kg")
    return power < 0 && PREFIXES[power + 3] !== undefined ? `${PREFIXES[power + 3]}g${rest}` : undefined;
  const most = Object.hasOwn(MOST, base) ? MOST[base]! : undefined;
  const prefix = PREFIXES[power];
  return most === undefined || prefix === undefined || power > most ? undefined : `${prefix}${base}${rest}`;
}

/** Returns a whole number in raised digits: ⁻³. */
export function superscript(power: number): string {
  return Array.from(String(power), (digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])).join("");
}
