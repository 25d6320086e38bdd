import { wheelPixels } from "../../ui/wheel-pixels.ts";
import type { Cluster } from "./drawing/clusters.ts";
import { findAt, type Found } from "./drawing/places.ts";
import { pressKey, turnWheel } from "./timeline-actions.ts";
import { TimelineGesture, type Point } from "./timeline-gesture.ts";
import type { SurfaceElements, TimelineSurface } from "./timeline-surface.ts";

export interface InputOptions extends SurfaceElements {
  readonly surface: TimelineSurface;
  /** Returns whether the user may go to any moment. */
  readonly mayGo: () => boolean;
  /** Called with what is under the pointer or the focus; `undefined` when it has left. */
  readonly onHover: (found: Found | undefined, x: number, y: number) => void;
  readonly onOpen: (cluster: Cluster, x: number, y: number) => void;
}

/** Handles pointer, wheel and keys of the timeline. */
export function listenToTimeline(options: InputOptions): Disposable {
  const { box, surface, mayGo, onOpen } = options;
  const stop = new AbortController();
  const open = (cluster: Cluster, { x, y }: Point): void => {
    const { left, top } = box.getBoundingClientRect();
    onOpen(cluster, left + x, top + y);
  };
  const gesture = new TimelineGesture({ surface, mayGo, onOpen: open });
  const listening: Listening = { ...options, gesture, open, signal: stop.signal };
  listenToDrags(listening);
  listenToHover(listening);
  listenToWheel(listening);
  listenToKeys(listening);
  return { [Symbol.dispose]: () => stop.abort() };
}

interface Listening extends InputOptions {
  readonly gesture: TimelineGesture;
  /** Opens a mark at a place of the timeline. */
  readonly open: (cluster: Cluster, at: Point) => void;
  readonly signal: AbortSignal;
}

/** Passes presses, moves and releases to the gesture. A double click on empty space fits the view. */
function listenToDrags({ box, cursor, surface, gesture, onHover, signal }: Listening): void {
  box.addEventListener(
    "pointerdown",
    (event) => {
      const at = placeOf(event, box);
      const isOnCursor = cursor.contains(event.target as Node);
      const { pointerId: pointer, button, shiftKey: isShifted } = event;
      const onCursor = cursor.dataset["out"] === "true" ? "out" : "in";
      gesture.press({ ...at, pointer, button, isShifted, cursor: isOnCursor ? onCursor : undefined });
      if (gesture.kind === "rest") return;
      box.setPointerCapture(pointer);
      if (button === 1) event.preventDefault();
      if (gesture.kind === "scrub") cursor.focus({ preventScroll: true });
      onHover(undefined, at.x, at.y);
    },
    { signal },
  );
  box.addEventListener("pointermove", (event) => gesture.move(event.pointerId, placeOf(event, box)), { signal });
  box.addEventListener("pointerup", ({ pointerId }) => gesture.release(pointerId, "up"), { signal });
  box.addEventListener("pointercancel", ({ pointerId }) => gesture.release(pointerId, "lost"), { signal });
  box.addEventListener(
    "dblclick",
    (event) => {
      const { x, y } = placeOf(event, box);
      if (findAt(surface.drawn, x, y).kind === "nothing") surface.fit();
    },
    { signal },
  );
}

/** Shows the tooltip of what is under the pointer, unless something is dragged. */
function listenToHover({ box, cursor, surface, gesture, mayGo, onHover, signal }: Listening): void {
  box.addEventListener(
    "pointermove",
    (event) => {
      if (gesture.kind !== "rest") return;
      const { x, y } = placeOf(event, box);
      const found = findAt(surface.drawn, x, y);
      box.dataset["over"] = found.kind === "moment" && !mayGo() ? "nothing" : found.kind;
      surface.mark(found.kind === "marks" ? found.cluster : undefined);
      onHover(cursor.contains(event.target as Node) ? undefined : found, x, y);
    },
    { signal },
  );
  box.addEventListener(
    "pointerleave",
    () => {
      surface.mark(undefined);
      onHover(undefined, 0, 0);
    },
    { signal },
  );
}

function listenToWheel({ box, surface, signal }: Listening): void {
  box.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { shiftKey, altKey } = event;
      const { x: deltaX, y: deltaY } = wheelPixels(event);
      turnWheel(surface, { x: placeOf(event, box).x, deltaX, deltaY, shiftKey, altKey });
    },
    { signal, passive: false },
  );
}

function listenToKeys({ cursor, signal, ...parts }: Listening): void {
  cursor.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !pressKey(event.key, parts)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
}

function placeOf(event: MouseEvent, box: HTMLElement): Point {
  const { left, top } = box.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}
