import { FormulaError, type Place } from "./formula-error.ts";
import { add, divide, multiply, negate, power, subtract } from "./kernels/arithmetic.ts";
import type { Loop } from "./kernels/kernel.ts";
import { both, either, isAtLeast, isAtMost, isEqual, isGreater, isLess, isUnequal, not } from "./kernels/logic.ts";
import { sqrt } from "./kernels/numeric.ts";
import type { ProgramBuilder } from "./program.ts";
import { aShape } from "./shape.ts";
import type { BinaryOperator, UnaryOperator } from "./syntax.ts";
import { alike, compared, describeUnit, ignored, kept, product, quotient } from "./unit-rules.ts";
import { areCompatible, one, powerOfUnit, type Unit } from "./units.ts";
import { inUnit, mapColumns, numberValue, takePart, type UnitRule, type Value } from "./value.ts";

interface OperatorRule {
  readonly loop: Loop;
  readonly units: UnitRule;
  readonly shapes: ShapeRule;
}

/** What may stand on the two sides: two numbers; two of a kind; a number on one side at least; one on the right. */
type ShapeRule = "numbers" | "alike" | "one number" | "number on the right";

const OPERATORS: Readonly<Record<Exclude<BinaryOperator, "^">, OperatorRule>> = {
  "+": { loop: add, units: alike, shapes: "alike" },
  "-": { loop: subtract, units: alike, shapes: "alike" },
  "*": { loop: multiply, units: product, shapes: "one number" },
  "/": { loop: divide, units: quotient, shapes: "number on the right" },
  "<": { loop: isLess, units: compared, shapes: "numbers" },
  "<=": { loop: isAtMost, units: compared, shapes: "numbers" },
  ">": { loop: isGreater, units: compared, shapes: "numbers" },
  ">=": { loop: isAtLeast, units: compared, shapes: "numbers" },
  "==": { loop: isEqual, units: compared, shapes: "numbers" },
  "!=": { loop: isUnequal, units: compared, shapes: "numbers" },
  "&&": { loop: both, units: ignored, shapes: "numbers" },
  "||": { loop: either, units: ignored, shapes: "numbers" },
};

/** What to write instead. */
const HINTS: Readonly<Record<ShapeRule, string>> = {
  numbers: "take numbers, such as norm(v) or v.x",
  alike: "both sides must be numbers, or both vectors",
  "one number": "write dot(a, b) or cross(a, b)",
  "number on the right": "divide by a number, such as norm(v)",
};

/** The unit of a thirteenth power is a mistake. */
const MAX_UNIT_POWER = 12;

/** Applies an operator to two values. Each pose counts as its position. */
export function applyBinary(
  program: ProgramBuilder,
  operator: BinaryOperator,
  left: Value,
  right: Value,
  place: Place,
): Value {
  const [a, b] = [asColumns(left, operator, place), asColumns(right, operator, place)];
  if (operator === "^") return raise(program, a, b, place);
  const { loop, units, shapes } = OPERATORS[operator];
  if (!doShapesFit(shapes, a, b)) {
    const sides = `${aShape(a.shape)} and ${aShape(b.shape)}`;
    throw new FormulaError(`cannot use ${operator} on ${sides}: ${HINTS[shapes]}`, place);
  }
  return mapColumns(program, loop, [a, b], units, { name: operator, place, args: [place, place] });
}

export function applyUnary(program: ProgramBuilder, operator: UnaryOperator, value: Value, place: Place): Value {
  const of = asColumns(value, operator, place);
  const places = { name: operator, place, args: [place] };
  if (operator === "+") return of;
  if (operator === "-") return mapColumns(program, negate, [of], kept, places);
  if (of.shape !== "number") throw new FormulaError(`cannot use ! on ${aShape(of.shape)}: ${HINTS.numbers}`, place);
  return mapColumns(program, not, [of], ignored, places);
}

function doShapesFit(rule: ShapeRule, a: Value, b: Value): boolean {
  switch (rule) {
    case "numbers":
      return a.shape === "number" && b.shape === "number";
    case "alike":
      return a.shape === b.shape;
    case "one number":
      return a.shape === "number" || b.shape === "number";
    default:
      return b.shape === "number";
  }
}

function asColumns(value: Value, operator: string, place: Place): Value {
  if (value.shape === "pose") return takePart(value, "position")!;
  if (value.shape !== "quaternion") return value;
  throw new FormulaError(
    `cannot use ${operator} on a quaternion: take an angle, such as yaw(q), or a part, such as q.x`,
    place,
  );
}

function raise(program: ProgramBuilder, base: Value, exponent: Value, place: Place): Value {
  if (base.shape !== "number" || exponent.shape !== "number") {
    throw new FormulaError("only numbers have powers: write dot(v, v) for the square of a length", place);
  }
  if (!areCompatible(exponent.units[0]!, one)) {
    throw new FormulaError(`an exponent has no unit, but this is in ${describeUnit(exponent.units[0]!)}`, place);
  }
  const to = inUnit(program, exponent, one).slots[0]!;
  const constant = program.constantAt(to);
  if (constant === undefined) return raiseToChanging(program, base, to, place);
  const slot = base.slots[0]!;
  const unit = raisedUnit(base.units[0]!, constant, place);
  // Faster than a power.
  if (constant === 2) return numberValue(program.loop(multiply, slot, slot), unit);
  if (constant === 0.5) return numberValue(program.loop(sqrt, slot), unit);
  return numberValue(program.loop(power, slot, to), unit);
}

function raiseToChanging(program: ProgramBuilder, base: Value, exponent: number, place: Place): Value {
  const unit = base.units[0]!;
  if (!areCompatible(unit, one)) {
    const text = describeUnit(unit);
    throw new FormulaError(`${text} to a power that changes has no unit: divide by 1[${text}] first`, place);
  }
  const [slot] = inUnit(program, base, one).slots;
  return numberValue(program.loop(power, slot!, exponent), unit.kind === "product" ? one : unit);
}

function raisedUnit(unit: Unit, exponent: number, place: Place): Unit {
  if (unit.kind !== "product" || unit.factors.length === 0) return powerOfUnit(unit, exponent);
  if (Math.abs(exponent) <= MAX_UNIT_POWER) return powerOfUnit(unit, exponent);
  throw new FormulaError(`${describeUnit(unit)} to the power of ${exponent} has no unit`, place);
}
