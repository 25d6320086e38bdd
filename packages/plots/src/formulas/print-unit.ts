import { productOf, type ProductUnit, type Unit, type UnitFactor } from "./units.ts";

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Units with a name of their own that products of others are printed as. */
const NAMED = ["N", "J", "W", "Pa", "V", "C"].map((symbol) => productOf([{ symbol, power: 1 }]));

/** Returns a unit as people read it, and as it can be read again: `N·m/rad`, `kg/(m·s²)`, `1/s`; empty for numbers. */
export function printUnit(unit: Unit): string {
  if (unit.kind !== "product") return unit.kind === "unknown" ? unit.text : "";
  const above = unit.factors.filter(({ power }) => power > 0).map(printFactor);
  const below = unit.factors
    .filter(({ power }) => power < 0)
    .map(({ symbol, power }) => printFactor({ symbol, power: -power }));
  if (below.length === 0) return above.join("·");
  const divisor = below.length === 1 ? below[0]! : `(${below.join("·")})`;
  return `${above.join("·") || "1"}/${divisor}`;
}

function printFactor({ symbol, power }: UnitFactor): string {
  if (power === 1) return symbol;
  if (!Number.isInteger(power)) return `${symbol}^${Number(power.toPrecision(3))}`;
  return symbol + String(power).replaceAll(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!);
}

/** Returns the same unit as people expect it from a formula: m/s for rad·m/s, and J for kg·m²/s². */
export function tidyUnit(unit: Unit): Unit {
  if (unit.kind !== "product") return unit;
  const tidied = withoutAngle(unit);
  const named =
    tidied.factors.length > 1 && tidied.scale === 1 ? NAMED.find((each) => isSame(each, tidied)) : undefined;
  return named !== undefined && !isTorque(tidied) ? named : tidied;
}

/** Leaves out radians that have become part of a length: an angular velocity times a radius is a velocity. */
function withoutAngle(unit: ProductUnit): ProductUnit {
  const hasLength = unit.factors.some(({ symbol, power }) => symbol === "m" && power > 0);
  const isAngle = ({ symbol, power }: UnitFactor): boolean => symbol === "rad" && power > 0;
  return hasLength && unit.factors.some(isAngle) ? productOf(unit.factors.filter((each) => !isAngle(each))) : unit;
}

function isSame(a: ProductUnit, b: ProductUnit): boolean {
  return a.dimension.every((power, i) => power === b.dimension[i]);
}

/** A torque is not an energy, although both are newtons times metres. A stiffness keeps its radians. */
function isTorque({ factors }: ProductUnit): boolean {
  const has = (symbol: string): boolean => factors.some((factor) => factor.symbol === symbol);
  return has("rad") || (factors.length === 2 && has("N") && has("m"));
}
