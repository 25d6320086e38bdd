import type { Nanoseconds } from "@orrery/sim";
import type { Piece, PlacedMark } from "./lines.ts";
import type { RecordedJump, Span, PageStretch } from "../../undo/api.ts";

/** A part of a stretch in which the clock only goes forward. */
export type Cut = Pick<Piece, "at" | "startNs" | "endNs" | "leap" | "marks" | "busy">;

/** A place where the clock jumps. */
export interface Leap {
  /** The time that the clock showed before. */
  readonly fromNs: Nanoseconds;
  /** The jump that a log recorded here; undefined where the clock was reset. */
  readonly jump: RecordedJump | undefined;
}

/**
 * Cuts a stretch where the clock jumps. Within a stretch it only ever falls to 0, when it is reset; a log also jumps
 * between stretches.
 */
export function cutAtLeaps({ startNs, endNs, marks, busy, jump }: PageStretch, before: Cut | undefined): Cut[] {
  const cuts: Cut[] = [];
  let at = before === undefined ? startNs : before.at + before.endNs - before.startNs;
  let from = startNs;
  let latest = startNs;
  let placed: PlacedMark[] = [];
  const hasLeapt = before !== undefined && (startNs !== before.endNs || jump !== undefined);
  let leap: Leap | undefined = hasLeapt ? { fromNs: before.endNs, jump } : undefined;
  const cut = (): void => {
    cuts.push({ at, startNs: from, endNs: latest, leap, marks: placed, busy: spansWithin(busy, from, latest) });
  };
  const goTo = (timeNs: Nanoseconds): void => {
    if (timeNs >= latest) return void (latest = timeNs);
    cut();
    leap = { fromNs: latest, jump: undefined };
    at += latest - from;
    from = Math.min(0, timeNs);
    latest = timeNs;
    placed = [];
  };
  for (const mark of marks) {
    goTo(mark.timeNs);
    placed.push({ mark, at: at + mark.timeNs - from });
  }
  goTo(endNs);
  cut();
  return cuts;
}

/** Returns the parts of the spans that lie between two times. */
export function spansWithin(spans: readonly Span[], fromNs: Nanoseconds, toNs: Nanoseconds): readonly Span[] {
  const inside = spans.filter(({ startNs, endNs }) => endNs >= fromNs && startNs <= toNs);
  return inside.map(({ startNs, endNs }) => ({ startNs: Math.max(startNs, fromNs), endNs: Math.min(endNs, toNs) }));
}
