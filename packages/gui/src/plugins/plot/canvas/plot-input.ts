import { panRange, toValue, zoomRange } from "@orrery/plots";
import { draggedItem } from "../palette/drag-item.ts";
import { addCurve } from "../plot-state.ts";
import type { PlotSurface } from "./plot-surface.ts";
import type { TimeRange } from "./plot-painter.ts";

/** What a double click goes back to. */
const LATEST_SECONDS = 10;
/** Less movement than this is a click. */
const DRAG_PX = 3;
const WHEEL_ZOOM = 0.002;
const WHEEL_PAN = 0.1;

/** Listens to pointers on plots: the wheel zooms in time, a drag moves it, a double click goes back to the latest. */
export function listenToPlots(surface: PlotSurface): Disposable {
  const { canvas, session } = surface;
  const parts = new DisposableStack();
  const listen = <K extends keyof HTMLElementEventMap>(
    kind: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => {
    canvas.addEventListener(kind, listener, { passive: false });
    parts.defer(() => canvas.removeEventListener(kind, listener));
  };
  const show = ({ least: from, greatest: to }: { readonly least: number; readonly greatest: number }): void =>
    session.look((state) => ({ ...state, time: { kind: "range", from, to } }));
  let held: { readonly x: number; readonly range: TimeRange } | undefined;
  const letGo = (): void => {
    held = undefined;
  };

  listen("wheel", (event) => {
    event.preventDefault();
    const { from: least, to: greatest } = surface.range;
    if (event.shiftKey) show(panRange({ least, greatest }, Math.sign(event.deltaY + event.deltaX) * WHEEL_PAN));
    else show(zoomRange({ least, greatest }, Math.exp(-event.deltaY * WHEEL_ZOOM), timeAt(surface, event)));
  });
  listen("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = { x: event.clientX, range: surface.range };
    canvas.setPointerCapture(event.pointerId);
  });
  listen("pointermove", (event) => {
    if (held === undefined || Math.abs(event.clientX - held.x) < DRAG_PX) return;
    const width = surface.layout?.plots[0]?.frame.width ?? canvas.clientWidth;
    const { from: least, to: greatest } = held.range;
    show(panRange({ least, greatest }, (held.x - event.clientX) / width));
  });
  listen("pointerup", letGo);
  listen("pointercancel", letGo);
  listen("dblclick", () => session.look((state) => ({ ...state, time: { kind: "latest", seconds: LATEST_SECONDS } })));
  listen("dragover", (event) => {
    if (draggedItem(event.dataTransfer) !== undefined) event.preventDefault();
  });
  listen("drop", (event) => {
    const dragged = draggedItem(event.dataTransfer);
    if (dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    session.change((state) => addCurve(state, dragged.key, dragged.column, plotAt(surface, event)));
  });
  return parts;
}

/** Returns the simulated time below the pointer. */
function timeAt({ canvas, layout }: PlotSurface, event: MouseEvent): number {
  const scale = layout?.plots[0]?.x.scale;
  return scale === undefined ? 0 : toValue(scale, event.clientX - canvas.getBoundingClientRect().left);
}

/** Returns the plot that an event is over; `undefined` below all of them. */
function plotAt({ canvas, layout, session }: PlotSurface, event: MouseEvent): string | undefined {
  const y = event.clientY - canvas.getBoundingClientRect().top;
  const index = layout?.plots.findIndex(({ frame }) => y <= frame.y + frame.height) ?? -1;
  return session.state.current.plots[index]?.id;
}
