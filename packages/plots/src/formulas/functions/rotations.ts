import { add, multiply, negate } from "../kernels/arithmetic.ts";
import type { Loop } from "../kernels/kernel.ts";
import { pitch, roll, yaw } from "../kernels/rotations.ts";
import { unknown, radian } from "../units.ts";
import { commonUnit, inUnit, numberValue, type Value } from "../value.ts";
import { parameters, placeOf, type Call, type FormulaFunction } from "./function.ts";
import { crossOf } from "./vectors.ts";

const q = parameters("q: quaternion");

export const rotations: readonly Omit<FormulaFunction, "group">[] = [
  { name: "roll", parameters: q, help: "The angle about the x axis, −π … π.", build: angleOf(roll) },
  { name: "pitch", parameters: q, help: "The angle about the y axis, −π/2 … π/2.", build: angleOf(pitch) },
  { name: "yaw", parameters: q, help: "The angle about the z axis, −π … π.", build: angleOf(yaw) },
  { name: "inverse", parameters: q, help: "The rotation the other way round.", build: inverseOf },
  {
    name: "rotate",
    parameters: parameters("q: quaternion, v: vector"),
    help: "The vector, turned by a rotation: from the frame of a body to that of the world.",
    build: rotated,
  },
];

function angleOf(loop: Loop): (call: Call) => Value {
  return ({ program, values }) => numberValue(program.loop(loop, ...values[0]!.slots), radian);
}

function inverseOf({ program, values }: Call): Value {
  const { slots, units } = values[0]!;
  return { shape: "quaternion", slots: slots.map((slot, i) => (i < 3 ? program.loop(negate, slot) : slot)), units };
}

/** Computes v + 2w(u×v) + 2u×(u×v) for a quaternion (u, w) of length 1. */
function rotated(call: Call): Value {
  const { program } = call;
  const [quaternion, given] = [call.values[0]!, call.values[1]!];
  const unit = commonUnit(given, placeOf(call, 1));
  const v = inUnit(program, given, unit);
  const w = quaternion.slots[3]!;
  const u: Value = { shape: "vector", slots: quaternion.slots.slice(0, 3), units: [unknown, unknown, unknown] };
  const half = crossOf(call, u, v);
  const two = program.constant(2);
  const twice = { ...half, slots: half.slots.map((slot) => program.loop(multiply, slot, two)) };
  const across = crossOf(call, u, twice);
  const slots = v.slots.map((slot, i) => {
    const along = program.loop(add, slot, program.loop(multiply, w, twice.slots[i]!));
    return program.loop(add, along, across.slots[i]!);
  });
  return { shape: "vector", slots, units: v.units };
}
