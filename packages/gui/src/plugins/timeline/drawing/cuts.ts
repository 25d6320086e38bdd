import type { Nanoseconds } from "@orrery/sim";
import type { Piece, PlacedMark } from "./lines.ts";
import type { RecordedJump, Span, Stretch } from "../past.ts";

/** A part of a stretch in which the clock only goes on. */
export type Cut = Pick<Piece, "at" | "startNs" | "endNs" | "leap" | "marks" | "busy">;

/** Where the clock does not go on but jumps. */
export interface Leap {
  /** What it showed before. */
  readonly fromNs: Nanoseconds;
  /** The jump that a log recorded here; without one, the clock was reset. */
  readonly jump: RecordedJump | undefined;
}

/** Within a stretch the clock falls only when it is reset, and then to 0; in a log it jumps between them. */
export function cutAtLeaps({ startNs, endNs, marks, busy, jump }: Stretch, before: Cut | undefined): Cut[] {
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

/** Returns what of the spans lies between two times. */
export function spansWithin(spans: readonly Span[], fromNs: Nanoseconds, toNs: Nanoseconds): readonly Span[] {
  const inside = spans.filter(({ startNs, endNs }) => endNs >= fromNs && startNs <= toNs);
  return inside.map(({ startNs, endNs }) => ({ startNs: Math.max(startNs, fromNs), endNs: Math.min(endNs, toNs) }));
}
