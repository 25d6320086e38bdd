import type { Cluster } from "./clusters.ts";
import { LEAP_BESIDE_PX } from "./leap-labels.ts";
import { endOf, type Lines, type Piece } from "./lines.ts";
import { paintCluster } from "./paint-marks.ts";
import { MAIN_PX, mostScrolled, RULER_PX, rowY, type Drawn } from "./places.ts";
import { rulerOf, type GapLabel } from "./ticks.ts";
import { pixelOf } from "./time-view.ts";
import type { TimelineColours } from "./timeline-colours.ts";

export interface Painted extends Drawn {
  readonly height: number;
  readonly colours: TimelineColours;
  readonly colourOf: (author: string) => string;
  /** The cluster under the pointer or the focus. */
  readonly marked: Cluster | undefined;
  /** Returns the width of a text in pixels. */
  readonly measure: (text: string) => number;
}

/** Draws everything except the cursor, which is an element of its own. */
export function paintTimeline(context: CanvasRenderingContext2D, painted: Painted): void {
  const { width, height, scrolled } = painted;
  context.clearRect(0, 0, width, height);
  context.font = painted.colours.font;
  context.textBaseline = "middle";
  paintRuler(context, painted);
  context.save();
  context.beginPath();
  context.rect(0, RULER_PX + MAIN_PX * 0.62, width, height);
  context.clip();
  paintForks(context, painted);
  context.restore();
  if (scrolled > 0 || painted.lines.rows > 1) {
    // Side tracks scroll under the main track.
    context.save();
    context.beginPath();
    context.rect(0, RULER_PX + MAIN_PX, width, height);
    context.clip();
    paintPieces(context, painted, (row) => row > 0);
    for (const cluster of painted.clusters) if (cluster.row > 0) paintCluster(context, painted, cluster);
    context.restore();
  }
  paintPieces(context, painted, (row) => row === 0);
  paintPresent(context, painted);
  paintIdle(context, painted);
  paintForgotten(context, painted);
  if (painted.lines.isWhole) paintBracket(context, painted, painted.lines.end, -1);
  for (const cluster of painted.clusters) if (cluster.row === 0) paintCluster(context, painted, cluster);
  paintScrollBar(context, painted);
}

function paintRuler(context: CanvasRenderingContext2D, { lines, view, width, colours, measure }: Painted): void {
  const { ticks, leaps, gaps } = rulerOf(lines, view, width, measure);
  context.fillStyle = colours.muted;
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, RULER_PX - 0.5);
  context.lineTo(width, RULER_PX - 0.5);
  for (const { x, label } of ticks) {
    const at = Math.round(x) + 0.5;
    context.moveTo(at, RULER_PX);
    context.lineTo(at, RULER_PX - (label === "" ? 4 : RULER_PX));
    if (label !== "") context.fillText(label, at + 4, RULER_PX / 2 - 1);
  }
  context.stroke();
  for (const gap of gaps) paintGap(context, gap);
  context.fillStyle = colours.text;
  context.strokeStyle = colours.muted;
  context.beginPath();
  for (const { x, before, after } of leaps) {
    const at = Math.round(x) + 0.5;
    context.moveTo(at, 0);
    context.lineTo(at, RULER_PX);
    if (after !== "") context.fillText(after, at + LEAP_BESIDE_PX, RULER_PX / 2 - 1);
    if (before === "") continue;
    context.textAlign = "end";
    context.fillText(before, at - LEAP_BESIDE_PX, RULER_PX / 2 - 1);
    context.textAlign = "start";
  }
  context.stroke();
}

/** Draws an idle stretch on the ruler: dots in place of ticks, and its length. */
function paintGap(context: CanvasRenderingContext2D, { from, to, label }: GapLabel): void {
  const middle = (from + to) / 2;
  if (label !== "") {
    context.textAlign = "center";
    context.fillText(label, middle, RULER_PX / 2 - 1);
    context.textAlign = "start";
  }
  for (let x = Math.ceil(from) + GAP_DOT_PX; x < to; x += 2 * GAP_DOT_PX) context.fillRect(x, RULER_PX - 3, 1.5, 1.5);
}

function paintPieces(context: CanvasRenderingContext2D, painted: Painted, isMeant: (row: number) => boolean): void {
  const pieces = painted.lines.pieces.filter(({ row }) => isMeant(row));
  for (const piece of pieces) paintPiece(context, painted, piece);
  // Above both pieces, at the gap between them.
  let last = -Infinity;
  for (const { at, row, leap } of pieces) {
    const x = pixelOf(painted.view, painted.width, at);
    if (leap === undefined || x < -CORNER || x > painted.width + CORNER || Math.abs(x - last) < LEAPS_APART) continue;
    last = x;
    paintLeap(context, painted, x, rowY(row, painted.scrolled));
  }
}

/** Draws lines from the parent's track down and round the corner. */
function paintForks(context: CanvasRenderingContext2D, { lines, view, width, scrolled, colours }: Painted): void {
  context.strokeStyle = colours.side;
  context.lineWidth = TRACK_WIDTH;
  context.beginPath();
  for (const { at, fromRow, toRow } of lines.forks) {
    const x = pixelOf(view, width, at);
    if (x < -CORNER || x > width) continue;
    const y = rowY(toRow, scrolled);
    context.moveTo(x, rowY(fromRow, scrolled));
    context.lineTo(x, y - CORNER);
    context.quadraticCurveTo(x, y, x + CORNER, y);
  }
  context.stroke();
}

