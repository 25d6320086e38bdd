import type { DragEvent } from "react";
import { draggedPlottable } from "../../../ui/plot-drag.ts";
import { moveCurve, type CurvePlace } from "../curve-edits.ts";
import { dropValues } from "../drop-values.ts";
import type { PlotSession } from "../plot-session.ts";
import { draggedCurve } from "./drag-curve.ts";

/** Returns the attributes of a legend that accepts dropped curves and values. */
export function curveDrop(session: PlotSession) {
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (draggedCurve(event.dataTransfer) === undefined && draggedPlottable(event.dataTransfer) === undefined) return;
      event.preventDefault();
      mark(event.currentTarget, placeOf(event));
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => mark(event.currentTarget, undefined),
    onDrop: (event: DragEvent<HTMLElement>) => {
      mark(event.currentTarget, undefined);
      const place = placeOf(event);
      const [curve, item] = [draggedCurve(event.dataTransfer), draggedPlottable(event.dataTransfer)];
      if (curve === undefined && item === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (item !== undefined)
        dropValues(session, item, { plot: place?.plot, at: { x: event.clientX, y: event.clientY } });
      else if (curve !== undefined && place !== undefined) session.change((state) => moveCurve(state, curve, place));
    },
  };
}

/** Returns where a drop would go: before the row below the pointer, or after it if the pointer is in its lower half. */
function placeOf({ target, clientY }: DragEvent): CurvePlace | undefined {
  const section = (target as Element).closest<HTMLElement>("[data-plot]");
  const plot = section?.dataset["plot"];
  if (section === null || plot === undefined) return undefined;
  const below = [...section.querySelectorAll<HTMLElement>("[data-curve]")].find((row) => {
    const { top, height } = row.getBoundingClientRect();
    return clientY < top + height / 2;
  });
  const before = below?.dataset["curve"];
  return before === undefined ? { plot } : { plot, before };
}

/** Draws a line where a curve would be inserted. Rows are not rendered again for it. */
function mark(legend: HTMLElement, place: CurvePlace | undefined): void {
  for (const marked of legend.querySelectorAll("[data-insert]")) marked.removeAttribute("data-insert");
  if (place === undefined) return;
  const section = legend.querySelector(`[data-plot="${CSS.escape(place.plot)}"]`);
  const row = place.before && section?.querySelector(`[data-curve="${CSS.escape(place.before)}"]`);
  if (row) row.setAttribute("data-insert", "before");
  else (section?.querySelector("li:last-child") ?? section)?.setAttribute("data-insert", "after");
}
