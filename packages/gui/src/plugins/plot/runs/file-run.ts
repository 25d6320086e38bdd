import type { NamedSamples } from "@orrery/plots";
import { freeName } from "../saving/plotted-curves.ts";
import { startOf, type KeptRun, type RunThing } from "./kept-run.ts";

/** Makes a run of the curves of a file. */
export function fileRun(name: string, curves: readonly NamedSamples[]): KeptRun {
  const names = new Set<string>();
  const things = curves.map((curve): RunThing => {
    const unique = freeName(curve.name, names);
    names.add(unique);
    const units = [curve.unit];
    const info = { shape: "number", units } as const;
    return { name: unique, of: "", columns: [""], units, info, samples: [curve.samples] };
  });
  return { name, from: "file", things, start: startOf(things), commands: [] };
}
