import type { Keep } from "@orrery/plots";
import { kept } from "../../client/kept.ts";
import { USUAL_KEEP } from "./sources/curve-sources.ts";

/** Whether the list of what can be plotted is shown. */
export const hasPalette = kept("plots.palette", true, (value) => typeof value === "boolean");

export const hasLegend = kept("plots.legend", true, (value) => typeof value === "boolean");

/** Whether the table of differences is shown, if there are some. */
export const hasDifferences = kept("plots.differences", true, (value) => typeof value === "boolean");

/** How many samples of each curve are kept. */
export const keptSamples = kept<Keep>("plots.keep", USUAL_KEEP, isKeep);

export function isKeep(value: unknown): value is Keep {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  const [kind, limit] = entries[0] ?? [];
  return entries.length === 1 && isLimit(kind) && typeof limit === "number" && limit >= LEAST[kind] && limit <= 1e12;
}

/** The kinds of limits, each with the least useful value. */
export const LEAST = { samples: 100, seconds: 0.1, bytes: 4096 } as const;

function isLimit(kind: string | undefined): kind is keyof typeof LEAST {
  return kind !== undefined && kind in LEAST;
}
