import type { Nanoseconds } from "@orrery/sim";
import type { Piece, PlacedMark } from "./lines.ts";
import type { Stretch } from "./past.ts";

/** A part of a stretch in which the clock only goes on. */
export type Cut = Pick<Piece, "at" | "startNs" | "endNs" | "isReset" | "marks">;

/** The clock falls only when it is reset, and then to 0. */
export function cutAtResets({ startNs, endNs, marks }: Stretch, before: Cut | undefined): Cut[] {
  const cuts: Cut[] = [];
  let at = before === undefined ? startNs : before.at + before.endNs - before.startNs;
  let from = startNs;
  let latest = startNs;
  let placed: PlacedMark[] = [];
  let isReset = before !== undefined && startNs < before.endNs;
  const goTo = (timeNs: Nanoseconds): void => {
    if (timeNs >= latest) return void (latest = timeNs);
    cuts.push({ at, startNs: from, endNs: latest, isReset, marks: placed });
    at += latest - from;
    from = Math.min(0, timeNs);
    latest = timeNs;
    placed = [];
    isReset = true;
  };
  for (const mark of marks) {
    goTo(mark.timeNs);
    placed.push({ mark, at: at + mark.timeNs - from });
  }
  goTo(endNs);
  cuts.push({ at, startNs: from, endNs: latest, isReset, marks: placed });
  return cuts;
}
