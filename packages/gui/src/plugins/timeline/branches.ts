import { endOf, type Lines, type Piece } from "./drawing/lines.ts";
import { timeText } from "../../ui/numbers/time-text.ts";
import type { Target } from "./timeline-keys.ts";

/** A side track, as the list of branches shows it. */
export interface Branch {
  readonly title: string;
  /** The end of the branch. */
  readonly target: Target;
}

/** Lists the side tracks, the latest first: a branch that was left last is the most likely to be wanted. */
export function branchesOf({ pieces }: Lines): Branch[] {
  const sides = pieces.filter(({ kind }) => kind !== "past");
  const tracks = [...Map.groupBy(sides, ({ trackEnd }) => trackEnd).values()];
  return tracks.map(branchOf).toSorted((a, b) => b.target.place - a.target.place);
}

function branchOf(track: readonly Piece[]): Branch {
  const [first, last] = [track[0]!, track.at(-1)!];
  const marks = track.flatMap((piece) => piece.marks);
  const more = marks.length > 1 ? ` and ${marks.length - 1} more` : "";
  const what = marks.length === 0 ? "Nothing but time" : `${shortened(marks[0]!.mark.description)}${more}`;
  const times = `${timeText(first.startNs, 1)} to ${timeText(last.endNs, 1)}`;
  return { title: `${what}, ${times}`, target: { id: last.trackEnd, place: endOf(last) } };
}

function shortened(text: string): string {
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS).trimEnd()}…` : text;
}

const MAX_LETTERS = 36;
