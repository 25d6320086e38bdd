/** Where something stands in a text: UTF-16 units, counted from 0. `end` is the first one after it. */
export interface Place {
  readonly at: number;
  readonly end: number;
}

/** Returns a name in quotes, short enough for a message. */
export function quoted(name: string): string {
  return `"${name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name}"`;
}

const LONGEST = 80;

/** A formula that cannot be used. Its message names characters as people count them, from 1. */
export class FormulaError extends Error implements Place {
  override readonly name = "FormulaError";
  readonly at: number;
  readonly end: number;

  constructor(message: string, { at, end }: Place) {
    super(message);
    this.at = at;
    this.end = end;
  }
}
