import type { CurveShape } from "./shape.ts";

/** What formulas need to know of a curve before it has data. */
export interface CurveInfo {
  readonly shape: CurveShape;
  /** Of its columns, one for each, or one for all; empty where none is known. */
  readonly units: readonly string[];
  /**
   * Whether it keeps its value until the next sample, as flags and counts do. Otherwise it is a line between samples.
   */
  readonly isHeld?: boolean | undefined;
}

/** The names that a formula may use. Where a formula and a curve share a name, the formula is meant. */
export interface FormulaScope {
  curve(name: string): CurveInfo | undefined;
  /** Returns the text of a formula that was saved by name. */
  formula(name: string): string | undefined;
  curveNames(): Iterable<string>;
  formulaNames(): Iterable<string>;
}

export function scopeOf(
  curves: ReadonlyMap<string, CurveInfo>,
  formulas: ReadonlyMap<string, string> = new Map(),
): FormulaScope {
  return {
    curve: (name) => curves.get(name),
    formula: (name) => formulas.get(name),
    curveNames: () => curves.keys(),
    formulaNames: () => formulas.keys(),
  };
}

/** Shapes by the names that items of introspection have for them. */
const ITEM_SHAPES: Readonly<Record<string, CurveShape>> = {
  double: "number",
  int32: "number",
  bool: "number",
  vector3d: "vector",
  quaternion: "quaternion",
  pose3d: "pose",
};

/** Returns what formulas need to know of an item of introspection; `undefined` for a type without numbers. */
export function curveOfItem(type: string, units: readonly string[]): CurveInfo | undefined {
  if (!Object.hasOwn(ITEM_SHAPES, type)) return undefined;
  return { shape: ITEM_SHAPES[type]!, units, isHeld: type === "int32" || type === "bool" };
}
