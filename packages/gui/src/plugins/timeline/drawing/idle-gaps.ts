import { SECOND } from "@orrery/sim";
import { endOf, type Lines } from "./lines.ts";

/** A part of the axis, as places in ns. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the long parts of the axis in which no command was given and no message arrived, in order. `now` is the place
 * of the present.
 */
export function idleGaps(lines: Lines, now: number): readonly Gap[] {
  // A log is watched rather than worked in: its axis stays to scale.
  if (lines.isWhole) return [];
  const { earliest } = lines;
  const done: Gap[] = [earliest, now].map(pointOf);
  for (const piece of lines.pieces) {
    done.push(pointOf(piece.at), pointOf(endOf(piece)), ...piece.marks.map(({ at }) => pointOf(at)));
    const offset = piece.at - piece.startNs;
    done.push(...piece.busy.map(({ startNs, endNs }) => ({ from: startNs + offset, to: endNs + offset })));
  }
  const gaps: Gap[] = [];
  let end = earliest;
  for (const span of done.filter(({ to }) => to >= earliest).toSorted((a, b) => a.from - b.from)) {
    const [from, to] = [end + BESIDE, span.from - BESIDE];
    if (to - from >= MIN_GAP) gaps.push({ from, to });
    end = Math.max(end, span.to);
  }
  return gaps;
}

function pointOf(place: number): Gap {
  return { from: place, to: place };
}

/** Returns where a place is drawn: along an axis on which every gap is `DRAWN_GAP` long. */
export function squeezed(gaps: readonly Gap[], place: number): number {
  let saved = 0;
  for (const { from, to } of gaps) {
    if (place <= from) break;
    const inside = Math.min(place, to) - from;
    saved += inside * (1 - DRAWN_GAP / (to - from));
  }
  return place - saved;
}

/** Returns the place that is drawn there: the inverse of `squeezed`. */
export function unsqueezed(gaps: readonly Gap[], drawn: number): number {
  let place = drawn;
  for (const { from, to } of gaps) {
    if (place <= from) break;
    const inside = Math.min(place - from, DRAWN_GAP);
    place += (inside * (to - from)) / DRAWN_GAP - inside;
  }
  return place;
}

/** Drawn length of every gap, whatever its real length. */
export const DRAWN_GAP = 4 * SECOND;
/** Drawn to scale on either side of an action, so that the moments that led to it can be seen. */
const BESIDE = 10 * SECOND;
const MIN_GAP = 20 * SECOND;
