import type { PlotSurface } from "../canvas/plot-surface.ts";
import { goToPointed, goToSample, type Traveller } from "./go-to-sample.ts";

/** A second click within this time makes a double click, which changes the view instead. */
const DOUBLE_MS = 250;
/** Less movement than this, in px, is a click. */
const DRAG_PX = 3;

/** Takes the world to a sample that is clicked, and with Enter to the moment that is pointed at. */
export function listenToTravel(surface: PlotSurface, traveller: Traveller): Disposable {
  const { canvas } = surface;
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressed: { readonly x: number; readonly y: number } | undefined;
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      clearTimeout(timer);
      const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
      pressed = isPlain ? surface.pointOf(event) : undefined;
    },
    { signal },
  );
  canvas.addEventListener(
    "click",
    (event) => {
      const at = surface.pointOf(event);
      const isClick = pressed !== undefined && Math.hypot(at.x - pressed.x, at.y - pressed.y) < DRAG_PX;
      clearTimeout(timer);
      if (isClick && event.detail === 1) timer = setTimeout(() => goToSample(surface, at, traveller), DOUBLE_MS);
    },
    { signal },
  );
  canvas.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!goToPointed(surface, traveller)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      listening.abort();
    },
  };
}
