import { formatTime, SECOND, type Nanoseconds } from "@orrery/sim";
import { mainLine, presentOf, type Lines, type PlacedMark } from "./lines.ts";
import type { Mark } from "./past.ts";
import { momentOnMain, type Moment } from "./places.ts";

/** Something to go to, as `WorldHistory.goTo` takes it. */
export interface Target {
  /** Of a command, before which it is, or of a stretch. */
  readonly id: string;
  /** Within the stretch; otherwise its end. */
  readonly timeNs?: Nanoseconds;
  /** Where the cursor goes meanwhile. */
  readonly place: number;
}

export function targetOf({ stretch, timeNs, place }: Moment): Target {
  return { id: stretch, timeNs, place };
}

/** Where a key takes the present; `undefined` for a key that is none of the timeline's, or when there is nothing that way. */
export function keyTarget(key: string, lines: Lines, now: number): Target | undefined {
  const { done, ahead } = lines.isWhole ? stopsAround(lines, now) : marksAround(lines);
  const at = (place: number): Target | undefined => {
    const moment = momentOnMain(lines, place, now);
    return moment && targetOf(moment);
  };
  switch (key) {
    case "ArrowLeft":
      return before(done.at(-1));
    case "ArrowRight":
      return before(lines.isWhole ? ahead[0] : ahead[1]) ?? endAhead(lines);
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

/** Commands of the present line: those that were done, and those that lie ahead; in their order. */
export function marksAround(lines: Lines): {
  readonly done: readonly PlacedMark[];
  readonly ahead: readonly PlacedMark[];
} {
  const line = mainLine(lines);
  const of = (kind: string): PlacedMark[] => line.flatMap((piece) => (piece.kind === kind ? piece.marks : []));
  return { done: of("past"), ahead: of("ahead") };
}

/** In a log several commands may have been given at one moment, at which it shows one picture: that is one stop. */
function stopsAround(lines: Lines, now: number): ReturnType<typeof marksAround> {
  const marks = mainLine(lines).flatMap((piece) => piece.marks);
  return { done: marks.filter(({ at }) => at < now), ahead: marks.filter(({ at }) => at > now) };
}

/** The present for screen readers: "12.3 s, before Move box_1". */
export function nowText(lines: Lines, nowNs: Nanoseconds, isRunning: boolean): string {
  if (isRunning) return `${Math.floor(nowNs / SECOND)} s, ${lines.isWhole ? "playing" : "running"}`;
  const { done, ahead } = marksAround(lines);
  const time = formatTime(nowNs);
  const next = ahead[0]?.mark;
  // What a log has passed may have been undone since.
  if (next === undefined && lines.isWhole) {
    return lines.pieces.some(({ kind }) => kind === "ahead") ? time : `${time}, end of the log`;
  }
  const last = done.at(-1)?.mark;
  const said = ({ description }: Mark): string => description;
  return next !== undefined
    ? `${time}, before ${said(next)}`
    : last !== undefined
      ? `${time}, after ${said(last)}`
      : time;
}

function before(placed: PlacedMark | undefined): Target | undefined {
  return placed && { id: placed.mark.id, place: placed.at };
}

/** Of what was left last; there is none while the present is the end. */
function endAhead(lines: Lines): Target | undefined {
  const last = lines.pieces.findLast(({ kind }) => kind === "ahead");
  if (last === undefined || presentOf(lines) === undefined) return undefined;
  return { id: last.trackEnd, place: last.at + last.endNs - last.startNs };
}
