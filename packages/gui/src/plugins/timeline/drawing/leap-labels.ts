import { type Nanoseconds } from "@orrery/sim";
import type { Piece } from "./lines.ts";
import { timeText } from "../../../ui/numbers/time-text.ts";
import { pixelOf, type TimeView } from "./time-view.ts";

/** The labels where the clock jumps, on the ruler: "5.7 s" to the left, "2.5 s" to the right, where there is room. */
export interface LeapLabel {
  readonly x: number;
  readonly before: string;
  readonly after: string;
  /** The part of the ruler that the labels cover, in pixels. */
  readonly from: number;
  readonly to: number;
}

export interface LeapLabelOptions {
  readonly view: TimeView;
  readonly width: number;
  /** Digits after the point that labels of ticks have. */
  readonly decimals: number;
  /** Returns the width of a text in pixels. */
  readonly measure: (text: string) => number;
}

/**
 * Returns the labels in sight, from left to right. Where there is little room, the time after a jump has precedence
 * over the time before it.
 */
export function leapLabels(line: readonly Piece[], { view, width, decimals, measure }: LeapLabelOptions): LeapLabel[] {
  const leaps = line
    .flatMap(({ at, startNs, leap }) => (leap === undefined ? [] : [{ x: pixelOf(view, width, at), startNs, leap }]))
    .filter(({ x }) => x >= -REACH_PX && x <= width + REACH_PX);
  const text = (timeNs: Nanoseconds): string => timeText(timeNs, Math.max(1, decimals));
  let taken = -Infinity;
  return leaps.map(({ x, startNs, leap }, i) => {
    const room = (leaps[i + 1]?.x ?? Infinity) - x;
    const [left, right] = [text(leap.fromNs), text(startNs)];
    const [leftPx, rightPx] = [measure(left) + 2 * LEAP_BESIDE_PX, measure(right) + 2 * LEAP_BESIDE_PX];
    const after = x >= taken && rightPx <= room ? right : "";
    const before = x - leftPx >= taken ? left : "";
    const [from, to] = [x - (before === "" ? 0 : leftPx), x + (after === "" ? 0 : rightPx)];
    taken = Math.max(taken, to);
    return { x, before, after, from, to };
  });
}

/** Pixels between the place and its labels. */
export const LEAP_BESIDE_PX = 5;
const REACH_PX = 120;
