import type { Lines, PlacedMark } from "./lines.ts";
import type { PageMark } from "../../undo/api.ts";
import { pixelOf, placeAt, type TimeView } from "./time-view.ts";

/** Marks of one row that are too close together to be told apart. */
export interface Cluster {
  readonly x: number;
  readonly row: number;
  /** In the order of their commands. */
  readonly marks: readonly PageMark[];
  /** The last stretch of the track that the marks are on. */
  readonly trackEnd: string;
  /** Whether the track does not, or no longer, lead to the present. */
  readonly isDim: boolean;
  /** The text beside it, shortened to the room there is; may be empty. */
  readonly label: string;
}

export interface ClusterOptions {
  readonly view: TimeView;
  readonly width: number;
  /** Where the cursor is in the first row: no label may cross it. */
  readonly cursorX?: number;
  /** Returns the width of a text in pixels. Without it there are no labels. */
  readonly measure?: ((text: string) => number) | undefined;
}

/** Returns the clusters in sight, row by row from left to right. */
export function clustersOf({ pieces, rows }: Lines, options: ClusterOptions): Cluster[] {
  const { view, width, cursorX = width, measure } = options;
  const byRow: Group[][] = Array.from({ length: rows }, () => []);
  for (const { trackEnd, row, kind, marks } of pieces) {
    for (const { mark, at } of seen(marks, view, width)) {
      byRow[row]!.push({ x: pixelOf(view, width, at), trackEnd, isDim: kind !== "past", marks: [mark] });
    }
  }
  return byRow.flatMap((groups, row) => {
    const joined = join(groups.toSorted((a, b) => a.x - b.x));
    return joined.map((group, i) => {
      const next = joined[i + 1]?.x ?? width;
      const end = row === 0 && group.x < cursorX ? Math.min(next, cursorX + NEAR_CURSOR_PX) : next;
      const room = end - group.x - BESIDE_PX;
      return { ...group, row, label: measure === undefined ? "" : labelFor(group.marks, room, measure) };
    });
  });
}

/** Returns a label such as "Move box_1", shortened to fit; for several marks, their number. */
export function labelFor(marks: readonly PageMark[], room: number, measure: (text: string) => number): string {
  const whole = marks.length === 1 ? marks[0]!.description : `${marks.length} commands`;
  if (room < MIN_LABEL_PX) return "";
  if (measure(whole) <= room) return whole;
  let length = Math.min(whole.length - 1, Math.floor((whole.length * room) / measure(whole)));
  while (length > 0 && measure(`${whole.slice(0, length).trimEnd()}…`) > room) length--;
  return length < MIN_LETTERS ? "" : `${whole.slice(0, length).trimEnd()}…`;
}

interface Group {
  readonly x: number;
  readonly trackEnd: string;
  readonly isDim: boolean;
  marks: PageMark[];
}

function seen(marks: readonly PlacedMark[], view: TimeView, width: number): readonly PlacedMark[] {
  const [left, right] = [placeAt(view, width, -0.01 * width), placeAt(view, width, 1.01 * width)];
  return marks.filter(({ at }) => at >= left && at <= right);
}

/** Joins twice: a mark that became a number needs more room than before. */
function join(groups: readonly Group[]): Group[] {
  return joinOnce(joinOnce(groups));
}

function joinOnce(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  for (const { x, trackEnd, isDim, marks } of groups) {
    const last = joined.at(-1);
    const isNumber = marks.length > 1 || (last !== undefined && last.marks.length > 1);
    if (last !== undefined && x - last.x < (isNumber ? NUMBERS_APART_PX : MARKS_APART_PX)) last.marks.push(...marks);
    else joined.push({ x, trackEnd, isDim, marks: [...marks] });
  }
  return joined;
}

/** Pixels. */
const MARKS_APART_PX = 10;
const NUMBERS_APART_PX = 19;
const BESIDE_PX = 16;
const NEAR_CURSOR_PX = 14;
const MIN_LABEL_PX = 40;
const MIN_LETTERS = 4;
