import { modulo } from "../kernels/arithmetic.ts";
import { abs, ceil, clamp, exp, floor, log, log10, max, min, round, sign, sqrt } from "../kernels/numeric.ts";
import { alike, ignored, kept, ofNumber, squareRoot } from "../unit-rules.ts";
import { folded, mapped } from "./builders.ts";
import { parameters, type FormulaFunction } from "./function.ts";

const x = parameters("x: columns");

export const numbers: readonly Omit<FormulaFunction, "group">[] = [
  { name: "sqrt", parameters: x, help: "The square root.", build: mapped(sqrt, squareRoot) },
  { name: "abs", parameters: x, help: "The value without its sign.", build: mapped(abs, kept) },
  { name: "sign", parameters: x, help: "−1, 0 or 1.", build: mapped(sign, ignored) },
  { name: "floor", parameters: x, help: "The next whole number below.", build: mapped(floor, kept) },
  { name: "ceil", parameters: x, help: "The next whole number above.", build: mapped(ceil, kept) },
  { name: "round", parameters: x, help: "The nearest whole number; halves go up.", build: mapped(round, kept) },
  { name: "exp", parameters: x, help: "e to the power of x.", build: mapped(exp, ofNumber) },
  { name: "log", parameters: x, help: "The natural logarithm.", build: mapped(log, ofNumber) },
  { name: "log10", parameters: x, help: "The logarithm to base 10.", build: mapped(log10, ofNumber) },
  {
    name: "min",
    parameters: parameters("a: columns, b: columns"),
    isRepeated: true,
    help: "The least of several values at each time.",
    build: folded(min, alike),
  },
  {
    name: "max",
    parameters: parameters("a: columns, b: columns"),
    isRepeated: true,
    help: "The greatest of several values at each time.",
    build: folded(max, alike),
  },
  {
    name: "clamp",
    parameters: parameters("x: columns, low: columns, high: columns"),
    help: "The value, but not below low and not above high.",
    build: mapped(clamp, alike),
  },
  {
    name: "mod",
    parameters: parameters("a: columns, b: columns"),
    help: "The rest of a divided by b, with the sign of b.",
    build: mapped(modulo, alike),
  },
];
