import type { Nanoseconds } from "@orrery/sim";
import { cutAtLeaps, spansWithin, type Cut, type Leap } from "./cuts.ts";
import type { PageMark, PagePast, Span, PageStretch } from "../../undo/api.ts";
import { chainsOf, worthShowing } from "./side-tracks.ts";
import { packTracks } from "./track-rows.ts";

/**
 * The past laid out along an axis. A place on the axis is the simulated time spent on the way from the first moment. As
 * long as the clock only goes forward, that is the simulated time itself. Where the clock was reset, or jumped in a
 * log, the axis still goes forward.
 */
export interface Lines {
  /** Parents first. */
  readonly pieces: readonly Piece[];
  /** Where side tracks leave their parents. */
  readonly forks: readonly Fork[];
  /** Number of rows; row 0 is the line of the present. */
  readonly rows: number;
  /** Place of the oldest moment that can still be reached. */
  readonly earliest: number;
  readonly start: number;
  /** The end of all tracks. */
  readonly end: number;
  /** Whether nothing can follow the end, because this is a log. */
  readonly isWhole: boolean;
}

/** A part of a track in which the clock only goes forward. */
export interface Piece {
  readonly stretch: string;
  /** Place of its start on the axis, ns. */
  readonly at: number;
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
  readonly row: number;
  /** Whether it is on the present line up to now, ahead of now, or on a side track. */
  readonly kind: "past" | "ahead" | "side";
  /** The last stretch of its track. */
  readonly trackEnd: string;
  /** The jump of the clock right before this piece. */
  readonly leap: Leap | undefined;
  readonly marks: readonly PlacedMark[];
  /** When messages from outside took effect. */
  readonly busy: readonly Span[];
}

export interface PlacedMark {
  readonly mark: PageMark;
  readonly at: number;
}

export interface Fork {
  readonly at: number;
  readonly fromRow: number;
  readonly toRow: number;
}

export function endOf({ at, startNs, endNs }: Piece): number {
  return at + endNs - startNs;
}

/** Returns whether something lies ahead of the present: the world is in its past, and Run would begin a branch. */
export function isBehind({ pieces }: Lines): boolean {
  return pieces.some((piece) => piece.kind === "ahead" && (endOf(piece) > piece.at || piece.marks.length > 0));
}

/** Returns the piece that ends at the present. */
export function presentOf({ pieces }: Lines): Piece | undefined {
  return pieces.findLast(({ kind }) => kind === "past");
}

/** Returns the pieces in the row of the present: those up to now, then those ahead. */
export function mainLine({ pieces }: Lines): readonly Piece[] {
  return pieces.filter(({ row }) => row === 0).toSorted((a, b) => a.at - b.at || endOf(a) - endOf(b));
}

/**
 * Lays out the past. `nowNs` counts only where something lies ahead, because only then can the present be in the middle
 * of its stretch.
 */
export function layOut(past: PagePast, nowNs?: Nanoseconds): Lines {
  return splitAtNow(layOutWhole(past), past, nowNs);
}

/**
 * Lays out the past with the present at the end of its stretch. The result stays valid until the past changes, however
 * far a log has been played.
 */
export function layOutWhole(past: PagePast): Lines {
  const stretches = new Map(past.stretches.map((stretch) => [stretch.id, stretch]));
  const behind = wayTo(past.present, stretches);
  const ahead = wayTo(past.ahead, stretches);
  const kindOf = (id: string): Piece["kind"] => (behind.has(id) ? "past" : ahead.has(id) ? "ahead" : "side");
  const cut = new Map<string, readonly Cut[]>();
  for (const stretch of past.stretches) cut.set(stretch.id, cutAtLeaps(stretch, cut.get(stretch.parent)?.at(-1)));
  const found = chainsOf(past.stretches, (id) => kindOf(id) !== "side", cut);
  const [chains, left] = worthShowing(found, stretches);
  const rowOf = packTracks(chains, 0.02 * widest(cut));
  const ends = new Map(chains.flatMap(({ ids }) => ids.map((id) => [id, ids.at(-1)!] as const)));
  const mainEnd = past.ahead === "" ? past.present : past.ahead;
  const pieces = past.stretches.flatMap(({ id }) => {
    if (left.has(id)) return [];
    const known = { stretch: id, row: rowOf.get(id) ?? 0, kind: kindOf(id), trackEnd: ends.get(id) ?? mainEnd };
    return cut.get(id)!.map((piece): Piece => ({ ...piece, ...known }));
  });
  const places = pieces.flatMap((piece) => [piece.at, endOf(piece)]);
  return {
    pieces,
    forks: chains.map(({ start, ids, parent }) => ({
      at: start,
      fromRow: rowOf.get(parent) ?? 0,
      toRow: rowOf.get(ids[0]!)!,
    })),
    rows: 1 + Math.max(0, ...rowOf.values()),
    earliest: placeOfTime(pieces, past.earliestNs),
    start: places.length === 0 ? 0 : Math.min(...places),
    end: Math.max(0, ...places),
    isWhole: past.log !== "",
  };
}

/** Splits the stretch of the present into what was done and what lies ahead. */
export function splitAtNow(lines: Lines, past: PagePast, nowNs: Nanoseconds | undefined): Lines {
  const { undo, ahead, present, log } = past;
  const at = lines.pieces.findLastIndex(({ stretch }) => stretch === present);
  const last = lines.pieces[at];
  if (last === undefined) return lines;
  const done = new Set(undo.map(({ id }) => id));
  // The present is at the end: the world has gone on, or a log was played to its end.
  if (ahead === "" && (log !== "" || last.marks.every(({ mark }) => done.has(mark.id)))) return lines;
  const now = Math.max(last.startNs, Math.min(last.endNs, nowNs ?? last.endNs));
  // For marks at this very moment, the undo list decides.
  const isDone = ({ mark: { id, timeNs } }: PlacedMark): boolean => timeNs < now || (timeNs === now && done.has(id));
  const later = last.marks.filter((mark) => !isDone(mark));
  if (now === last.endNs && later.length === 0) return lines;
  const pieces = lines.pieces.toSpliced(
    at,
    1,
    { ...last, endNs: now, marks: last.marks.filter(isDone), busy: spansWithin(last.busy, last.startNs, now) },
    {
      ...last,
      at: last.at + now - last.startNs,
      startNs: now,
      leap: undefined,
      kind: "ahead",
      marks: later,
      busy: spansWithin(last.busy, now, last.endNs),
    },
  );
  return { ...lines, pieces };
}

/** Returns a stretch and all stretches that lead to it. */
function wayTo(id: string, stretches: ReadonlyMap<string, PageStretch>): Set<string> {
  const way = new Set<string>();
  for (let at = stretches.get(id); at !== undefined && !way.has(at.id); at = stretches.get(at.parent)) way.add(at.id);
  return way;
}

function widest(cut: ReadonlyMap<string, readonly Cut[]>): number {
  const all = [...cut.values()].flat();
  const ends = all.map(({ at, startNs, endNs }) => at + endNs - startNs);
  return Math.max(0, ...ends) - Math.min(0, ...all.map(({ at }) => at));
}

/** Returns the first place of the present line with that time. */
function placeOfTime(pieces: readonly Piece[], timeNs: Nanoseconds): number {
  const piece = pieces.find(({ kind, endNs }) => kind === "past" && endNs >= timeNs) ?? pieces[0];
  return piece === undefined ? 0 : piece.at + Math.max(0, timeNs - piece.startNs);
}
