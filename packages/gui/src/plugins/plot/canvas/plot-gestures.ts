import type { PictureLayout } from "@orrery/plots";
import { isBox, panView, pinchView, showBox, type Box, type Pinch } from "./move-view.ts";
import { placeAt, type PlotPlace, type Point } from "./plot-place.ts";
import type { PlotSurface } from "./plot-surface.ts";

/** Less movement than this, in px, is a click. */
const DRAG_PX = 3;

/** A drag, which begins with the press of a button. */
export interface PlotGesture {
  move(to: Point): void;
  /** Called once when the pointer is released, but not if the drag is cancelled. */
  end?(): void;
  /** Called last, whether the drag ended or was cancelled. */
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

/** Lets the user drag a box, then zooms into it. */
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

/** Follows two fingers, so that the moments below them stay below them. */
export function pinching(surface: PlotSurface, layout: PictureLayout, before: Pinch) {
  const gesture = {};
  return (now: Pinch): void => surface.session.look((state) => pinchView(state, layout, before, now), gesture);
}

/** Begins the drag that belongs to the pressed button and to what is below the pointer. */
export function beginGesture(surface: PlotSurface, event: PointerEvent): PlotGesture | undefined {
  const from = surface.pointOf(event);
  const place = surface.layout && placeAt(surface.layout, from);
  if (place === undefined) return undefined;
  if (event.button === 2 || (event.button === 0 && event.shiftKey)) return boxing(surface, from, place);
  return event.button === 0 || event.button === 1 ? panning(surface, from, place) : undefined;
}
