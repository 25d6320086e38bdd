import { formatTime, SECOND, type Nanoseconds } from "@orrery/sim";
import { mainLine, presentOf, type Lines, type PlacedMark } from "./drawing/lines.ts";
import type { PageMark } from "../undo/api.ts";
import { momentOnMain, type Moment } from "./drawing/places.ts";

/** A destination as `WorldHistory.goTo` takes it. */
export interface Target {
  /** Id of a command, to go to right before it, or of a stretch. */
  readonly id: string;
  /** A time within the stretch; its end if undefined. */
  readonly timeNs?: Nanoseconds;
  /** Where the cursor is shown on the way. */
  readonly place: number;
}

export function targetOf({ stretch, timeNs, place }: Moment): Target {
  return { id: stretch, timeNs, place };
}

/** Returns where a key moves the present; `undefined` for other keys, or when there is nothing in that direction. */
export function keyTarget(key: string, lines: Lines, now: number): Target | undefined {
  const { back, on } = lines.isWhole ? stopsOfLog(lines, now) : stopsOf(lines);
  const at = (place: number): Target | undefined => {
    const moment = momentOnMain(lines, place, now);
    return moment && targetOf(moment);
  };
  switch (key) {
    case "ArrowLeft":
      return back;
    case "ArrowRight":
      return on ?? endAhead(lines);
    case "PageDown":
      return at(now - SECOND);
    case "PageUp":
      return at(now + SECOND);
    case "Home":
      return at(lines.earliest);
    case "End":
      return endAhead(lines);
    default:
      return undefined;
  }
}

/** Returns the commands of the present line in order: those that were done, and those that lie ahead. */
export function marksAround(lines: Lines): {
  readonly done: readonly PlacedMark[];
  readonly ahead: readonly PlacedMark[];
} {
  const line = mainLine(lines);
  const of = (kind: string): PlacedMark[] => line.flatMap((piece) => (piece.kind === kind ? piece.marks : []));
  return { done: of("past"), ahead: of("ahead") };
}

/** Describes the present for screen readers: "12.3 s, before Move box_1". */
export function nowText(lines: Lines, nowNs: Nanoseconds, isRunning: boolean): string {
  if (isRunning) return `${Math.floor(nowNs / SECOND)} s, ${lines.isWhole ? "playing" : "running"}`;
  const { done, ahead } = marksAround(lines);
  const time = formatTime(nowNs);
  const next = ahead[0]?.mark;
  // Commands that a log has passed may have been undone since.
  if (next === undefined && lines.isWhole) {
    return lines.pieces.some(({ kind }) => kind === "ahead") ? time : `${time}, end of the log`;
  }
  const last = done.at(-1)?.mark;
  const said = ({ description }: PageMark): string => description;
  return next !== undefined
    ? `${time}, before ${said(next)}`
    : last !== undefined
      ? `${time}, after ${said(last)}`
      : time;
}

/**
 * Where arrow keys lead. At a stop ahead the world is right before its command, so the next stop is the one after it.
 */
interface Stops {
  readonly back: Target | undefined;
  readonly on: Target | undefined;
}

function stopsOf(lines: Lines): Stops {
  const { done, ahead } = marksAround(lines);
  return { back: before(done.at(-1)), on: before(ahead[1]) };
}

/**
 * Returns the stops in a log: its commands and jumps. Several commands at one moment are one stop, because they share
 * one picture. Jumps made while the world was paused are several stops at one place.
 */
function stopsOfLog(lines: Lines, now: number): Stops {
  const present = presentOf(lines);
  let [back, on]: (Target | undefined)[] = [];
  for (const piece of mainLine(lines)) {
    const { kind, at, leap, marks, stretch, startNs } = piece;
    const isPast = at < now || (at === now && kind === "past" && piece !== present);
    const isAhead = at > now || (at === now && kind === "ahead");
    const jump = leap && { id: stretch, timeNs: startNs, place: at };
    if (jump !== undefined && isPast) back = jump;
    if (jump !== undefined && isAhead) on ??= jump;
    for (const mark of marks) {
      if (mark.at < now) back = before(mark);
      if (mark.at > now) on ??= before(mark);
    }
  }
  return { back, on };
}

function before(placed: PlacedMark | undefined): Target | undefined {
  return placed && { id: placed.mark.id, place: placed.at };
}

/** Returns the end of the branch that was left last; undefined while the present is the end. */
function endAhead(lines: Lines): Target | undefined {
  const last = lines.pieces.findLast(({ kind }) => kind === "ahead");
  if (last === undefined || presentOf(lines) === undefined) return undefined;
  return { id: last.trackEnd, place: last.at + last.endNs - last.startNs };
}
