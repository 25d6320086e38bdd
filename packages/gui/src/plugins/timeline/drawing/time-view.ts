import { MILLISECOND, SECOND } from "@orrery/sim";
import { assertNever } from "@orrery/sim/host";
import { squeezed, unsqueezed, type Gap } from "./idle-gaps.ts";

/**
 * The visible part of the axis. Idle stretches are drawn shorter than they are; `from` and `span` refer to the drawn
 * axis.
 */
export interface TimeView {
  /** Place at the left edge, ns. */
  readonly from: number;
  /** Length of the visible part, ns. */
  readonly span: number;
  /** Keeps showing the last minute or the whole past, or stays at a chosen part. */
  readonly shows: "recent" | "all" | "part";
  /** The gaps that are drawn shorter than they are. */
  readonly gaps: readonly Gap[];
}

/** A range of the axis, as places. */
export interface Extent {
  readonly start: number;
  readonly end: number;
  /** Whether nothing will follow the end. */
  readonly isWhole?: boolean;
}

export function pixelOf({ from, span, gaps }: TimeView, width: number, place: number): number {
  return ((squeezed(gaps, place) - from) / span) * width;
}

export function placeAt({ from, span, gaps }: TimeView, width: number, x: number): number {
  return unsqueezed(gaps, from + (x / width) * span);
}

/**
 * Returns a view of everything, with room at the right: a running world moves into it without changing the view each
 * time.
 */
export function fitted(extent: Extent, gaps: readonly Gap[] = []): TimeView {
  const { isWhole = false } = extent;
  const { start, end } = drawnExtent(extent, gaps);
  const length = Math.max(end - start, isWhole ? MIN_WHOLE : MIN_FITTED);
  const [from, span] = [start - MARGIN * length, (1 + MARGIN + (isWhole ? MARGIN : ROOM)) * length];
  return { from, span, shows: "all", gaps };
}

/** Returns a view of the last minute before `now` and of what follows, or of everything if that is shorter. */
export function recent(now: number, extent: Extent, gaps: readonly Gap[] = []): TimeView {
  const all = fitted(extent, gaps);
  if (extent.isWhole === true || all.span <= RECENT) return { ...all, shows: extent.isWhole ? "all" : "recent" };
  const { start, end } = drawnExtent(extent, gaps);
  const from = Math.min(squeezed(gaps, now) - (1 - ROOM_RECENT) * RECENT, end + ROOM * RECENT - RECENT);
  return { from: Math.max(from, start - MARGIN * RECENT), span: RECENT, shows: "recent", gaps };
}

/** Zooms; a `factor` below 1 shows more detail. The place `about` stays where it is on the screen. */
export function zoomed(view: TimeView, factor: number, about: number, extent: Extent): TimeView {
  const drawn = drawnExtent(extent, view.gaps);
  const most = 4 * Math.max(drawn.end - drawn.start, MIN_FITTED);
  const span = Math.min(most, Math.max(MIN_SPAN, view.span * factor));
  const at = squeezed(view.gaps, about);
  return within({ ...view, from: at - ((at - view.from) * span) / view.span, span, shows: "part" }, drawn);
}

/** Moves the view by a length of the drawn axis. */
export function panned(view: TimeView, by: number, extent: Extent): TimeView {
  return within({ ...view, from: view.from + by, shows: "part" }, drawnExtent(extent, view.gaps));
}

/**
 * Returns the view after the present has moved from one place to another. A view of the last minute, or of everything,
 * keeps showing that. A chosen part moves along if the present was in it and leaves it at the right.
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
      // Most of the view would be empty after a jump far back, or after old history was forgotten.
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
      return assertNever(view.shows);
  }
}

/** Returns the view, moved as needed to have that place in sight. */
export function showing(view: TimeView, place: number): TimeView {
  const at = squeezed(view.gaps, place);
  if (at >= view.from && at <= view.from + view.span) return view;
  return { ...view, from: at - view.span / 2, shows: "part" };
}

/** Returns the view with a different list of idle stretches; the place at its left edge stays there. */
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
  // However far the user pans, some of the past stays in sight.
  const from = Math.min(end - 0.1 * view.span, Math.max(start - 0.9 * view.span, view.from));
  return { ...view, from };
}

const RECENT = 60 * SECOND;
const MIN_FITTED = 5 * SECOND;
/** Shortest span of a view of everything, because the whole past may be short. */
const MIN_WHOLE = 100 * MILLISECOND;
/** At a shorter span, single steps would be centimetres apart on the screen. */
const MIN_SPAN = 10 * MILLISECOND;
/** Fractions of the visible span. */
const MARGIN = 0.02;
const ROOM = 0.16;
const ROOM_RECENT = 0.25;
const EDGE = 0.04;
const AHEAD = 0.25;
const SLACK = 0.1;
const LOOSE = 1.6;
