import type { Cluster } from "./clusters.ts";
import { endOf, mainLine, type Lines, type Piece } from "./lines.ts";
import { paintCluster } from "./paint-marks.ts";
import { MAIN_PX, mostScrolled, RULER_PX, rowY, type Drawn } from "./places.ts";
import { ticksOf } from "./ticks.ts";
import { pixelOf } from "./time-view.ts";
import type { TimelineColours } from "./timeline-colours.ts";

export interface Painted extends Drawn {
  readonly height: number;
  readonly colours: TimelineColours;
  readonly colourOf: (author: string) => string;
  /** Under the pointer or the focus. */
  readonly marked: Cluster | undefined;
}

/** All but the cursor, which is an element of its own. */
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
    // Side tracks scroll under the main one.
    context.save();
    context.beginPath();
    context.rect(0, RULER_PX + MAIN_PX, width, height);
    context.clip();
    for (const piece of painted.lines.pieces) if (piece.row > 0) paintPiece(context, painted, piece);
    for (const cluster of painted.clusters) if (cluster.row > 0) paintCluster(context, painted, cluster);
    context.restore();
  }
  for (const piece of painted.lines.pieces) if (piece.row === 0) paintPiece(context, painted, piece);
  paintPresent(context, painted);
  paintForgotten(context, painted);
  for (const cluster of painted.clusters) if (cluster.row === 0) paintCluster(context, painted, cluster);
  paintScrollBar(context, painted);
}

function paintRuler(context: CanvasRenderingContext2D, { lines, view, width, colours }: Painted): void {
  context.fillStyle = colours.muted;
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, RULER_PX - 0.5);
  context.lineTo(width, RULER_PX - 0.5);
  for (const { x, label } of ticksOf(mainLine(lines), view, width)) {
    const at = Math.round(x) + 0.5;
    context.moveTo(at, RULER_PX);
    context.lineTo(at, RULER_PX - (label === "" ? 4 : RULER_PX));
    if (label !== "") context.fillText(label, at + 4, RULER_PX / 2 - 1);
  }
  context.stroke();
}

/** From the parent's track down, and round the corner. */
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
  const { row, kind, isReset } = piece;
  const x0 = Math.max(-CORNER, pixelOf(view, width, piece.at));
  const end = pixelOf(view, width, endOf(piece));
  // The shortest side track is still seen to go somewhere.
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
  if (isReset) paintReset(context, painted, x0, y);
  if (row > 0 && piece.stretch === piece.trackEnd) paintEnd(context, painted, x1, y);
}

function isTrackStart({ forks }: Lines, { at, row }: Piece): boolean {
  return forks.some((fork) => fork.toRow === row && fork.at === at);
}

/** Where the clock begins again: two strokes across the track. */
function paintReset(context: CanvasRenderingContext2D, { colours }: Painted, x: number, y: number): void {
  context.strokeStyle = colours.muted;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const dx of [-1, 3]) {
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

/** From where the past was last told of to where the world has come since. */
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

/** What can be gone to no more. */
function paintForgotten(context: CanvasRenderingContext2D, { lines, view, width, height, colours }: Painted): void {
  const x = pixelOf(view, width, lines.earliest);
  const isCut = lines.earliest > lines.start;
  if (x < 0 || (!isCut && lines.pieces.length === 0)) return;
  const y = rowY(0, 0);
  if (isCut) {
    context.fillStyle = colours.veil;
    context.fillRect(0, RULER_PX, x, height - RULER_PX);
  }
  context.strokeStyle = colours.muted;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x + 4, y - 7);
  context.lineTo(x, y - 7);
  context.lineTo(x, y + 7);
  context.lineTo(x + 4, y + 7);
  context.stroke();
}

/** How far the side tracks are scrolled. */
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
const STUB = 22;
const MAIN_WIDTH = 3;
const TRACK_WIDTH = 2;
const DASH = [5, 4];
const SOLID: number[] = [];
