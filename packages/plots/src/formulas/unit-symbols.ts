/** Powers of metre, kilogram, second, ampere, kelvin, mole and candela. Angles have none: a radian is a number. */
export type Dimension = readonly number[];

export interface UnitSymbol {
  readonly dimension: Dimension;
  /** How many of the SI's own unit make one of it. */
  readonly scale: number;
}

export const DIMENSIONS = 7;

const NUMBER: Dimension = [0, 0, 0, 0, 0, 0, 0];

/** Units that take prefixes such as k and m. */
const PREFIXED: Readonly<Record<string, UnitSymbol>> = {
  m: si(1),
  g: { dimension: [0, 1, 0, 0, 0, 0, 0], scale: 1e-3 },
  s: si(0, 0, 1),
  A: si(0, 0, 0, 1),
  K: si(0, 0, 0, 0, 1),
  mol: si(0, 0, 0, 0, 0, 1),
  cd: si(0, 0, 0, 0, 0, 0, 1),
  rad: si(),
  Hz: si(0, 0, -1),
  N: si(1, 1, -2),
  Pa: si(-1, 1, -2),
  J: si(2, 1, -2),
  W: si(2, 1, -3),
  C: si(0, 0, 1, 1),
  V: si(2, 1, -3, -1),
  F: si(-2, -1, 4, 2),
  Ω: si(2, 1, -3, -2),
  ohm: si(2, 1, -3, -2),
  H: si(2, 1, -2, -2),
  Wb: si(2, 1, -2, -1),
  T: si(0, 1, -2, -1),
  lm: si(0, 0, 0, 0, 0, 0, 1),
  lx: si(-2, 0, 0, 0, 0, 0, 1),
  bar: { dimension: si(-1, 1, -2).dimension, scale: 1e5 },
};

const TURN = 6.283185307179586;

/** Units that take none. They win: `min` is a minute. */
const ALONE: Readonly<Record<string, UnitSymbol>> = {
  min: { dimension: si(0, 0, 1).dimension, scale: 60 },
  h: { dimension: si(0, 0, 1).dimension, scale: 3600 },
  deg: { dimension: NUMBER, scale: TURN / 360 },
  "°": { dimension: NUMBER, scale: TURN / 360 },
  turn: { dimension: NUMBER, scale: TURN },
  rev: { dimension: NUMBER, scale: TURN },
  rpm: { dimension: si(0, 0, -1).dimension, scale: TURN / 60 },
  "%": { dimension: NUMBER, scale: 1e-2 },
};

const PREFIXES: Readonly<Record<string, number>> = {
  p: 1e-12,
  n: 1e-9,
  u: 1e-6,
  µ: 1e-6,
  μ: 1e-6,
  m: 1e-3,
  c: 1e-2,
  d: 1e-1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
};

export function findUnitSymbol(symbol: string): UnitSymbol | undefined {
  if (Object.hasOwn(ALONE, symbol)) return ALONE[symbol];
  if (Object.hasOwn(PREFIXED, symbol)) return PREFIXED[symbol];
  const [prefix, base] = [symbol.slice(0, 1), symbol.slice(1)];
  if (!Object.hasOwn(PREFIXES, prefix) || !Object.hasOwn(PREFIXED, base)) return undefined;
  // The kilogram is the SI's own, and 1000 × 0.001 is 1 exactly.
  return { dimension: PREFIXED[base]!.dimension, scale: PREFIXES[prefix]! * PREFIXED[base]!.scale };
}

/** Returns all symbols without prefixes, for hints and completion. */
export function unitSymbols(): string[] {
  return [...Object.keys(ALONE), ...Object.keys(PREFIXED), "kg", "ms", "mm", "cm", "km"];
}

function si(...powers: readonly number[]): UnitSymbol {
  return { dimension: NUMBER.map((_, i) => powers[i] ?? 0), scale: 1 };
}
