import { multiply, subtract } from "../kernels/arithmetic.ts";
import { Delay } from "../kernels/delay.ts";
import { Derivative, Previous, Unwrap } from "../kernels/differences.ts";
import { Lowpass } from "../kernels/lowpass.ts";
import { MovingMean } from "../kernels/moving-mean.ts";
import { sqrt } from "../kernels/numeric.ts";
import { Highest, Integral, Lowest } from "../kernels/sums.ts";
import { alike, kept, ofAngle, perSecond, product, squareRoot, timesSecond } from "../unit-rules.ts";
import { conversion, radian, type Unit } from "../units.ts";
import { mapColumns, type Value } from "../value.ts";
import { overTime } from "./builders.ts";
import { parameters, type Call, type FormulaFunction } from "./function.ts";

const x = parameters("x: columns");
const windowed = parameters("x: columns, seconds: seconds");
const filtered = parameters("x: columns, hertz: hertz");

const mean = overTime(
  ({ constants }) =>
    () =>
      new MovingMean(constants[1]!),
  kept,
);
const lowpass = overTime(
  ({ constants }) =>
    () =>
      new Lowpass(constants[1]!),
  kept,
);

export const functionsOverTime: readonly Omit<FormulaFunction, "group">[] = [
  {
    name: "d",
    parameters: x,
    help: "The derivative: the slope from the sample before.",
    build: overTime(() => () => new Derivative(), perSecond),
  },
  {
    name: "integral",
    parameters: x,
    help: "The integral over time, from 0 at the first sample; gaps add nothing.",
    build: overTime(() => () => new Integral(), timesSecond),
  },
  { name: "mean", parameters: windowed, help: "The mean of the samples of the last seconds.", build: mean },
  {
    name: "rms",
    parameters: windowed,
    help: "The root of the mean square of the samples of the last seconds.",
    build: rootMeanSquare,
  },
  {
    name: "lowpass",
    parameters: filtered,
    help: "A filter of first order that lets slow changes pass.",
    build: lowpass,
  },
  { name: "highpass", parameters: filtered, help: "What lowpass takes away.", build: highpass },
  {
    name: "unwrap",
    parameters: parameters("angle: columns"),
    help: "The angle without jumps of whole turns.",
    build: unwrap,
  },
  {
    name: "delay",
    parameters: parameters("x: columns, seconds: seconds"),
    help: "The value that there was some seconds before.",
    build: overTime(
      ({ constants }) =>
        () =>
          new Delay(constants[1]!),
      kept,
    ),
  },
  {
    name: "previous",
    parameters: parameters("x: any"),
    help: "The sample before.",
    build: overTime(() => () => new Previous(), kept),
  },
  {
    name: "highest",
    parameters: x,
    help: "The greatest value so far.",
    build: overTime(() => () => new Highest(), kept),
  },
  { name: "lowest", parameters: x, help: "The least value so far.", build: overTime(() => () => new Lowest(), kept) },
];

function rootMeanSquare(call: Call): Value {
  const { program, values } = call;
  const square = mapColumns(program, multiply, [values[0]!, values[0]!], product, call);
  // Called a mean, so that it is computed once beside the mean of the same square.
  const meanSquare = mean({ ...call, name: "mean", values: [square, values[1]!] });
  return mapColumns(program, sqrt, [meanSquare], squareRoot, call);
}

function highpass(call: Call): Value {
  const slow = lowpass({ ...call, name: "lowpass" });
  return mapColumns(call.program, subtract, [call.values[0]!, slow], alike, call);
}

function unwrap(call: Call): Value {
  for (const unit of call.values[0]!.units) ofAngle([unit], call);
  const turnIn = (unit: Unit): number => 2 * Math.PI * conversion(radian, unit);
  return overTime(
    (_, unit) => () => new Unwrap(turnIn(unit)),
    kept,
    (_, unit) => `${turnIn(unit)}`,
  )(call);
}
