import type { Cluster } from "./drawing/clusters.ts";
import { findAt, type Found } from "./drawing/places.ts";
import { panned, pixelOf, placeAt, zoomed } from "./drawing/time-view.ts";
import { SLACK_PX, TimelineGesture, type Point } from "./timeline-gesture.ts";
import { keyTarget } from "./timeline-keys.ts";
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

/** Zooms about the pointer. Sideways or with Shift it pans; with Alt it scrolls the side tracks. */
function listenToWheel({ box, surface, signal }: Listening): void {
  box.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { view, extent, drawn } = surface;
      const about = placeAt(view, drawn.width, placeOf(event, box).x);
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const along = event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.altKey) surface.scroll(event.deltaY);
      else if (isSideways) surface.look(panned(view, (along / drawn.width) * view.span, extent));
      else surface.look(zoomed(view, Math.exp(event.deltaY * ZOOM_PER_PX), about, extent));
    },
    { signal, passive: false },
  );
}

function listenToKeys({ cursor, surface, gesture, mayGo, open, signal }: Listening): void {
  cursor.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (key.toLowerCase() === "f") surface.fit();
      else if (key === "Escape" && gesture.kind === "scrub") gesture.cancelScrub();
      else if (key === "Enter") openNearest(surface, open);
      else if (!KEYS.has(key)) return;
      else if (mayGo()) {
        surface.goTo(keyTarget(key, surface.lines, surface.seeker.target.current?.place ?? surface.now));
      }
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
}

/** Opens the mark at the cursor, or the last one before it. */
function openNearest({ drawn: { clusters, view, width, now } }: TimelineSurface, open: Listening["open"]): void {
  const x = pixelOf(view, width, now);
  const cluster = clusters.findLast((one) => one.row === 0 && one.x <= x + SLACK_PX);
  if (cluster !== undefined) open(cluster, { x: cluster.x, y: MAIN_Y });
}

function placeOf(event: MouseEvent, box: HTMLElement): Point {
  const { left, top } = box.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

const KEYS: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "PageDown", "PageUp", "Home", "End"]);
const ZOOM_PER_PX = 0.0015;
const MAIN_Y = 44;
