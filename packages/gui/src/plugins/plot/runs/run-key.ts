import { keyOf, kindOf, nameOf } from "../sources/source.ts";

/** Which thing of which run is meant. */
export interface RunPlace {
  readonly run: string;
  readonly thing: string;
}

/** Returns the key of a thing of a run: `run:before/ball::pose`. */
export function runKey({ run, thing }: RunPlace): string {
  return keyOf("run", `${run}/${thing}`);
}

/** Reads the key of a thing of a run; `undefined` for keys of other kinds. */
export function readRunKey(key: string): RunPlace | undefined {
  const name = nameOf(key);
  const slash = name.indexOf("/");
  return kindOf(key) !== "run" || slash < 1 ? undefined : { run: name.slice(0, slash), thing: name.slice(slash + 1) };
}
