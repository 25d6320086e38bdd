import { FormulaError } from "./formula-error.ts";
import { printUnit } from "./print-unit.ts";
import {
  areCompatible,
  divideUnits,
  joinUnits,
  multiplyUnits,
  one,
  plain,
  powerOfUnit,
  radian,
  second,
  type Unit,
} from "./units.ts";
import type { UnitRule } from "./value.ts";

/** All arguments measure the same thing, and so does the result: max(a, b), a − b. */
export const alike: UnitRule = (units, { name, place, args }) => {
  let common: Unit = plain;
  for (const [i, unit] of units.entries()) {
    if (!areCompatible(common, unit)) {
      const [left, right] = [describeUnit(common), describeUnit(unit)];
      const isOperator = !/^\w/.test(name);
      const where = isOperator ? `${left} on its left, but ${right} on its right` : `${left}, but ${right} here`;
      throw new FormulaError(`${name} needs like units: ${where}`, isOperator ? place : args[i]!);
    }
    common = joinUnits(common, unit);
  }
  return { take: units.map(() => common), gives: common };
};

/** Likewise, but the result is a mere number: a < b. */
export const compared: UnitRule = (units, places) => ({ ...alike(units, places), gives: one });

/** Numbers of any kind, and the result is a mere number: sign(x), a && b. */
export const ignored: UnitRule = (units) => ({ take: units, gives: one });

/** The result has the unit of the only argument: abs(x). */
export const kept: UnitRule = (units) => ({ take: units, gives: units[0]! });

/** Takes an angle, and gives a number: sin(a). */
export const ofAngle: UnitRule = ([unit], { name, args }) => {
  if (!areCompatible(unit!, radian)) {
    const text = printUnit(unit!);
    throw new FormulaError(
      `${name} needs an angle, and this is in ${text}: divide it by 1[${text}] if its number is meant`,
      args[0]!,
    );
  }
  return { take: [radian], gives: one };
};

/** Takes a mere number, and gives one: exp(x). */
export const ofNumber: UnitRule = ([unit], { name, args }) => {
  if (!areCompatible(unit!, one)) {
    const text = printUnit(unit!);
    throw new FormulaError(`${name} needs a number without a unit: divide this by 1[${text}]`, args[0]!);
  }
  return { take: [one], gives: one };
};

/** Takes a mere number, and gives an angle: acos(x). */
export const toAngle: UnitRule = (units, places) => ({ ...ofNumber(units, places), gives: radian });

/** Takes two of a kind, and gives an angle: atan2(y, x). */
export const toAngleOfTwo: UnitRule = (units, places) => ({ ...alike(units, places), gives: radian });

export const product: UnitRule = (units) => ({ take: units, gives: multiplyUnits(units[0]!, units[1]!) });

export const quotient: UnitRule = (units) => ({ take: units, gives: divideUnits(units[0]!, units[1]!) });

export const squareRoot: UnitRule = (units) => ({ take: units, gives: powerOfUnit(units[0]!, 0.5) });

export const perSecond: UnitRule = (units) => ({ take: units, gives: divideUnits(units[0]!, second) });

export const timesSecond: UnitRule = (units) => ({ take: units, gives: multiplyUnits(units[0]!, second) });

/** Returns a unit as it is called in errors. */
export function describeUnit(unit: Unit): string {
  return printUnit(unit) || "a number without a unit";
}
