import type { Cluster } from "./clusters.ts";
import type { Painted } from "./paint-timeline.ts";
import { rowY } from "./places.ts";

/** Draws a mark, or the number of several; hollow if it is not on the way to now. */
export function paintCluster(context: CanvasRenderingContext2D, painted: Painted, cluster: Cluster): void {
  const { colours, scrolled, marked, colourOf } = painted;
  const { x, row, marks, isDim, label } = cluster;
  const y = rowY(row, scrolled);
  const author = marks[0]!.author;
  const colour = marks.every((mark) => mark.author === author) ? colourOf(author) : colours.text;
  const radius = marks.length > 1 ? 8 : 5;
  if (label !== "") paintLabel(context, painted, cluster, y);
  context.beginPath();
  context.arc(x, y, radius + 2, 0, TURN);
  context.fillStyle = colours.panel;
  context.fill();
  context.beginPath();
  context.arc(x, y, isDim ? radius - 0.75 : radius, 0, TURN);
  context.lineWidth = 1.5;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  if (isDim) context.stroke();
  else context.fill();
  if (marks.length > 1) {
    context.fillStyle = isDim ? colour : colours.panel;
    context.font = colours.smallFont;
    context.textAlign = "center";
    context.fillText(marks.length > 99 ? "…" : String(marks.length), x, y + 0.5);
    context.textAlign = "start";
    context.font = colours.font;
  }
  if (marked?.marks[0] !== marks[0]) return;
  context.beginPath();
  context.arc(x, y, radius + 3, 0, TURN);
  context.strokeStyle = colours.text;
  context.stroke();
}

/** Draws a label: above the main track, or beside the mark in side tracks, where the line leaves room for it. */
function paintLabel(context: CanvasRenderingContext2D, painted: Painted, { x, row, isDim, label }: Cluster, y: number) {
  const { colours } = painted;
  const left = x + (row === 0 ? -4 : 12);
  if (row > 0) {
    context.fillStyle = colours.panel;
    context.fillRect(left - 3, y - 7, context.measureText(label).width + 6, 14);
  }
  context.fillStyle = isDim ? colours.muted : colours.text;
  context.fillText(label, left, row === 0 ? y - 15 : y + 0.5);
}

const TURN = 2 * Math.PI;
