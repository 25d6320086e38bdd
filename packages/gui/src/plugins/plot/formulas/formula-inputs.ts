import { compileFormula, FormulaError, namesIn, type Formula, type FormulaScope } from "@orrery/plots";
import type { CurveSource } from "../sources/source.ts";
import { candidatesOf, keyOfName, SourceScope } from "./names-of-inputs.ts";

/** The outcome of compiling: a program, a wait for something that is not known yet, or an error. */
export type Compiled =
  | { readonly kind: "ready"; readonly formula: Formula; readonly keys: readonly string[] }
  | { readonly kind: "waiting" }
  | { readonly kind: "wrong"; readonly error: string };

/** Requests the things that a formula uses, for as long as the formula is used. */
export class FormulaInputs implements Disposable {
  readonly #text: string;
  readonly #name: string;
  readonly #sources: Pick<CurveSource, "want" | "state">;
  readonly #scope: FormulaScope;
  readonly #wanted = new Map<string, Disposable>();

  constructor(
    { name, text }: { readonly name: string; readonly text: string },
    sources: Pick<CurveSource, "want" | "state">,
    formulas: ReadonlyMap<string, string>,
  ) {
    this.#name = name;
    this.#text = text;
    this.#sources = sources;
    this.#scope = new SourceScope(sources, formulas);
    const names = new Set<string>();
    collectNames(text, formulas, names, new Set([name]));
    for (const key of [...names].flatMap(candidatesOf).map(keyOfName)) {
      if (!this.#wanted.has(key)) this.#wanted.set(key, sources.want(key));
    }
  }

  /** Compiles the formula with what is known now. */
  compile(): Compiled {
    try {
      const formula = compileFormula(this.#text, this.#scope, this.#name);
      const keys = formula.inputs.map(({ name }) => keyOfName(name));
      if (keys.length === 0) return { kind: "wrong", error: "A formula over time needs at least one curve" };
      this.#keepOnly(new Set(keys));
      return { kind: "ready", formula, keys };
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      return this.#isWaiting() ? { kind: "waiting" } : { kind: "wrong", error: error.message };
    }
  }

  [Symbol.dispose](): void {
    for (const wanted of this.#wanted.values()) wanted[Symbol.dispose]();
    this.#wanted.clear();
  }

  /** Returns whether a thing that is unknown now may still become known. */
  #isWaiting(): boolean {
    return [...this.#wanted.keys()].some((key) => {
      const state = this.#sources.state(key);
      return state !== undefined && state.described === undefined && state.error === "";
    });
  }

  #keepOnly(keys: ReadonlySet<string>): void {
    for (const [key, wanted] of this.#wanted) {
      if (keys.has(key)) continue;
      wanted[Symbol.dispose]();
      this.#wanted.delete(key);
    }
  }
}

/** Collects the names of curves in a formula and in those that it uses. */
function collectNames(
  text: string,
  formulas: ReadonlyMap<string, string>,
  names: Set<string>,
  seen: Set<string>,
): void {
  for (const name of namesOf(text)) {
    const used = candidatesOf(name).find((each) => formulas.has(each));
    if (used === undefined) names.add(name);
    else if (!seen.has(used)) collectNames(formulas.get(used)!, formulas, names, seen.add(used));
  }
}

function namesOf(text: string): string[] {
  try {
    return namesIn(text);
  } catch (error) {
    // `compile` reports what is wrong, and where.
    if (error instanceof FormulaError) return [];
    throw error;
  }
}
