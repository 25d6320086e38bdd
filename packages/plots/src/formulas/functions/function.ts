import type { Place } from "../formula-error.ts";
import type { ProgramBuilder } from "../program.ts";
import type { Places, Value } from "../value.ts";

/**
 * What an argument may be. `columns` is a number or a vector, taken column by column; `seconds`, `hertz` and `number`
 * constants are written in the formula. Where a vector or a quaternion is wanted, a pose is its position or
 * orientation.
 */
export type ParameterType = "any" | "columns" | "number" | "vector" | "quaternion" | "seconds" | "hertz";

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
}

/** One function of formulas. The table of them is all that the compiler, the completion and the documentation know. */
export interface FormulaFunction {
  readonly name: string;
  readonly group: FunctionGroup;
  readonly parameters: readonly Parameter[];
  /** How many of the parameters must be given; all, if not said. */
  readonly least?: number;
  /** Whether the last parameter may be given any number of times. */
  readonly isRepeated?: boolean;
  /** One line for people. */
  readonly help: string;
  readonly build: (call: Call) => Value;
}

export type FunctionGroup = "Numbers" | "Angles" | "Vectors" | "Rotations" | "Over time" | "Choices";

/** A function with its arguments, which fit its parameters. */
export interface Call extends Places {
  readonly program: ProgramBuilder;
  readonly values: readonly Value[];
  /** The constants among the arguments, in seconds or hertz; NaN for all others. */
  readonly constants: readonly number[];
}

/** Makes parameters from a list such as `x: columns, seconds: seconds`. */
export function parameters(list: string): Parameter[] {
  return list.split(", ").map((each) => {
    const [name, type] = each.split(": ");
    return { name: name!, type: type as ParameterType };
  });
}

/** Returns how a function is called: `mean(x, seconds)`. */
export function signatureOf({ name, parameters, least = parameters.length, isRepeated }: FormulaFunction): string {
  const names = parameters.map(({ name }, i) => (i < least ? name : `[${name}]`));
  return `${name}(${names.join(", ")}${isRepeated ? ", …" : ""})`;
}

export function placeOf(call: Call, argument: number): Place {
  return call.args[argument] ?? call.place;
}
