import type { NamedSamples } from "@orrery/plots";
import { freeName } from "../saving/plotted-curves.ts";
import { startOf, type KeptRun, type RunThing } from "./kept-run.ts";

/** Makes a run of the curves of a file. */
export function fileRun(name: string, curves: readonly NamedSamples[]): KeptRun {
  const names = new Set<string>();
  const things = curves.map((curve): RunThing => {
    const unique = freeName(curve.name, names);
    names.add(unique);
    return { name: unique, of: "", columns: [""], units: [curve.unit], samples: [curve.samples] };
  });
  return { name, from: "file", things, start: startOf(things), commands: [] };
}
