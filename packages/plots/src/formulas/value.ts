import { FormulaError, type Place } from "./formula-error.ts";
import { multiply } from "./kernels/arithmetic.ts";
import type { Loop } from "./kernels/kernel.ts";
import { printUnit } from "./print-unit.ts";
import type { ProgramBuilder } from "./program.ts";
import { columnNames, partOf, type CurveShape } from "./shape.ts";
import { areCompatible, conversion, joinUnits, plain, type Unit } from "./units.ts";

/** What a part of a formula gives: columns of a program, and the unit of each. */
export interface Value {
  readonly shape: CurveShape;
  readonly slots: readonly number[];
  readonly units: readonly Unit[];
}

/**
 * Decides about one column of the arguments: which unit each is to be converted to, and which unit the result has.
 * Throws a FormulaError for units that do not fit.
 */
export type UnitRule = (
  units: readonly Unit[],
  places: Places,
) => { readonly take: readonly Unit[]; readonly gives: Unit };

/** Where things stand, for errors. */
export interface Places {
  /** The name of the function, or the operator. */
  readonly name: string;
  readonly place: Place;
  readonly args: readonly Place[];
}

/** Applies a loop to numbers and vectors, column by column. A number goes with each column of a vector. */
export function mapColumns(
  program: ProgramBuilder,
  loop: Loop,
  args: readonly Value[],
  rule: UnitRule,
  places: Places,
): Value {
  const widest = args.reduce((a, b) => (b.slots.length > a.slots.length ? b : a));
  const slots: number[] = [];
  const units: Unit[] = [];
  for (let column = 0; column < widest.slots.length; column++) {
    const at = (arg: Value): number => (arg.slots.length === 1 ? 0 : column);
    const given = args.map((arg) => arg.units[at(arg)]!);
    const { take, gives } = rule(given, places);
    const inputs = args.map((arg, i) => converted(program, arg.slots[at(arg)]!, given[i]!, take[i]!));
    slots.push(program.loop(loop, ...inputs));
    units.push(gives);
  }
  return { shape: widest.shape, slots, units };
}

/** Returns the slot with its values in another unit, which is compatible. */
export function converted(program: ProgramBuilder, slot: number, from: Unit, to: Unit): number {
  const factor = conversion(from, to);
  return factor === 1 ? slot : program.loop(multiply, slot, program.constant(factor));
}

/** Returns the same value with all columns in one unit. */
export function inUnit(program: ProgramBuilder, { shape, slots, units }: Value, unit: Unit): Value {
  return {
    shape,
    slots: slots.map((slot, i) => converted(program, slot, units[i]!, unit)),
    units: slots.map(() => unit),
  };
}

/** Returns the unit that all columns can be brought to. Throws when they measure different things. */
export function commonUnit({ units }: Value, place: Place): Unit {
  let common: Unit = plain;
  for (const unit of units) {
    if (!areCompatible(common, unit)) {
      throw new FormulaError(`these columns have different units: ${printUnit(common)} and ${printUnit(unit)}`, place);
    }
    common = joinUnits(common, unit);
  }
  return common;
}

/** Returns some columns of a value; `undefined` when it has none of this name. */
export function takePart({ shape, slots, units }: Value, name: string): Value | undefined {
  const part = partOf(shape, name);
  if (part === undefined) return undefined;
  const end = part.first + columnNames(part.shape).length;
  return { shape: part.shape, slots: slots.slice(part.first, end), units: units.slice(part.first, end) };
}

export function numberValue(slot: number, unit: Unit): Value {
  return { shape: "number", slots: [slot], units: [unit] };
}
