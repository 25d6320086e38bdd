import { panRange } from "@orrery/plots";
import { draggedPlottable } from "../../../ui/plot-drag.ts";
import { wheelPixels } from "../../../ui/wheel-pixels.ts";
import { moveCurve, moveToNewPlot } from "../curve-edits.ts";
import { draggedCurve } from "../legend/drag-curve.ts";
import { dropValues } from "../drop-values.ts";
import { follow, showRange } from "../view-edits.ts";
import { fitPlace, zoomView } from "./move-view.ts";
import { beginGesture, pinching, type PlotGesture } from "./plot-gestures.ts";
import { placeAt } from "./plot-place.ts";
import type { PlotSurface } from "./plot-surface.ts";
import { plotKey } from "./plot-keys.ts";

const WHEEL_ZOOM = 0.002;
/** Turns of the wheel that follow each other faster than this are undone as one step. */
const WHEEL_PAUSE_MS = 400;

type Listen = <K extends keyof HTMLElementEventMap>(kind: K, listener: (event: HTMLElementEventMap[K]) => void) => void;

/** Listens to pointers, to keys, and to what is dropped on plots. */
export function listenToPlots(surface: PlotSurface): Disposable {
  const { canvas } = surface;
  const parts = new DisposableStack();
  const listen: Listen = (kind, listener) => {
    canvas.addEventListener(kind, listener, { passive: false });
    parts.defer(() => canvas.removeEventListener(kind, listener));
  };
  listenToWheel(surface, listen);
  listenToPointers(surface, listen);
  listenToDrops(surface, listen);
  listen("keydown", (event) => {
    if (!plotKey(surface, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  listen("blur", () => {
    if (surface.plots.pointed.current?.at === undefined) surface.plots.pointed.set(undefined);
  });
  listen("dblclick", (event) => {
    const place = surface.layout && placeAt(surface.layout, surface.pointOf(event));
    if (place === undefined) return;
    surface.session.look((state) => {
      const fitted = fitPlace(state, place);
      return typeof place.on === "object" ? fitted : follow(fitted, FOLLOWED_SECONDS);
    });
  });
  return parts;
}

/** The time window, in seconds, that a double click goes back to. */
const FOLLOWED_SECONDS = 10;

function listenToWheel(surface: PlotSurface, listen: Listen): void {
  let [gesture, last] = [{}, -Infinity];
  listen("wheel", (event) => {
    event.preventDefault();
    const point = surface.pointOf(event);
    const place = surface.layout && placeAt(surface.layout, point);
    if (place === undefined) return;
    if (event.timeStamp - last > WHEEL_PAUSE_MS) gesture = {};
    last = event.timeStamp;
    const turned = wheelPixels(event);
    const sideways = event.shiftKey ? turned.y + turned.x : turned.x;
    surface.session.look((state) => {
      if (!event.shiftKey && Math.abs(sideways) <= Math.abs(turned.y)) {
        return zoomView(state, place, Math.exp(-turned.y * WHEEL_ZOOM), point);
      }
      const { from, to } = surface.range;
      const moved = panRange({ least: from, greatest: to }, sideways / place.plot.frame.width);
      return showRange(state, moved.least, moved.greatest);
    }, gesture);
  });
}

function listenToPointers(surface: PlotSurface, listen: Listen): void {
  const { canvas, plots, session } = surface;
  let held: PlotGesture | undefined;
  let pinch: ReturnType<typeof pinching> | undefined;
  const fingers = new Map<number, number>();
  const stop = (): void => {
    held?.stop?.();
    held = pinch = undefined;
    fingers.clear();
  };
  listen("contextmenu", (event) => event.preventDefault());
  listen("pointerdown", (event) => {
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, surface.pointOf(event).x);
    const [a, b] = [...fingers.values()].toSorted((one, other) => one - other);
    if (a !== undefined && b !== undefined && surface.layout !== undefined) {
      held?.stop?.();
      held = undefined;
      pinch = pinching(surface, surface.layout, { a, b });
    } else held = beginGesture(surface, event);
  });
  listen("pointermove", (event) => {
    const point = surface.pointOf(event);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, point.x);
    const [a, b] = [...fingers.values()].toSorted((one, other) => one - other);
    if (pinch !== undefined && a !== undefined && b !== undefined) pinch({ a, b });
    else if (held !== undefined) held.move(point);
    else surface.pointAt(point);
  });
  listen("pointerup", (event) => {
    const wasPinched = pinch !== undefined;
    held?.end?.();
    stop();
    if (!wasPinched) surface.pointAt(surface.pointOf(event));
  });
  listen("pointercancel", stop);
  listen("lostpointercapture", stop);
  listen("pointerleave", () => {
    if (plots.pointed.current?.session === session) plots.pointed.set(undefined);
  });
  listen("keydown", (event) => {
    if (event.key === "Escape" && held !== undefined) stop();
  });
}

function listenToDrops(surface: PlotSurface, listen: Listen): void {
  const { session } = surface;
  const plotAt = (event: MouseEvent): string | undefined => {
    const point = surface.pointOf(event);
    const last = surface.layout?.plots.at(-1)?.frame;
    // A drop below all plots makes a new one.
    if (last === undefined || point.y > last.y + last.height) return undefined;
    return session.state.current.plots[placeAt(surface.layout!, point)!.index]?.id;
  };
  const isOver = (event: DragEvent): void => {
    if (draggedPlottable(event.dataTransfer) === undefined && draggedCurve(event.dataTransfer) === undefined) return;
    event.preventDefault();
    session.dropTarget.set(plotAt(event) ?? "new");
  };
  listen("dragenter", isOver);
  listen("dragover", isOver);
  listen("dragleave", () => session.dropTarget.set(undefined));
  listen("drop", (event) => {
    session.dropTarget.set(undefined);
    const dragged = draggedPlottable(event.dataTransfer);
    const curve = draggedCurve(event.dataTransfer);
    if (dragged === undefined && curve === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const plot = plotAt(event);
    if (dragged !== undefined) dropValues(session, dragged, { plot, at: { x: event.clientX, y: event.clientY } });
    else if (curve !== undefined && plot !== undefined) session.change((state) => moveCurve(state, curve, { plot }));
    else if (curve !== undefined) session.change((state) => moveToNewPlot(state, curve));
  });
}
