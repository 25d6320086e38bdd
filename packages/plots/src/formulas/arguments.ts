import { nearest } from "@orrery/msgs/nearest";
import { FormulaError, quoted, type Place } from "./formula-error.ts";
import { signatureOf, type Call, type FormulaFunction, type Parameter } from "./functions/function.ts";
import { FUNCTIONS } from "./functions/table.ts";
import type { ProgramBuilder } from "./program.ts";
import { aShape } from "./shape.ts";
import type { CallSyntax } from "./syntax.ts";
import { describeUnit } from "./unit-rules.ts";
import { areCompatible, conversion, hertz, second } from "./units.ts";
import { takePart, type Value } from "./value.ts";

/** Returns the function that is called. Throws when there is none, or when it takes another number of arguments. */
export function functionOf({ name, namePlace, args, at, end }: CallSyntax): FormulaFunction {
  const found = FUNCTIONS.get(name);
  if (found === undefined) {
    const near = nearest(name, FUNCTIONS.keys());
    const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
    throw new FormulaError(`unknown function ${quoted(name)}${hint}`, namePlace);
  }
  const { parameters, least = parameters.length, isRepeated = false } = found;
  const isTooFew = args.length < least;
  if (isTooFew || (args.length > parameters.length && !isRepeated)) {
    const given = args.length === 1 ? "1 argument" : `${args.length} arguments`;
    const place = isTooFew ? { at, end } : args[parameters.length]!;
    throw new FormulaError(`${signatureOf(found)} is given ${given}`, place);
  }
  return found;
}

/** Brings arguments to what the parameters of a function are. */
export function callOf(
  { parameters }: FormulaFunction,
  { name, namePlace, args }: CallSyntax,
  values: readonly Value[],
  program: ProgramBuilder,
): Call {
  const fitted = values.map((value, i) => {
    const parameter = parameters[Math.min(i, parameters.length - 1)]!;
    return fit(value, parameter, name, args[i]!);
  });
  const constants = fitted.map((value, i) => constantOf(value, parameters[i], program, name, args[i]!));
  return { name, place: namePlace, args, program, values: fitted, constants };
}

function fit(value: Value, { type, name: parameter }: Parameter, name: string, place: Place): Value {
  const { shape } = value;
  switch (type) {
    case "any":
      return value;
    case "columns":
    case "vector":
      if (shape === "vector" || (shape === "number" && type === "columns")) return value;
      if (shape === "pose") return takePart(value, "position")!;
      break;
    case "quaternion":
      if (shape === "quaternion") return value;
      if (shape === "pose") return takePart(value, "orientation")!;
      break;
    case "number":
    case "seconds":
    case "hertz":
      if (shape === "number") return value;
      break;
  }
  const wanted =
    type === "columns" ? "a number or a vector" : `a ${type === "vector" || type === "quaternion" ? type : "number"}`;
  throw new FormulaError(`${name} needs ${wanted} for ${parameter}, not ${aShape(shape)}`, place);
}

/** Returns a time in seconds or a frequency in hertz. Throws when it is not a constant above 0. */
function constantOf(
  value: Value,
  parameter: Parameter | undefined,
  program: ProgramBuilder,
  name: string,
  place: Place,
): number {
  if (parameter?.type !== "seconds" && parameter?.type !== "hertz") return NaN;
  const [wanted, what, example] =
    parameter.type === "seconds" ? [second, "a time", "500ms"] : [hertz, "a frequency", "10Hz"];
  const [unit] = value.units;
  if (!areCompatible(unit!, wanted)) {
    throw new FormulaError(`${name} needs ${what} here, such as ${example}, not ${describeUnit(unit!)}`, place);
  }
  const constant = program.constantAt(value.slots[0]!);
  const number = constant === undefined ? NaN : constant * conversion(unit!, wanted);
  if (number > 0 && Number.isFinite(number)) return number;
  const problem = constant === undefined ? "that is a constant" : "above 0";
  throw new FormulaError(`${name} needs ${what} ${problem} here, such as ${example}`, place);
}
