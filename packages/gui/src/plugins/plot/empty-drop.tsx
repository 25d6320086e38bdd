import { useState, type ReactNode } from "react";
import { draggedPlottable } from "../../ui/plot-drag.ts";
import { dropValues } from "./drop-values.ts";
import type { PlotSession } from "./plot-session.ts";

/** Accepts the first value that is dropped on a panel without plots. */
export function EmptyDrop({ session, children }: { readonly session: PlotSession; readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className="plot-stage plot-empty"
      data-over={isOver}
      onDragOver={(event) => {
        if (draggedPlottable(event.dataTransfer) === undefined) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dragged = draggedPlottable(event.dataTransfer);
        if (dragged === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        dropValues(session, dragged, { at: { x: event.clientX, y: event.clientY } });
      }}
    >
      {children}
    </div>
  );
}
