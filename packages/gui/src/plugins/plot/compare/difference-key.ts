import { keyOf, kindOf, nameOf } from "../sources/source.ts";
import type { NumberRef } from "../plot-state.ts";

/** One side of a difference: a number, on a line of history. */
export interface Side extends NumberRef {
  /** The last stretch of the line; empty for the present line, and for numbers that have no history here. */
  readonly line: string;
}

/** What is compared. */
export interface DifferenceOf {
  readonly first: Side;
  readonly second: Side;
}

/** Returns the key of the difference of two numbers: the first minus the second. It has one column. */
export function differenceKey({ first, second }: DifferenceOf): string {
  const sides = [first, second].map(({ key, column, line }) => [key, column, line]);
  return keyOf("difference", JSON.stringify(sides));
}

/** Reads the key of a difference; `undefined` for keys of other kinds, and for damaged ones. */
export function readDifferenceKey(key: string): DifferenceOf | undefined {
  if (kindOf(key) !== "difference") return undefined;
  try {
    const sides: unknown = JSON.parse(nameOf(key));
    const [first, second] = Array.isArray(sides) ? sides.map(sideOf) : [];
    return first === undefined || second === undefined ? undefined : { first, second };
  } catch {
    return undefined;
  }
}

/** A difference of differences could compare itself. */
function sideOf(value: unknown): Side | undefined {
  if (!Array.isArray(value)) return undefined;
  const [key, column, line] = value as unknown[];
  if (typeof key !== "string" || typeof line !== "string" || !Number.isInteger(column)) return undefined;
  return kindOf(key) === "difference" ? undefined : { key, column: column as number, line };
}
