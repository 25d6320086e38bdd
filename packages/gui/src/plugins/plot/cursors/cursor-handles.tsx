import type { KeyboardEvent, PointerEvent } from "react";
import { timeText } from "@orrery/plots";
import { useTold, useValue } from "../../../shell/hooks.ts";
import { tip } from "../../../ui/tip.ts";
import type { PlotSurface } from "../canvas/plot-surface.ts";
import { moveCursor, type CursorName } from "./cursor-marks.ts";

/** How far a key moves a cursor, in px; ten times as far with Shift. */
const STEP_PX = 1;
const TIME_DIGITS = 6;

/** Lets both cursors be dragged, or moved by keys. Their lines are drawn with the plots. */
export function CursorHandles({ surface }: { readonly surface: PlotSurface }) {
  const { plots } = surface;
  const cursors = useValue(plots.cursors);
  const layout = useTold(surface.painted, () => surface.layout);
  const frames = layout?.plots.filter(({ plot }) => plot.x === "time").map(({ frame }) => frame) ?? [];
  const [first, last] = [frames[0], frames.at(-1)];
  if (cursors === undefined || first === undefined || last === undefined) return null;
  const height = last.y + last.height - first.y;
  return (["a", "b"] as const).map((name) => {
    const x = surface.pixelOf(cursors[name]);
    if (x === undefined || x < first.x || x > first.x + first.width) return null;
    return (
      <div
        key={name}
        className="plot-cursor"
        role="slider"
        tabIndex={0}
        aria-label={`Cursor ${name}`}
        aria-valuenow={cursors[name]}
        aria-valuetext={timeText(cursors[name], TIME_DIGITS)}
        style={{ left: x, top: first.y, height }}
        {...tip(`Cursor ${name}\nDrag it, or move it by the arrows`, { isLate: true })}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => drag(surface, name, event)}
        onKeyDown={(event) => press(surface, name, event)}
      />
    );
  });
}

function drag(surface: PlotSurface, name: CursorName, event: PointerEvent): void {
  if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
  const time = surface.timeAt(surface.pointOf(event).x);
  if (time !== undefined) move(surface, name, time);
}

function press(surface: PlotSurface, name: CursorName, event: KeyboardEvent): void {
  const { key, shiftKey } = event;
  const cursors = surface.plots.cursors.current;
  if (cursors === undefined || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
  event.preventDefault();
  event.stopPropagation();
  const by = (key === "ArrowLeft" ? -1 : 1) * STEP_PX * (shiftKey ? 10 : 1);
  const time = surface.timeAt((surface.pixelOf(cursors[name]) ?? 0) + by);
  if (time !== undefined) move(surface, name, time);
}

function move({ plots, range }: PlotSurface, name: CursorName, time: number): void {
  const { current } = plots.cursors;
  if (current !== undefined) plots.cursors.set(moveCursor(current, name, time, range));
}
