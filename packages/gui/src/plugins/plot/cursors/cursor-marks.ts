/** Two moments that are compared, in simulated seconds. */
export interface CursorPair {
  readonly a: number;
  readonly b: number;
}

export type CursorName = keyof CursorPair;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns cursors at one quarter and three quarters of the range that is both shown and known. */
export function placeCursors(shown: Range, known: Range): CursorPair {
  const both = { from: Math.max(shown.from, known.from), to: Math.min(shown.to, known.to) };
  const { from, to } = both.from < both.to ? both : shown;
  return { a: from + (to - from) / 4, b: to - (to - from) / 4 };
}

/** Moves one cursor, but keeps it within a range. */
export function moveCursor(pair: CursorPair, name: CursorName, time: number, { from, to }: Range): CursorPair {
  return { ...pair, [name]: Math.min(to, Math.max(from, time)) };
}
