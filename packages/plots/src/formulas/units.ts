import { DIMENSIONS, findUnitSymbol, type Dimension } from "./unit-symbols.ts";

/** A power of a named unit: s⁻² is `{ symbol: "s", power: -2 }`. */
export interface UnitFactor {
  readonly symbol: string;
  readonly power: number;
}

/**
 * What numbers are measured in. A unit keeps the names that it was made of, so that a torque in N·m is not printed as
 * an energy. Numbers stay in their unit until two of different size meet.
 */
export type Unit = ProductUnit | UnknownUnit | PlainUnit;

export interface ProductUnit {
  readonly kind: "product";
  /** No symbol occurs twice, no power is 0. Without factors it is the unit of ratios. */
  readonly factors: readonly UnitFactor[];
  readonly dimension: Dimension;
  /** How many of the SI's own unit make one of it. */
  readonly scale: number;
}

/** Of a curve about which nothing is known. Fits everything. */
export interface UnknownUnit {
  readonly kind: "unknown";
  /** As people see it, such as `px`; mostly empty. */
  readonly text: string;
}

/** Of a number that is written in a formula. It takes on the unit of what it is added to. */
export interface PlainUnit {
  readonly kind: "plain";
}

export const plain: PlainUnit = { kind: "plain" };
export const unknown: UnknownUnit = { kind: "unknown", text: "" };
export const one = productOf([]);
export const radian = productOf([{ symbol: "rad", power: 1 }]);
export const second = productOf([{ symbol: "s", power: 1 }]);
export const hertz = productOf([{ symbol: "Hz", power: 1 }]);
export const degree = productOf([{ symbol: "deg", power: 1 }]);

/** Makes a unit of factors whose symbols all exist. */
export function productOf(factors: readonly UnitFactor[]): ProductUnit {
  const dimension = Array.from({ length: DIMENSIONS }, () => 0);
  let scale = 1;
  for (const { symbol, power } of factors) {
    const known = findUnitSymbol(symbol);
    if (known === undefined) throw new Error(`there is no unit "${symbol}"`);
    for (let i = 0; i < DIMENSIONS; i++) dimension[i] = rounded(dimension[i]! + known.dimension[i]! * power);
    scale *= power === 1 ? known.scale : known.scale ** power;
  }
  return { kind: "product", factors, dimension, scale };
}

export function multiplyUnits(a: Unit, b: Unit): Unit {
  if (a.kind === "plain") return b;
  if (b.kind === "plain") return a;
  if (a.kind === "unknown") return b.kind === "product" && b.factors.length === 0 ? a : unknown;
  if (b.kind === "unknown") return a.factors.length === 0 ? b : unknown;
  const powers = new Map(a.factors.map(({ symbol, power }) => [symbol, power]));
  for (const { symbol, power } of b.factors) powers.set(symbol, rounded((powers.get(symbol) ?? 0) + power));
  return productOf([...powers].flatMap(([symbol, power]) => (power === 0 ? [] : [{ symbol, power }])));
}

export function divideUnits(a: Unit, b: Unit): Unit {
  return multiplyUnits(a, powerOfUnit(b, -1));
}

export function powerOfUnit(unit: Unit, power: number): Unit {
  if (power === 1 || unit.kind === "plain") return unit;
  if (unit.kind === "unknown") return unknown;
  if (power === 0) return one;
  return productOf(unit.factors.map((factor) => ({ ...factor, power: rounded(factor.power * power) })));
}

/** Returns whether values in these units can be added: whether they measure the same thing, as far as is known. */
export function areCompatible(a: Unit, b: Unit): boolean {
  if (a.kind !== "product" || b.kind !== "product") return true;
  return a.dimension.every((power, i) => power === b.dimension[i]);
}

/** Returns the unit of a sum of compatible values: that of the first one that has a known unit. */
export function joinUnits(a: Unit, b: Unit): Unit {
  if (a.kind === "plain") return b;
  if (b.kind === "plain") return a;
  if (a.kind === "unknown") {
    if (b.kind === "product" || a.text === "") return b;
    return b.text === "" || b.text === a.text ? a : unknown;
  }
  // An arc divided by a radius is an angle as soon as it is added to one.
  if (b.kind === "product" && a.factors.length === 0 && b.scale === 1) return b;
  return a;
}

/** Returns what numbers in one unit are multiplied by to be in a compatible other one. */
export function conversion(from: Unit, to: Unit): number {
  if (from.kind !== "product" || to.kind !== "product" || from.scale === to.scale) return 1;
  return from.scale / to.scale;
}

/** Makes thirds and quarters exact. Otherwise three cube roots of a metre would not always make a metre. */
function rounded(power: number): number {
  const twelfths = Math.round(power * 12) / 12;
  // Adding 0 turns −0, which compares as equal but is printed, into 0.
  return (Math.abs(power - twelfths) < 1e-9 ? twelfths : power) + 0;
}
