import { acos, asin, atan, atan2, cos, sin, tan } from "../kernels/trigonometry.ts";
import { ofAngle, toAngle, toAngleOfTwo } from "../unit-rules.ts";
import { degree, radian, type Unit } from "../units.ts";
import { inUnit, type Value } from "../value.ts";
import { mapped } from "./builders.ts";
import { parameters, type Call, type FormulaFunction } from "./function.ts";

const x = parameters("x: columns");
const angle = parameters("angle: columns");

export const angles: readonly Omit<FormulaFunction, "group">[] = [
  { name: "sin", parameters: angle, help: "The sine of an angle.", build: mapped(sin, ofAngle) },
  { name: "cos", parameters: angle, help: "The cosine of an angle.", build: mapped(cos, ofAngle) },
  { name: "tan", parameters: angle, help: "The tangent of an angle.", build: mapped(tan, ofAngle) },
  { name: "asin", parameters: x, help: "The angle with this sine, −π/2 … π/2.", build: mapped(asin, toAngle) },
  { name: "acos", parameters: x, help: "The angle with this cosine, 0 … π.", build: mapped(acos, toAngle) },
  { name: "atan", parameters: x, help: "The angle with this tangent, −π/2 … π/2.", build: mapped(atan, toAngle) },
  {
    name: "atan2",
    parameters: parameters("y: columns, x: columns"),
    help: "The direction of the point (x, y), −π … π.",
    build: mapped(atan2, toAngleOfTwo),
  },
  {
    name: "deg",
    parameters: angle,
    help: "The angle in degrees; without a unit it is taken to be in radians.",
    build: (call) => angleIn(call, degree, radian),
  },
  {
    name: "rad",
    parameters: angle,
    help: "The angle in radians; without a unit it is taken to be in degrees.",
    build: (call) => angleIn(call, radian, degree),
  },
];

/** Converts an angle. `assumed` is its unit where none is known. */
function angleIn(call: Call, wanted: Unit, assumed: Unit): Value {
  const { shape, slots, units } = call.values[0]!;
  for (const unit of units) ofAngle([unit], call);
  const known = units.map((unit) => (unit.kind === "product" ? unit : assumed));
  return inUnit(call.program, { shape, slots, units: known }, wanted);
}
