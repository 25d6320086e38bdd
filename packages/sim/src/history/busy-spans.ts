import { SECOND, type Nanoseconds } from "../base/time.ts";

/** A range of simulated time in which messages from outside took effect, with gaps of at most `GRAIN` between them. */
export interface BusySpan {
  readonly startNs: Nanoseconds;
  readonly endNs: Nanoseconds;
}

/**
 * Clients know the end of a growing span only to within this: a drive of an hour is reported as one span, and updated
 * now and then.
 */
const GRAIN: Nanoseconds = 15 * SECOND;

/** Adds a moment at or after the end of the last span. Returns whether clients should be informed. */
export function addBusy(spans: BusySpan[], timeNs: Nanoseconds): boolean {
  const last = spans.at(-1);
  if (last === undefined || timeNs - last.endNs > GRAIN) {
    spans.push({ startNs: timeNs, endNs: timeNs });
    return true;
  }
  spans[spans.length - 1] = { startNs: last.startNs, endNs: timeNs };
  return grainsOf(last.startNs, timeNs) > grainsOf(last.startNs, last.endNs);
}

export function busyUntil(spans: readonly BusySpan[], timeNs: Nanoseconds): BusySpan[] {
  return spans
    .filter(({ startNs }) => startNs <= timeNs)
    .map(({ startNs, endNs }) => ({ startNs, endNs: Math.min(endNs, timeNs) }));
}

export function busyFrom(spans: readonly BusySpan[], timeNs: Nanoseconds): BusySpan[] {
  return spans
    .filter(({ endNs }) => endNs >= timeNs)
    .map(({ startNs, endNs }) => ({ startNs: Math.max(startNs, timeNs), endNs }));
}

/** Joins spans with those that follow them. */
export function joinBusy(before: readonly BusySpan[], after: readonly BusySpan[]): BusySpan[] {
  const [last, next] = [before.at(-1), after[0]];
  if (last === undefined || next === undefined || next.startNs - last.endNs > GRAIN) return [...before, ...after];
  return [...before.slice(0, -1), { startNs: last.startNs, endNs: next.endNs }, ...after.slice(1)];
}

function grainsOf(startNs: Nanoseconds, endNs: Nanoseconds): number {
  return Math.floor((endNs - startNs) / GRAIN);
}
