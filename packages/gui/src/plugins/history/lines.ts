import type { Nanoseconds } from "@orrery/sim";
import type { Mark, Past, Stretch } from "./past.ts";
import { packTracks, type Chain } from "./track-rows.ts";

/**
 * The past laid out along an axis. A place on it is the simulated time that has gone by on the way from the first moment: as long
 * as nobody resets the clock, that is the simulated time itself; after a reset the axis goes on, and the clock begins again.
 */
export interface Lines {
  /** Parents first. */
  readonly pieces: readonly Piece[];
  /** Where side tracks leave their parents. */
  readonly forks: readonly Fork[];
  /** 0 is the line of the present. */
  readonly rows: number;
  /** Where the oldest moment is that can be gone to. */
  readonly earliest: number;
  readonly start: number;
  /** Of all tracks. */
  readonly end: number;
}

/** A part of a track along which the clock only goes on. */
export interface Piece {
  readonly stretch: string;
  /** Place of its start on the axis, ns. */
  readonly at: number;
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
  readonly row: number;
  /** On the present line up to now, on what lies ahead of it, or on a side track. */
  readonly kind: "past" | "ahead" | "side";
  /** The last stretch of its track. */
  readonly trackEnd: string;
  /** The clock was reset right before it. */
  readonly isReset: boolean;
  readonly marks: readonly PlacedMark[];
}

