import { SECOND } from "@orrery/sim";
import { endOf, type Lines } from "./lines.ts";

/** A part of the axis in which nothing was done: it is drawn shorter than it is. Places, ns. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Returns the stretches of the axis, in their order, in which nothing was done for long. `now` is where the present is. */
export function idleGaps(lines: Lines, now: number): readonly Gap[] {
  // A log is watched rather than worked in: its axis stays to scale.
  if (lines.isWhole) return [];
  const places = [lines.earliest, now];
  for (const piece of lines.pieces) {
    places.push(piece.at, endOf(piece));
    for (const { at } of piece.marks) places.push(at);
  }
  const seen = Float64Array.from(places.filter((place) => place >= lines.earliest)).sort();
  const gaps: Gap[] = [];
  for (let i = 1; i < seen.length; i++) {
    const [from, to] = [seen[i - 1]! + BESIDE, seen[i]! - BESIDE];
    if (to - from >= LEAST_GAP) gaps.push({ from, to });
  }
  return gaps;
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
/** Drawn to scale on either side of a command, so that what led to it can be seen. */
const BESIDE = 10 * SECOND;
const LEAST_GAP = 20 * SECOND;
