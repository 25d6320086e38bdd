import { indexAt } from "../series/samples.ts";
import { type Box } from "./axis-layout.ts";
import { type DrawnCurve, type DrawnEnvelope, type DrawnPoints } from "./drawn-curve.ts";
import { type CurveStyle } from "./plot-description.ts";
import { pixelsPerPlace, place, type Scale } from "./scale.ts";

/** A line in px: x and y in turn, NaN and NaN where it is interrupted. Valid until the next call. */
export interface CurvePath {
  readonly pairs: Float64Array;
  readonly count: number;
}

/**
 * Returns the line of a curve, cut off a little outside the frame: far away, pens lose their precision. Allocates nothing
 * but, now and then, a longer array.
 */
export function curvePath(curve: DrawnCurve, style: CurveStyle, x: Scale, y: Scale, frame: Box): CurvePath {
  bounds.left = frame.x - MARGIN;
  bounds.right = frame.x + frame.width + MARGIN;
  bounds.top = frame.y - MARGIN;
  bounds.bottom = frame.y + frame.height + MARGIN;
  isStepped = style === "steps";
  xScale = x;
  yScale = y;
  kx = pixelsPerPlace(x);
  ky = pixelsPerPlace(y);
  originX = place(x.type, x.least);
  originY = place(y.type, y.least);
  length = 0;
  interrupt();
  if (curve.type === "points") addPoints(curve, x);
  else addColumns(curve);
  interrupt();
  if (length > 0 && Number.isNaN(pairs[length - 1]!)) length -= 2;
  path.pairs = pairs;
  path.count = length >> 1;
  return path;
}

function addPoints(curve: DrawnPoints, x: Scale): void {
  const [first, end] = visiblePoints(curve, x);
  for (let i = first; i < end; i++) add(curve.xs[i]!, curve.ys[i]!);
}

/** Goes through each column from its first value to its last, past both extremes. */
function addColumns({ from, to, columns }: DrawnEnvelope): void {
  const { counts, first, last, least, greatest, broken } = columns;
  const width = (to - from) / columns.columns;
  if (!Number.isNaN(columns.beforeTime)) add(columns.beforeTime, columns.beforeValue);
  for (let column = 0; column < columns.columns; column++) {
    if (counts[column] === 0) continue;
    if (broken[column] === 1) interrupt();
    const at = from + width * (column + 0.5);
    const isUpwards = first[column]! <= last[column]!;
    add(at, first[column]!);
    if (counts[column] === 1) continue;
    add(at, isUpwards ? least[column]! : greatest[column]!);
    add(at, isUpwards ? greatest[column]! : least[column]!);
    add(at, last[column]!);
  }
  if (!Number.isNaN(columns.afterTime)) add(columns.afterTime, columns.afterValue);
}

/**
 * Returns which points matter for what is visible: those within, and one on either side. Points over time are searched;
 * all points of a path count, as it may come back.
 */
export function visiblePoints({ xs, count, times }: DrawnPoints, x: Scale): readonly [first: number, end: number] {
  if (times !== undefined || count === 0) return [0, count];
  const all = count === xs.length ? xs : xs.subarray(0, count);
  const first = Math.max(0, indexAt(all, x.least) - 1);
  let end = indexAt(all, x.greatest);
  // Those at the very end of the range, and the next.
  while (end < count && all[end]! <= x.greatest) end++;
  return [first, Math.min(count, end + 1)];
}

const MARGIN = 40;
const bounds = { left: 0, right: 0, top: 0, bottom: 0 };
const path = { pairs: new Float64Array(0), count: 0 };
let pairs = new Float64Array(8192);
let length = 0;
/** Whether the end of what was written is where the next line begins. */
let isDown = false;
let isStepped = false;
let xScale: Scale;
let yScale: Scale;
let kx = 1;
let ky = 1;
let originX = 0;
let originY = 0;
/** The point before; NaN after an interruption. */
let lastX = NaN;
let lastY = NaN;
/** Whether no line leads to the point before. */
let isAlone = false;

/** Adds a point in units of the axes. Values that are infinite, or that a log axis cannot show, interrupt the line. */
function add(x: number, y: number): void {
  const atX = xScale.from + (place(xScale.type, x) - originX) * kx;
  const atY = yScale.from + (place(yScale.type, y) - originY) * ky;
  if (!Number.isFinite(atX) || !Number.isFinite(atY)) return interrupt();
  if (Number.isNaN(lastX)) isAlone = true;
  else if (atX !== lastX || atY !== lastY) {
    isAlone = false;
    if (isStepped && atY !== lastY) {
      line(lastX, lastY, atX, lastY);
      line(atX, lastY, atX, atY);
    } else line(lastX, lastY, atX, atY);
  }
  lastX = atX;
  lastY = atY;
}

function interrupt(): void {
  if (isAlone) dot(lastX, lastY);
  isAlone = false;
  lastX = lastY = NaN;
  lift();
}

function push(x: number, y: number): void {
  if (length + 2 > pairs.length) {
    const longer = new Float64Array(pairs.length * 2);
    longer.set(pairs);
    pairs = longer;
  }
  pairs[length++] = x;
  pairs[length++] = y;
}

/** The sum of a number that is far away and of its way back is not exact. */
function pushWithin(x: number, y: number): void {
  const { left, right, top, bottom } = bounds;
  push(Math.min(right, Math.max(left, x)), Math.min(bottom, Math.max(top, y)));
}

function lift(): void {
  if (length > 0 && !Number.isNaN(pairs[length - 1]!)) push(NaN, NaN);
  isDown = false;
}

/** Shows a point without neighbours: as a line as long as it is wide. */
function dot(x: number, y: number): void {
  lift();
  if (x < bounds.left || x > bounds.right || y < bounds.top || y > bounds.bottom) return;
  push(x - 1, y);
  push(x + 1, y);
}

/** Writes the part of a line that is within the bounds. */
function line(x0: number, y0: number, x1: number, y1: number): void {
  const { left, right, top, bottom } = bounds;
  const isInside = x1 >= left && x1 <= right && y1 >= top && y1 <= bottom;
  if (isInside && isDown) return push(x1, y1);
  const [dx, dy] = [x1 - x0, y1 - y0];
  const enter = Math.max(0, entering(dx, left - x0, right - x0), entering(dy, top - y0, bottom - y0));
  const leave = Math.min(1, leaving(dx, left - x0, right - x0), leaving(dy, top - y0, bottom - y0));
  // Negated, so that NaN of a line without length outside counts as missed.
  if (!(enter <= leave)) return lift();
  if (!isDown || enter > 0) {
    lift();
    if (enter === 0) push(x0, y0);
    else pushWithin(x0 + dx * enter, y0 + dy * enter);
  }
  if (leave === 1) push(x1, y1);
  else pushWithin(x0 + dx * leave, y0 + dy * leave);
  isDown = leave === 1;
}

/** Returns the share of a line after which it is beyond the nearer of two bounds, along one axis. */
function entering(d: number, low: number, high: number): number {
  if (d === 0) return low <= 0 && high >= 0 ? 0 : Infinity;
  return d > 0 ? low / d : high / d;
}

function leaving(d: number, low: number, high: number): number {
  if (d === 0) return 1;
  return d > 0 ? high / d : low / d;
}
