import { curveStroke } from "./curves/draw-curves.ts";
import { type PictureLayout, type PlotLayout } from "./layout.ts";
import { LEGEND } from "./legend.ts";
import { MarkerPen } from "./curves/markers.ts";
import { CAPITALS, type Pen } from "./pens/pen.ts";

/** Draws a legend with its upper edge at a place. */
export function drawLegend(pen: Pen, { plot, frame, legend }: PlotLayout, top: number, layout: PictureLayout): void {
  const { theme } = layout;
  const plain = { size: LEGEND.size, isBold: false, anchor: "start" as const, isUpright: false };
  for (const { curve, name, run, x, row } of legend.entries) {
    const left = frame.x + x;
    const middle = top + row * LEGEND.rowHeight + LEGEND.rowHeight / 2;
    const baseLine = middle + (LEGEND.size * CAPITALS) / 2;
    const textAt = left + LEGEND.sampleWidth + LEGEND.sampleGap;
    const description = plot.curves[curve];
    if (description === undefined) {
      pen.fillText(name, textAt, baseLine, { ...plain, colour: theme.muted });
      continue;
    }
    const stroke = curveStroke(description, theme);
    if (description.style !== "points") {
      pen.moveTo(left, middle);
      pen.lineTo(left + LEGEND.sampleWidth, middle);
      pen.stroke({ ...stroke, width: Math.min(4, stroke.width) });
    }
    if (description.marker !== "none" || description.style === "points") {
      const markers = new MarkerPen(pen, description.marker, Math.min(4, 2.25 + stroke.width / 2));
      markers.add(left + LEGEND.sampleWidth / 2, middle);
      markers.finish(stroke.colour, stroke.opacity);
    }
    // One text: where its font is not the one that was measured, two would overlap.
    pen.fillText(name + run, textAt, baseLine, { ...plain, colour: theme.text });
  }
}
