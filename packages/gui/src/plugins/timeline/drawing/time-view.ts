import { MILLISECOND, SECOND } from "@orrery/sim";
import { squeezed, unsqueezed, type Gap } from "./idle-gaps.ts";

/** What is shown of the axis. Idle stretches are drawn shorter than they are, so `from` and `span` are of the drawn axis. */
export interface TimeView {
  /** Place at the left edge, ns. */
  readonly from: number;
  /** How much of it there is, ns. */
  readonly span: number;
  /** Keeps to the last minute, to the whole past, or to a chosen part. */
  readonly shows: "recent" | "all" | "part";
  /** The gaps that are drawn shorter. */
  readonly gaps: readonly Gap[];
}

/** Places. */
export interface Extent {
  readonly start: number;
  readonly end: number;
  /** Nothing will follow the end. */
  readonly isWhole?: boolean;
}

export function pixelOf({ from, span, gaps }: TimeView, width: number, place: number): number {
  return ((squeezed(gaps, place) - from) / span) * width;
}

export function placeAt({ from, span, gaps }: TimeView, width: number, x: number): number {
  return unsqueezed(gaps, from + (x / width) * span);
}

/** Returns a view of all of it, with room at the right for what comes: a running world moves into it without a new view each time. */
export function fitted(extent: Extent, gaps: readonly Gap[] = []): TimeView {
  const { isWhole = false } = extent;
  const { start, end } = drawnExtent(extent, gaps);
  const length = Math.max(end - start, isWhole ? LEAST_WHOLE : LEAST_FITTED);
  const [from, span] = [start - MARGIN * length, (1 + MARGIN + (isWhole ? MARGIN : ROOM)) * length];
  return { from, span, shows: "all", gaps };
}

/** Returns a view of the last minute before `now`, and what follows it; of all, where there is no more than that. */
export function recent(now: number, extent: Extent, gaps: readonly Gap[] = []): TimeView {
  const all = fitted(extent, gaps);
  if (extent.isWhole === true || all.span <= RECENT) return { ...all, shows: extent.isWhole ? "all" : "recent" };
  const { start, end } = drawnExtent(extent, gaps);
  const from = Math.min(squeezed(gaps, now) - (1 - ROOM_RECENT) * RECENT, end + ROOM * RECENT - RECENT);
  return { from: Math.max(from, start - MARGIN * RECENT), span: RECENT, shows: "recent", gaps };
}

/** `factor` below 1 is closer; what is at `about` stays where it is. */
export function zoomed(view: TimeView, factor: number, about: number, extent: Extent): TimeView {
  const drawn = drawnExtent(extent, view.gaps);
  const most = 4 * Math.max(drawn.end - drawn.start, LEAST_FITTED);
  const span = Math.min(most, Math.max(LEAST_SPAN, view.span * factor));
  const at = squeezed(view.gaps, about);
  return within({ ...view, from: at - ((at - view.from) * span) / view.span, span, shows: "part" }, drawn);
}

/** `by` is a length of the drawn axis. */
export function panned(view: TimeView, by: number, extent: Extent): TimeView {
  return within({ ...view, from: view.from + by, shows: "part" }, drawnExtent(extent, view.gaps));
}

/**
 * Returns the view after the present has moved from one place to another. One that shows the last minute, or all, goes on doing
 * so; a chosen part goes along when the present was in it and leaves it at the right.
 */
export function followed(view: TimeView, { from, to }: { readonly from: number; readonly to: number }, extent: Extent) {
  const { gaps } = view;
  const right = view.from + view.span;
  const at = squeezed(gaps, to);
  switch (view.shows) {
    case "all": {
      const { start, end } = drawnExtent(extent, gaps);
      const isOut = start < view.from || Math.max(at, end) > right;
      const all = fitted(extent, gaps);
      // After a jump far back, or when the oldest was forgotten, most of it would be empty.
      const isLoose = view.span > LOOSE * all.span;
      return isOut || isLoose || start > view.from + SLACK * view.span ? all : view;
    }
    case "recent": {
      const now = recent(to, extent, gaps);
      const isIn = at >= view.from + EDGE * view.span && at <= right - EDGE * view.span;
      return isIn && view.span === now.span ? view : now;
    }
    case "part": {
      const before = squeezed(gaps, from);
      const wasSeen = before >= view.from && before <= right;
      return wasSeen && at > right - EDGE * view.span ? { ...view, from: at - (1 - AHEAD) * view.span } : view;
    }
    default:
      return view.shows satisfies never;
  }
}

/** Returns the view with that place in sight. */
export function showing(view: TimeView, place: number): TimeView {
  const at = squeezed(view.gaps, place);
  if (at >= view.from && at <= view.from + view.span) return view;
  return { ...view, from: at - view.span / 2, shows: "part" };
}

/** Returns the same view where other stretches are idle: what is at its left edge stays there. */
export function withGaps(view: TimeView, gaps: readonly Gap[]): TimeView {
  if (gaps.length === view.gaps.length && gaps.every(({ from, to }, i) => isSame(view.gaps[i]!, from, to))) return view;
  return { ...view, gaps, from: squeezed(gaps, unsqueezed(view.gaps, view.from)) };
}

function isSame(gap: Gap, from: number, to: number): boolean {
  return gap.from === from && gap.to === to;
}

function drawnExtent({ start, end }: Extent, gaps: readonly Gap[]): { readonly start: number; readonly end: number } {
  return { start: squeezed(gaps, start), end: squeezed(gaps, end) };
}

function within(view: TimeView, { start, end }: { readonly start: number; readonly end: number }): TimeView {
  // Some of the past stays in sight, however far one pans.
  const from = Math.min(end - 0.1 * view.span, Math.max(start - 0.9 * view.span, view.from));
  return { ...view, from };
}

const RECENT = 60 * SECOND;
const LEAST_FITTED = 5 * SECOND;
/** What is all there is may be short. */
const LEAST_WHOLE = 100 * MILLISECOND;
/** Closer, single steps would be hand-breadths apart. */
const LEAST_SPAN = 10 * MILLISECOND;
/** Parts of what is shown. */
const MARGIN = 0.02;
const ROOM = 0.16;
const ROOM_RECENT = 0.25;
const EDGE = 0.04;
const AHEAD = 0.25;
const SLACK = 0.1;
const LOOSE = 1.6;
