import { formulaNameProblem, MAX_FORMULA_LENGTH } from "@orrery/plots";
import type { Formulas } from "../formulas/saved-formulas.ts";
import { NO_PLOTS, type PlotsState } from "../plot-state.ts";
import { readPlots } from "../saved-plots.ts";

/** The plots of all panels of a world, and its formulas, to be used again: in a file, under a name, in a link. */
export interface PlotSetup {
  readonly format: typeof FORMAT;
  readonly version: 1;
  /** What each panel shows, by its id. */
  readonly panels: Readonly<Record<string, PlotsState>>;
  /** By name. */
  readonly formulas: Readonly<Record<string, string>>;
}

const FORMAT = "orrery.plots";
/** The panels there are. */
export const PANELS = ["plot", "plot-2"] as const;
/** Bytes of a file. */
export const MAX_SETUP_BYTES = 4 * 1024 * 1024;
const MAX_FORMULAS = 500;

export function setupOf(panels: Readonly<Record<string, PlotsState>>, formulas: Formulas): PlotSetup {
  return { format: FORMAT, version: 1, panels, formulas: Object.fromEntries(formulas) };
}

/**
 * Reads a setup from JSON that may come from anybody. Unknown parts get their defaults. Throws with the reason if it is
 * no setup, or one that is too large.
 */
export function readSetup(value: unknown): PlotSetup {
  if (!isRecord(value) || value["format"] !== FORMAT) throw new Error("there are no plots of Orrery in it");
  const { panels, formulas } = value;
  const known = isRecord(panels) ? panels : {};
  const read = PANELS.flatMap((panel) => {
    const plots = readPlots(known[panel]);
    return plots === undefined ? [] : [[panel, plots] as const];
  });
  if (read.length === 0) throw new Error("there are no plots in it");
  const texts = Object.entries(isRecord(formulas) ? formulas : {});
  if (texts.length > MAX_FORMULAS) throw new Error(`it has ${texts.length} formulas, and ${MAX_FORMULAS} are possible`);
  const usable = texts.filter((entry): entry is [string, string] => isFormula(entry));
  return setupOf(Object.fromEntries(read), new Map(usable));
}

/** Returns the plots of a panel; none if the setup has none for it. */
export function plotsIn({ panels }: PlotSetup, panel: string): PlotsState {
  return panels[panel] ?? NO_PLOTS;
}

function isFormula([name, text]: readonly [string, unknown]): boolean {
  return typeof text === "string" && text.length <= MAX_FORMULA_LENGTH && formulaNameProblem(name) === undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
