import { compileFormula, FormulaError, type Formula, type FormulaScope } from "@orrery/plots";

/** The result of checking a formula while it is typed. */
export type Checked =
  | { readonly kind: "empty" }
  | { readonly kind: "good"; readonly formula: Formula; readonly unit: string }
  | { readonly kind: "wrong"; readonly message: string; readonly at: number; readonly end: number };

/** Compiles what is being typed. */
export function checkFormula(text: string, scope: FormulaScope, name: string): Checked {
  if (text.trim() === "") return { kind: "empty" };
  try {
    const formula = compileFormula(text, scope, name);
    if (formula.inputs.length === 0)
      return { kind: "wrong", message: "a formula over time needs at least one curve", at: 0, end: text.length };
    return { kind: "good", formula, unit: unitText(formula) };
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    const { message, at, end } = error;
    return { kind: "wrong", message, at, end };
  }
}

/** Describes the result of a formula: its shape, and its unit if known. */
function unitText({ shape, units }: Formula): string {
  const known = [...new Set(units)].filter((unit) => unit !== "").join(", ");
  if (shape === "number") return known === "" ? "A number" : `In ${known}`;
  return known === "" ? `A ${shape}` : `A ${shape}, in ${known}`;
}
