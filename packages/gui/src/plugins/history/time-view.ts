import { MILLISECOND, SECOND } from "@orrery/sim";

/** What is shown of the axis. */
export interface TimeView {
  /** Place at the left edge, ns. */
  readonly from: number;
  /** How much of it there is, ns. */
  readonly span: number;
  /** All of the past is shown, and goes on being shown. Otherwise this part of it was chosen. */
  readonly isFitted: boolean;
}

export interface Extent {
  readonly start: number;
  readonly end: number;
  /** Nothing will follow the end. */
  readonly isWhole?: boolean;
}

export function pixelOf({ from, span }: TimeView, width: number, place: number): number {
  return ((place - from) / span) * width;
}

export function placeAt({ from, span }: TimeView, width: number, x: number): number {
  return from + (x / width) * span;
}

/** All of it, with room at the right for what comes: a running world moves into it without a new view each time. */
export function fitted({ start, end, isWhole = false }: Extent): TimeView {
  const length = Math.max(end - start, isWhole ? LEAST_WHOLE : LEAST_FITTED);
  return { from: start - MARGIN * length, span: (1 + MARGIN + (isWhole ? MARGIN : ROOM)) * length, isFitted: true };
}

/** `factor` below 1 is closer; what is at `about` stays where it is. */
export function zoomed(view: TimeView, factor: number, about: number, { start, end }: Extent): TimeView {
  const most = 4 * Math.max(end - start, LEAST_FITTED);
  const span = Math.min(most, Math.max(LEAST_SPAN, view.span * factor));
  return within({ from: about - ((about - view.from) * span) / view.span, span, isFitted: false }, { start, end });
}

export function panned(view: TimeView, by: number, extent: Extent): TimeView {
  return within({ ...view, from: view.from + by, isFitted: false }, extent);
}

/**
 * The view after the present has moved from one place to another. One that shows all goes on showing all; a chosen part goes along
 * when the present was in it and leaves it at the right.
 */
export function followed(view: TimeView, { from, to }: { readonly from: number; readonly to: number }, extent: Extent) {
  const right = view.from + view.span;
  if (view.isFitted) {
    const isOut = extent.start < view.from || Math.max(to, extent.end) > right;
    // After a jump far back, or when the oldest was forgotten, most of it would be empty.
    const isLoose = view.span > LOOSE * fitted(extent).span;
    return isOut || isLoose || extent.start > view.from + SLACK * view.span ? fitted(extent) : view;
  }
  const wasSeen = from >= view.from && from <= right;
  return wasSeen && to > right - EDGE * view.span ? { ...view, from: to - (1 - AHEAD) * view.span } : view;
}

/** The present, in sight. */
export function showing(view: TimeView, place: number): TimeView {
  if (place >= view.from && place <= view.from + view.span) return view;
  return { ...view, from: place - view.span / 2, isFitted: false };
}

function within(view: TimeView, { start, end }: Extent): TimeView {
  // Some of the past stays in sight, however far one pans.
  const from = Math.min(end - 0.1 * view.span, Math.max(start - 0.9 * view.span, view.from));
  return { ...view, from };
}

const LEAST_FITTED = 5 * SECOND;
/** What is all there is may be short. */
const LEAST_WHOLE = 100 * MILLISECOND;
/** Closer, single steps would be hand-breadths apart. */
const LEAST_SPAN = 10 * MILLISECOND;
/** Parts of what is shown. */
const MARGIN = 0.02;
const ROOM = 0.16;
const EDGE = 0.04;
const AHEAD = 0.25;
const SLACK = 0.1;
const LOOSE = 1.6;
