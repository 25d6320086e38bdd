import { angles } from "./angles.ts";
import { choices } from "./choices.ts";
import type { FormulaFunction, FunctionGroup } from "./function.ts";
import { numbers } from "./numbers.ts";
import { functionsOverTime } from "./over-time.ts";
import { rotations } from "./rotations.ts";
import { vectors } from "./vectors.ts";

const GROUPS: Readonly<Record<FunctionGroup, readonly Omit<FormulaFunction, "group">[]>> = {
  Numbers: numbers,
  Angles: angles,
  Vectors: vectors,
  Rotations: rotations,
  "Over time": functionsOverTime,
  Choices: choices,
};

/** All functions by name, in the order in which people read about them. */
export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map(
  Object.entries(GROUPS).flatMap(([group, functions]) =>
    functions.map((each) => [each.name, { ...each, group: group as FunctionGroup }] as const),
  ),
);
