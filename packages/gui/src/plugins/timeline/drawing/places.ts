import type { Nanoseconds } from "@orrery/sim";
import type { Cluster } from "./clusters.ts";
import { endOf, mainLine, type Lines, type Piece } from "./lines.ts";
import { placeAt, type TimeView } from "./time-view.ts";

/** Pixels from the top of the timeline. */
export const RULER_PX = 22;
export const MAIN_PX = 36;
export const SIDE_PX = 24;

/** Returns the middle of a row; `scrolled` is how far the side tracks are scrolled. */
export function rowY(row: number, scrolled: number): number {
  return row === 0 ? RULER_PX + MAIN_PX * 0.62 : RULER_PX + MAIN_PX + (row - 0.5) * SIDE_PX - scrolled;
}

/** Returns how far side tracks can be scrolled. */
export function mostScrolled(rows: number, height: number): number {
  return Math.max(0, RULER_PX + MAIN_PX + (rows - 1) * SIDE_PX + 4 - height);
}

/** A moment that the world can go to. */
export interface Moment {
  readonly stretch: string;
  readonly timeNs: Nanoseconds;
  /** Its place on the axis. */
  readonly place: number;
}

export type Found =
  | { readonly kind: "marks"; readonly cluster: Cluster }
  /**
   * `isMain`: whether the moment is on the line of the present, or on the ruler above it; `leapt`: the pieces that
   * begin there with a jump of the clock.
   */
  | { readonly kind: "moment"; readonly moment: Moment; readonly isMain: boolean; readonly leapt: readonly Piece[] }
  | { readonly kind: "nothing" };

export interface Drawn {
  readonly lines: Lines;
  readonly clusters: readonly Cluster[];
  readonly view: TimeView;
  readonly width: number;
  readonly scrolled: number;
  /** The place of the present: beyond the end of its piece while the world runs. */
  readonly now: number;
}

/** Returns what is under the pointer. */
export function findAt(drawn: Drawn, x: number, y: number): Found {
  const { lines, clusters, view, width, scrolled, now } = drawn;
  const near = (row: number, reach: number): boolean => Math.abs(y - rowY(row, scrolled)) <= reach;
  const inSides = y >= RULER_PX + MAIN_PX;
  const marked = clusters.filter(
    ({ x: at, row }) => Math.abs(x - at) <= MARK_REACH && near(row, MARK_REACH) && (row === 0 || inSides),
  );
  const cluster = marked.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0];
  if (cluster !== undefined) return { kind: "marks", cluster };
  const place = placeAt(view, width, x);
  const slack = (TRACK_REACH / width) * view.span;
  if (!inSides) {
    const moment = momentOnMain(lines, place, now);
    if (moment === undefined) return { kind: "nothing" };
    const leapt = mainLine(lines).filter(({ at, leap }) => leap !== undefined && Math.abs(at - place) <= slack);
    return { kind: "moment", moment, isMain: true, leapt };
  }
  const piece = lines.pieces.find(
    (one) => one.row > 0 && near(one.row, SIDE_PX / 2) && place >= one.at - slack && place <= endOf(one) + slack,
  );
  if (piece === undefined) return { kind: "nothing" };
  return { kind: "moment", moment: momentOf(piece, place), isMain: false, leapt: [] };
}

/** Returns the moment of the present line at a place, or the nearest one. */
export function momentOnMain(lines: Lines, place: number, now: number): Moment | undefined {
  const wanted = Math.max(lines.earliest, place);
  const line = mainLine(lines);
  const piece = line.findLast(({ at }) => at <= wanted) ?? line[0];
  if (piece === undefined) return undefined;
  // The world has moved past the end of the last received past.
  const isPresent = piece.kind === "past" && endOf(piece) < now && now >= wanted;
  return isPresent ? { ...momentOf(piece, piece.at), ...beyond(piece, wanted) } : momentOf(piece, wanted);
}

function momentOf(piece: Piece, place: number): Moment {
  const inside = Math.min(endOf(piece), Math.max(piece.at, place));
  return { stretch: piece.stretch, timeNs: Math.round(piece.startNs + inside - piece.at), place: inside };
}

function beyond(piece: Piece, place: number): Pick<Moment, "timeNs" | "place"> {
  return { timeNs: Math.round(piece.startNs + place - piece.at), place };
}

const MARK_REACH = 8;
const TRACK_REACH = 6;
