import { lineTo, type StretchRange } from "@orrery/plots";

/** A stretch with its commands, in order. */
export interface MarkedStretch extends StretchRange {
  readonly marks: readonly string[];
}

/** The ends of two lines of history. */
export interface LinePair {
  /** With the command. */
  readonly first: string;
  /** Without it. */
  readonly second: string;
}

/**
 * Returns a line of history with a command, and the line without it that shares the longest past with the first.
 * Prefers the present line. Returns `undefined` if there are no such lines.
 */
export function linesOfMark(stretches: readonly MarkedStretch[], present: string, mark: string): LinePair | undefined {
  const byId = new Map(stretches.map((stretch) => [stretch.id, stretch]));
  const owner = stretches.find(({ marks }) => marks.includes(mark));
  if (owner === undefined) return undefined;
  const parents = new Set(stretches.map(({ parent }) => parent));
  const leaves = stretches.filter(({ id }) => !parents.has(id)).map(({ id }) => id);
  // The world may be within the line, at the end of a stretch that has branches.
  const ends = leaves.includes(present) ? leaves : [present, ...leaves];
  const lines = ends.map((end) => ({ end, line: lineTo(end, byId) }));
  const before = lineTo(owner.parent, byId);
  const shared = (line: readonly string[]): number => line.filter((id) => before.includes(id)).length;
  const byPreference = (a: string, b: string): number => Number(b === present) - Number(a === present);
  const [first] = lines.filter(({ line }) => line.includes(owner.id)).toSorted((a, b) => byPreference(a.end, b.end));
  const [second] = lines
    .filter(({ line, end }) => !line.includes(owner.id) && !before.includes(end))
    .toSorted((a, b) => shared(b.line) - shared(a.line) || byPreference(a.end, b.end));
  // Lines that share nothing belong to different runs.
  const isAkin = second !== undefined && (owner.parent === "" || shared(second.line) > 0);
  return first !== undefined && isAkin ? { first: first.end, second: second.end } : undefined;
}
