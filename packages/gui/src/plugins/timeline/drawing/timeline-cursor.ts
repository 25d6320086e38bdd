import { SECOND, type Nanoseconds } from "@orrery/sim";
import type { Lines } from "./lines.ts";
import type { Drawn } from "./places.ts";
import { timeText } from "../../../ui/numbers/time-text.ts";
import { pixelOf, type Extent } from "./time-view.ts";
import { nowText, type Target } from "../timeline-keys.ts";

export interface CursorState extends Drawn {
  readonly nowNs: Nanoseconds;
  readonly isRunning: boolean;
  /** Whether something lies ahead of the present. */
  readonly isBehind: boolean;
  /** The moment that the world is on its way to: the cursor is shown there already. */
  readonly target: Target | undefined;
  readonly extent: Extent;
  /** Number of edits that take effect when the world resumes. */
  readonly waiting: number;
}

/** Moves the slider to the present. While the present is out of sight, the slider stays at the edge and says so. */
export function placeCursor(cursor: HTMLElement, state: CursorState): void {
  const { lines, view, width, now, nowNs, isRunning, isBehind, target, extent, waiting } = state;
  const x = Math.round(pixelOf(view, width, target?.place ?? now));
  const shown = Math.max(0, Math.min(width, x));
  cursor.hidden = lines.pieces.length === 0;
  cursor.style.transform = `translateX(${shown}px)`;
  set(cursor, "aria-valuemin", seconds(extent.start));
  set(cursor, "aria-valuemax", seconds(extent.end));
  set(cursor, "aria-valuenow", seconds(isRunning ? Math.floor(now / SECOND) * SECOND : now));
  set(cursor, "aria-valuetext", withWaiting(nowText(lines, nowNs, isRunning), waiting));
  const time = timeText(target === undefined ? nowNs : timeOf(target, lines, nowNs), 1);
  const here = isBehind || lines.isWhole || target !== undefined ? time : "now";
  set(cursor, "data-tag", x < 0 ? "‹ now" : x > width ? "now ›" : withWaiting(here, waiting));
  set(cursor, "data-side", shown > width - (waiting > 0 ? WIDE_TAG_PX : TAG_PX) ? "left" : "right");
  set(cursor, "data-out", String(x !== shown));
}

/** Adds the number of waiting edits: "now, 3 wait". */
export function withWaiting(text: string, waiting: number): string {
  return waiting === 0 ? text : `${text}, ${waiting} ${waiting === 1 ? "waits" : "wait"}`;
}

function timeOf({ id, timeNs }: Target, { pieces }: Lines, nowNs: Nanoseconds): Nanoseconds {
  if (timeNs !== undefined) return timeNs;
  const marked = pieces.flatMap(({ marks }) => marks).find(({ mark }) => mark.id === id);
  return marked?.mark.timeNs ?? pieces.findLast(({ stretch }) => stretch === id)?.endNs ?? nowNs;
}

/** Writes only attributes that changed: screen readers announce every write. */
function set(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function seconds(ns: number): string {
  return (ns / SECOND).toFixed(3);
}

/** Width that the cursor's tag needs. */
const TAG_PX = 64;
const WIDE_TAG_PX = 112;
