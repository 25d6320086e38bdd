import { formulaNameProblem } from "@orrery/plots";
import { kept } from "../../../client/kept.ts";
import { Value } from "../../../client/value.ts";

export type Formulas = ReadonlyMap<string, string>;

/** The formulas of one world, by name. They are kept for later visits. */
export class SavedFormulas extends Value<Formulas> {
  /** The name of the world; empty while unknown. */
  #world = "";

  constructor() {
    super(new Map());
  }

  /** Shows the formulas of a world. */
  follow(world: string): void {
    if (world === "" || world === this.#world) return;
    this.#world = world;
    super.set(new Map(Object.entries(saved.current[world] ?? {})));
  }

  override set(formulas: Formulas): void {
    super.set(formulas);
    if (this.#world !== "") saved.set({ ...saved.current, [this.#world]: Object.fromEntries(formulas) });
  }

  /** Saves a formula, and replaces the one with this name if it exists. */
  save(name: string, text: string): void {
    const problem = formulaNameProblem(name);
    if (problem !== undefined) throw new Error(problem);
    this.set(new Map([...this.current, [name, text]]));
  }

  remove(name: string): void {
    this.set(new Map([...this.current].filter(([each]) => each !== name)));
  }
}

/** Returns a name that no formula has. */
export function freeName(formulas: Formulas): string {
  for (let number = 1; ; number++) if (!formulas.has(`formula${number}`)) return `formula${number}`;
}

/** By name of the world, then by name of the formula. */
const saved = kept<Readonly<Record<string, Readonly<Record<string, string>>>>>("plot-formulas", {}, isSaved);

function isSaved(value: unknown): boolean {
  const isRecord = (each: unknown): each is object => typeof each === "object" && each !== null && !Array.isArray(each);
  return (
    isRecord(value) &&
    Object.values(value).every(
      (formulas) => isRecord(formulas) && Object.values(formulas).every((text) => typeof text === "string"),
    )
  );
}
