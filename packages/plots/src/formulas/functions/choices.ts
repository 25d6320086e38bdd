import { FormulaError } from "../formula-error.ts";
import { choose, fill } from "../kernels/logic.ts";
import { aShape } from "../shape.ts";
import { alike } from "../unit-rules.ts";
import { converted, type Value } from "../value.ts";
import { parameters, type Call, type FormulaFunction } from "./function.ts";

export const choices: readonly Omit<FormulaFunction, "group">[] = [
  {
    name: "if",
    parameters: parameters("condition: number, a: any, b: any"),
    help: "Where the condition holds, a; elsewhere b.",
    build: (call) => eitherOf(call, [1, 2], (a, b) => call.program.loop(choose, call.values[0]!.slots[0]!, a, b)),
  },
  {
    name: "fill",
    parameters: parameters("x: any, other: any"),
    help: "The value, and in its gaps the other one.",
    build: (call) => eitherOf(call, [0, 1], (a, b) => call.program.loop(fill, a, b)),
  },
];

/** Chooses between two arguments, column by column. Both have one shape, and like units in each column. */
function eitherOf(call: Call, chosen: readonly [number, number], choose: (a: number, b: number) => number): Value {
  const { program } = call;
  const [a, b] = chosen.map((i) => call.values[i]!) as [Value, Value];
  if (a.shape !== b.shape) {
    const both = `${aShape(a.shape)} or ${aShape(b.shape)}`;
    throw new FormulaError(`${call.name} chooses between values of one kind, not ${both}`, call.args[chosen[1]]!);
  }
  const places = { ...call, args: chosen.map((i) => call.args[i]!) };
  const units = a.units.map((unit, i) => alike([unit, b.units[i]!], places).gives);
  const slots = a.slots.map((slot, i) =>
    choose(converted(program, slot, a.units[i]!, units[i]!), converted(program, b.slots[i]!, b.units[i]!, units[i]!)),
  );
  return { shape: a.shape, slots, units };
}
