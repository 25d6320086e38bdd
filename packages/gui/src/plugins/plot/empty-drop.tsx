import { useState, type ReactNode } from "react";
import { addCurve } from "./curve-edits.ts";
import { draggedItem } from "./palette/drag-item.ts";
import type { PlotSession } from "./plot-session.ts";

/** Accepts the first value that is dropped on a panel without plots. */
export function EmptyDrop({ session, children }: { readonly session: PlotSession; readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className="plot-stage plot-empty"
      data-over={isOver}
      onDragOver={(event) => {
        if (draggedItem(event.dataTransfer) === undefined) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dragged = draggedItem(event.dataTransfer);
        if (dragged === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        session.change((state) => addCurve(state, dragged.key, dragged.column));
      }}
    >
      {children}
    </div>
  );
}
