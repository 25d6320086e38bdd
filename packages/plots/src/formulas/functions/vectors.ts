import { add, multiply, subtract } from "../kernels/arithmetic.ts";
import { sqrt } from "../kernels/numeric.ts";
import { crossTerm, dot, length2, length3 } from "../kernels/vectors.ts";
import { alike, product, squareRoot } from "../unit-rules.ts";
import { multiplyUnits } from "../units.ts";
import { commonUnit, inUnit, mapColumns, numberValue, type Value } from "../value.ts";
import { checkAlike, folded } from "./builders.ts";
import { parameters, placeOf, type Call, type FormulaFunction } from "./function.ts";

const pair = parameters("a: vector, b: vector");

export const vectors: readonly Omit<FormulaFunction, "group">[] = [
  {
    name: "norm",
    parameters: parameters("v: vector"),
    help: "The length of a vector.",
    build: (call) => lengthOf(call, call.values[0]!),
  },
  {
    name: "distance",
    parameters: pair,
    help: "The distance between two points.",
    build: (call) => lengthOf(call, mapColumns(call.program, subtract, call.values, alike, call)),
  },
  { name: "dot", parameters: pair, help: "The scalar product of two vectors.", build: dotProduct },
  { name: "cross", parameters: pair, help: "The vector product of two vectors.", build: crossProduct },
  {
    name: "vector",
    parameters: parameters("x: number, y: number, z: number"),
    help: "A vector of three numbers.",
    build: (call) => ({
      shape: "vector",
      slots: call.values.map(({ slots }) => slots[0]!),
      units: call.values.map(({ units }) => units[0]!),
    }),
  },
  {
    name: "hypot",
    parameters: parameters("a: columns, b: columns"),
    isRepeated: true,
    help: "The root of the sum of the squares.",
    build: hypotenuse,
  },
];

function lengthOf({ program, args, place }: Call, vector: Value): Value {
  const unit = commonUnit(vector, args[0] ?? place);
  const [x, y, z] = inUnit(program, vector, unit).slots;
  return numberValue(program.loop(length3, x!, y!, z!), unit);
}

function dotProduct(call: Call): Value {
  const { program } = call;
  const [a, b] = call.values.map((value, i) => inUnit(program, value, commonUnit(value, placeOf(call, i))));
  return numberValue(program.loop(dot, ...a!.slots, ...b!.slots), multiplyUnits(a!.units[0]!, b!.units[0]!));
}

function crossProduct(call: Call): Value {
  const { program } = call;
  const [a, b] = call.values.map((value, i) => inUnit(program, value, commonUnit(value, placeOf(call, i))));
  return crossOf(call, a!, b!);
}

/** Returns the vector product of two vectors that each have one unit. */
export function crossOf({ program }: Pick<Call, "program">, a: Value, b: Value): Value {
  const unit = multiplyUnits(a.units[0]!, b.units[0]!);
  const slots = [0, 1, 2].map((i) => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    return program.loop(crossTerm, a.slots[j]!, b.slots[k]!, a.slots[k]!, b.slots[j]!);
  });
  return { shape: "vector", slots, units: slots.map(() => unit) };
}

function hypotenuse(call: Call): Value {
  const { program, values } = call;
  checkAlike(call, values);
  if (values.length === 2) return mapColumns(program, length2, values, alike, call);
  const squares = values.map((value) => mapColumns(program, multiply, [value, value], product, call));
  const sum = folded(add, alike)({ ...call, values: squares });
  return mapColumns(program, sqrt, [sum], squareRoot, call);
}