export interface PlacedMark {
  readonly mark: Mark;
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

/** The piece of the present, whose end is now. */
export function presentOf({ pieces }: Lines): Piece | undefined {
  return pieces.findLast(({ kind }) => kind === "past");
}

/** Along the row of the present: what was, then what lies ahead. */
export function mainLine({ pieces }: Lines): readonly Piece[] {
  return pieces.filter(({ row }) => row === 0).toSorted((a, b) => a.at - b.at || endOf(a) - endOf(b));
}

/** `nowNs` counts where the world has gone back: the present may be anywhere in its stretch then. */
export function layOut(past: Past, nowNs?: Nanoseconds): Lines {
  const stretches = new Map(past.stretches.map((stretch) => [stretch.id, stretch]));
  const behind = wayTo(past.present, stretches);
  const ahead = wayTo(past.ahead, stretches);
  const kindOf = (id: string): Piece["kind"] => (behind.has(id) ? "past" : ahead.has(id) ? "ahead" : "side");
  const cut = new Map<string, readonly Cut[]>();
  for (const stretch of past.stretches) cut.set(stretch.id, cutAtResets(stretch, cut.get(stretch.parent)?.at(-1)));
  const chains = chainsOf(past.stretches, (id) => kindOf(id) !== "side", cut);
  const rowOf = packTracks(chains, 0.02 * widest(cut));
  const ends = new Map(chains.flatMap(({ ids }) => ids.map((id) => [id, ids.at(-1)!] as const)));
  const mainEnd = past.ahead === "" ? past.present : past.ahead;
  const pieces = past.stretches.flatMap(({ id }) => {
    const known = { stretch: id, row: rowOf.get(id) ?? 0, kind: kindOf(id), trackEnd: ends.get(id) ?? mainEnd };
    const whole = cut.get(id)!.map((piece): Piece => ({ ...piece, ...known }));
    return id === past.present ? splitAtNow(whole, past, nowNs) : whole;
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
  };
}

/** What was done of the stretch of the present, and what lies ahead in it. */
function splitAtNow(pieces: readonly Piece[], { undo, ahead }: Past, nowNs: Nanoseconds | undefined): readonly Piece[] {
  const last = pieces.at(-1)!;
  const done = new Set(undo.map(({ id }) => id));
  // Otherwise the world has gone on, perhaps further than was told.
  if (ahead === "" && last.marks.every(({ mark }) => done.has(mark.id))) return pieces;
  const now = Math.max(last.startNs, Math.min(last.endNs, nowNs ?? last.endNs));
  // Of those given at this very moment, the list tells.
  const isDone = ({ mark: { id, timeNs } }: PlacedMark): boolean => timeNs < now || (timeNs === now && done.has(id));
  const later = last.marks.filter((mark) => !isDone(mark));
  if (now === last.endNs && later.length === 0) return pieces;
  return [
    ...pieces.slice(0, -1),
    { ...last, endNs: now, marks: last.marks.filter(isDone) },
    { ...last, at: last.at + now - last.startNs, startNs: now, isReset: false, kind: "ahead", marks: later },
  ];
}

/** A stretch and all before it. */
function wayTo(id: string, stretches: ReadonlyMap<string, Stretch>): Set<string> {
  const way = new Set<string>();
  for (let at = stretches.get(id); at !== undefined && !way.has(at.id); at = stretches.get(at.parent)) way.add(at.id);
  return way;
}

type Cut = Pick<Piece, "at" | "startNs" | "endNs" | "isReset" | "marks">;

/** The clock falls only when it is reset, and then to 0. */
function cutAtResets({ startNs, endNs, marks }: Stretch, before: Cut | undefined): Cut[] {
  const cuts: Cut[] = [];
  let at = before === undefined ? startNs : before.at + before.endNs - before.startNs;
  let from = startNs;
  let latest = startNs;
  let placed: PlacedMark[] = [];
  let isReset = before !== undefined && startNs < before.endNs;
  const goTo = (timeNs: Nanoseconds): void => {
    if (timeNs >= latest) return void (latest = timeNs);
    cuts.push({ at, startNs: from, endNs: latest, isReset, marks: placed });
    at += latest - from;
    from = Math.min(0, timeNs);
    latest = timeNs;
    placed = [];
    isReset = true;
  };
  for (const mark of marks) {
    goTo(mark.timeNs);
    placed.push({ mark, at: at + mark.timeNs - from });
  }
  goTo(endNs);
  cuts.push({ at, startNs: from, endNs: latest, isReset, marks: placed });
  return cuts;
}

/** Side tracks: each goes on with the child that reaches farthest; the other children begin tracks of their own. */
function chainsOf(
  stretches: readonly Stretch[],
  isMain: (id: string) => boolean,
  cut: ReadonlyMap<string, readonly Cut[]>,
): Chain[] {
  const children = Map.groupBy(stretches, ({ parent }) => parent);
  const endAt = (id: string): number => {
    const { at, startNs, endNs } = cut.get(id)!.at(-1)!;
    return at + endNs - startNs;
  };
  const reach = new Map<string, number>();
  for (const { id } of stretches.toReversed()) {
    reach.set(id, Math.max(endAt(id), ...(children.get(id) ?? []).map((child) => reach.get(child.id)!)));
  }
  const heirOf = (id: string): string | undefined =>
    children.get(id)?.reduce((best, child) => (reach.get(child.id)! > reach.get(best.id)! ? child : best)).id;
  const chains: Chain[] = [];
  const taken = new Set<string>();
  for (const { id, parent } of stretches) {
    if (isMain(id) || taken.has(id)) continue;
    const ids: string[] = [];
    for (let next: string | undefined = id; next !== undefined; next = heirOf(next)) ids.push(next);
    for (const one of ids) taken.add(one);
    chains.push({ ids, parent, start: cut.get(id)![0]!.at, end: endAt(ids.at(-1)!) });
  }
  return chains;
}

function widest(cut: ReadonlyMap<string, readonly Cut[]>): number {
  const all = [...cut.values()].flat();
  const ends = all.map(({ at, startNs, endNs }) => at + endNs - startNs);
  return Math.max(0, ...ends) - Math.min(0, ...all.map(({ at }) => at));
}

/** The first place of the present line with that time. */
function placeOfTime(pieces: readonly Piece[], timeNs: Nanoseconds): number {
  const piece = pieces.find(({ kind, endNs }) => kind === "past" && endNs >= timeNs) ?? pieces[0];
  return piece === undefined ? 0 : piece.at + Math.max(0, timeNs - piece.startNs);
}