function paintPiece(context: CanvasRenderingContext2D, painted: Painted, piece: Piece): void {
  const { view, width, scrolled, colours } = painted;
  const { row, kind } = piece;
  const x0 = Math.max(-CORNER, pixelOf(view, width, piece.at));
  const end = pixelOf(view, width, endOf(piece));
  // Even the shortest side track must visibly lead somewhere.
  const x1 = Math.min(width + CORNER, row > 0 && piece.stretch === piece.trackEnd ? Math.max(end, x0 + STUB) : end);
  const y = rowY(row, scrolled);
  if (x1 < 0 || x0 > width) return;
  context.strokeStyle = kind === "past" ? colours.main : colours.side;
  context.lineWidth = kind === "past" ? MAIN_WIDTH : TRACK_WIDTH;
  context.setLineDash(kind === "ahead" ? DASH : SOLID);
  context.beginPath();
  context.moveTo(row > 0 && isTrackStart(painted.lines, piece) ? x0 + CORNER : x0, y);
  context.lineTo(x1, y);
  context.stroke();
  context.setLineDash(SOLID);
  if (row > 0 && piece.stretch === piece.trackEnd) paintEnd(context, painted, x1, y);
}

function isTrackStart({ forks }: Lines, { at, row }: Piece): boolean {
  return forks.some((fork) => fork.toRow === row && fork.at === at);
}

/** Draws a jump of the clock: a gap between two strokes across the track. */
function paintLeap(context: CanvasRenderingContext2D, { colours }: Painted, x: number, y: number): void {
  context.fillStyle = colours.panel;
  context.beginPath();
  context.moveTo(x - LEAP_GAP - 2, y + 6);
  context.lineTo(x - LEAP_GAP + 2, y - 6);
  context.lineTo(x + LEAP_GAP + 2, y - 6);
  context.lineTo(x + LEAP_GAP - 2, y + 6);
  context.fill();
  context.strokeStyle = colours.text;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const dx of [-LEAP_GAP, LEAP_GAP]) {
    context.moveTo(x + dx - 2, y + 6);
    context.lineTo(x + dx + 2, y - 6);
  }
  context.stroke();
}

function paintEnd(context: CanvasRenderingContext2D, { colours }: Painted, x: number, y: number): void {
  context.strokeStyle = colours.side;
  context.lineWidth = TRACK_WIDTH;
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x, y + 4);
  context.stroke();
}

/** Draws the line from the end of the last received past to where the world is by now. */
function paintPresent(context: CanvasRenderingContext2D, { lines, view, width, now, colours }: Painted): void {
  const piece = lines.pieces.findLast(({ kind }) => kind === "past");
  if (piece === undefined || now <= endOf(piece)) return;
  context.strokeStyle = colours.main;
  context.lineWidth = MAIN_WIDTH;
  context.beginPath();
  context.moveTo(Math.max(0, pixelOf(view, width, endOf(piece))), rowY(0, 0));
  context.lineTo(Math.min(width, pixelOf(view, width, now)), rowY(0, 0));
  context.stroke();
}

/** Cuts the track into dots where it is drawn shorter than it is. */
function paintIdle(context: CanvasRenderingContext2D, { view, width, colours }: Painted): void {
  context.fillStyle = colours.panel;
  for (const { from, to } of view.gaps) {
    const [x0, x1] = [Math.max(0, pixelOf(view, width, from)), Math.min(width, pixelOf(view, width, to))];
    for (let x = x0; x < x1; x += 2 * GAP_DOT_PX)
      context.fillRect(x, rowY(0, 0) - MAIN_WIDTH, GAP_DOT_PX, 2 * MAIN_WIDTH);
  }
}

/** Covers the part that can no longer be reached. */
function paintForgotten(context: CanvasRenderingContext2D, painted: Painted): void {
  const { lines, view, width, height, colours } = painted;
  const x = pixelOf(view, width, lines.earliest);
  const isCut = lines.earliest > lines.start;
  if (x < 0 || (!isCut && lines.pieces.length === 0)) return;
  if (isCut) {
    context.fillStyle = colours.veil;
    context.fillRect(0, RULER_PX, x, height - RULER_PX);
  }
  paintBracket(context, painted, lines.earliest, 1);
}

/** Draws a bracket at an end of the reachable part, open towards it. */
function paintBracket(context: CanvasRenderingContext2D, { view, width, colours }: Painted, at: number, way: 1 | -1) {
  const x = pixelOf(view, width, at);
  const y = rowY(0, 0);
  context.strokeStyle = colours.muted;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x + 4 * way, y - 7);
  context.lineTo(x, y - 7);
  context.lineTo(x, y + 7);
  context.lineTo(x + 4 * way, y + 7);
  context.stroke();
}

/** Draws how far the side tracks are scrolled. */
function paintScrollBar(context: CanvasRenderingContext2D, { lines, width, height, scrolled, colours }: Painted): void {
  const most = mostScrolled(lines.rows, height);
  if (most === 0) return;
  const top = RULER_PX + MAIN_PX;
  const room = height - top;
  const length = (room * room) / (room + most);
  context.fillStyle = colours.line;
  context.fillRect(width - 4, top + ((room - length) * scrolled) / most, 3, length);
}

const CORNER = 8;
/** Pixels on either side. */
const LEAP_GAP = 2.5;
/** Where jumps are closer than this many pixels, only the first is drawn. */
const LEAPS_APART = 6;
const STUB = 22;
const GAP_DOT_PX = 3;
const MAIN_WIDTH = 3;
const TRACK_WIDTH = 2;
const DASH = [5, 4];
const SOLID: number[] = [];
