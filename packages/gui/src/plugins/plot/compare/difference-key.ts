import { keyOf, kindOf, nameOf } from "../sources/source.ts";
import type { LinePair } from "./mark-lines.ts";

/** What is compared: one thing on two lines of history. */
export interface DifferenceOf extends LinePair {
  readonly key: string;
}

/** Returns the key of the difference between two lines. */
export function differenceKey({ first, second, key }: DifferenceOf): string {
  return keyOf("difference", [first, second, key].join("~"));
}

/** Reads the key of a difference; `undefined` for keys of other kinds. */
export function readDifferenceKey(key: string): DifferenceOf | undefined {
  const [first, second, ...rest] = kindOf(key) === "difference" ? nameOf(key).split("~") : [];
  if (first === undefined || second === undefined || rest.length === 0) return undefined;
  return { first, second, key: rest.join("~") };
}
