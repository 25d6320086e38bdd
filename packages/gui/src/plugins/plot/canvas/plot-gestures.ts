import type { PictureLayout } from "@orrery/plots";
import { isBox, panView, pinchView, showBox, type Box, type Pinch } from "./move-view.ts";
import { placeAt, type PlotPlace, type Point } from "./plot-place.ts";
import type { PlotSurface } from "./plot-surface.ts";

/** Less movement than this is a click. */
const DRAG_PX = 3;

/** A drag, from the press on. */
export interface PlotGesture {
  move(to: Point): void;
  /** Called once, when the pointer was released; not when the drag was cancelled. */
  end?(): void;
  /** Called after the end, or instead of it. */
  stop?(): void;
}

/** Moves what is shown along with the pointer. */
export function panning(surface: PlotSurface, from: Point, place: PlotPlace): PlotGesture {
  const { session } = surface;
  const gesture = {};
  let isMoving = false;
  return {
    move: (to) => {
      isMoving ||= Math.hypot(to.x - from.x, to.y - from.y) >= DRAG_PX;
      if (!isMoving) return;
      surface.plots.pointed.set(undefined);
      session.look((state) => panView(state, place, { x: to.x - from.x, y: to.y - from.y }), gesture);
    },
  };
}

/** Draws a box, and then shows what is in it. */
export function boxing(surface: PlotSurface, from: Point, place: PlotPlace): PlotGesture {
  const { session } = surface;
  let box: Box = { from, to: from };
  return {
    move: (to) => {
      box = { from, to };
      session.box.set(isBox(box) ? { ...box, frame: place.plot.frame } : undefined);
    },
    end: () => {
      if (isBox(box)) session.look((state) => showBox(state, place, box));
    },
    stop: () => session.box.set(undefined),
  };
}

/** Follows two fingers: the moments below them stay below them. */
export function pinching(surface: PlotSurface, layout: PictureLayout, before: Pinch) {
  const gesture = {};
  return (now: Pinch): void => surface.session.look((state) => pinchView(state, layout, before, now), gesture);
}

/** Begins the drag that a press at a point begins, with this button. */
export function beginGesture(surface: PlotSurface, event: PointerEvent): PlotGesture | undefined {
  const from = surface.pointOf(event);
  const place = surface.layout && placeAt(surface.layout, from);
  if (place === undefined) return undefined;
  if (event.button === 2 || (event.button === 0 && event.shiftKey)) return boxing(surface, from, place);
  return event.button === 0 || event.button === 1 ? panning(surface, from, place) : undefined;
}
