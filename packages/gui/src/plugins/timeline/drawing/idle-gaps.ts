import { SECOND } from "@orrery/sim";
import { endOf, type Lines } from "./lines.ts";

/** A part of the axis. Places, ns. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the stretches of the axis, in their order, in which nothing was done for long: neither was a command given, nor came a
 * message. `now` is where the present is.
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
    if (to - from >= LEAST_GAP) gaps.push({ from, to });
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

/** Returns the place that is drawn there: the reverse of `squeezed`. */
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
/** Drawn to scale on either side of what was done, so that what led to it can be seen. */
const BESIDE = 10 * SECOND;
const LEAST_GAP = 20 * SECOND;
