import { FormulaError } from "../formula-error.ts";
import type { Kernel, Loop } from "../kernels/kernel.ts";
import { aShape } from "../shape.ts";
import type { Unit } from "../units.ts";
import { mapColumns, type UnitRule, type Value } from "../value.ts";
import type { Call } from "./function.ts";

/** Applies a loop column by column. */
export function mapped(loop: Loop, rule: UnitRule): (call: Call) => Value {
  return (call) => {
    checkAlike(call, call.values);
    return mapColumns(call.program, loop, call.values, rule, call);
  };
}

/** Applies a loop of two columns to the first two arguments, to that and the third one, and so on. */
export function folded(loop: Loop, rule: UnitRule): (call: Call) => Value {
  return (call) => {
    checkAlike(call, call.values);
    return call.values.reduce((a, b, i) => {
      const args = [call.place, call.args[i]!];
      return mapColumns(call.program, loop, [a, b], rule, { name: call.name, place: call.place, args });
    });
  };
}

/** Gives each column of the first argument a kernel of its own. `key` tells kernels with different parameters apart. */
export function overTime(
  make: (call: Call, unit: Unit) => () => Kernel,
  rule: UnitRule,
  key: (call: Call, unit: Unit) => string = ({ constants }) => constants.slice(1).join(" "),
): (call: Call) => Value {
  return (call) => {
    const { program, name, values } = call;
    const { shape, slots, units } = values[0]!;
    return {
      shape,
      slots: slots.map((slot, i) => program.kernel(`${name} ${key(call, units[i]!)}`, make(call, units[i]!), slot)),
      units: units.map((unit) => rule([unit], call).gives),
    };
  };
}

/** Throws when vectors meet other shapes than vectors and numbers. */
export function checkAlike(call: Call, values: readonly Value[]): void {
  const widest = values.find(({ shape }) => shape !== "number");
  const other = values.find(({ shape }) => shape !== "number" && shape !== widest?.shape);
  if (widest === undefined || other === undefined) return;
  const both = `${aShape(widest.shape)} and ${aShape(other.shape)}`;
  throw new FormulaError(
    `${call.name} needs values of one kind, and these are ${both}`,
    call.args[values.indexOf(other)]!,
  );
}
