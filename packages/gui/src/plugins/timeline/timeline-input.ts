import type { Cluster } from "./drawing/clusters.ts";
import { findAt, momentOnMain, type Found } from "./drawing/places.ts";
import { panned, pixelOf, placeAt, showing, zoomed } from "./drawing/time-view.ts";
import { keyTarget, targetOf, type Target } from "./timeline-keys.ts";
import type { SurfaceElements, TimelineSurface } from "./timeline-surface.ts";

export interface InputOptions extends SurfaceElements {
  readonly surface: TimelineSurface;
  /** Whether one may go anywhere. */
  readonly mayGo: () => boolean;
  /** What the pointer is over, or the focus; `undefined` when it has left. */
  readonly onHover: (found: Found | undefined, x: number, y: number) => void;
  readonly onOpen: (cluster: Cluster, x: number, y: number) => void;
}

/** Pointer, wheel and keys of the timeline. */
export function listenToTimeline(options: InputOptions): Disposable {
  const { box, cursor, surface, mayGo, onHover, onOpen } = options;
  const stop = new AbortController();
  const { signal } = stop;
  let drag: Drag | undefined;
  /** Fingers that are down. */
  const fingers = new Map<number, { readonly x: number }>();
  const placeOf = (event: MouseEvent) => {
    const { left, top } = box.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const foundAt = ({ x, y }: { readonly x: number; readonly y: number }): Found => findAt(surface.drawn, x, y);

  box.addEventListener(
    "pointerdown",
    (event) => {
      const at = placeOf(event);
      const found = foundAt(at);
      const isOnCursor = cursor.contains(event.target as Node);
      fingers.set(event.pointerId, at);
      if (fingers.size === 2) drag = { kind: "pinch", isMoved: true, x: at.x, y: at.y };
      else if (event.button === 1 || event.shiftKey || (found.kind === "nothing" && !isOnCursor)) {
        drag = { kind: "pan", isMoved: false, ...at };
      } else if (event.button !== 0) return;
      else if (isOnCursor && cursor.dataset["out"] === "true") surface.look(showing(surface.view, surface.now));
      else if (isOnCursor) drag = scrub(at);
      else if (found.kind === "marks") drag = { kind: "mark", isMoved: false, cluster: found.cluster, ...at };
      else if (found.kind === "moment" && mayGo()) {
        drag = scrub(at);
        surface.seeker.seek(targetOf(found.moment));
      }
      if (drag === undefined) return;
      box.setPointerCapture(event.pointerId);
      if (event.button === 1) event.preventDefault();
      if (drag.kind === "scrub") cursor.focus({ preventScroll: true });
      onHover(undefined, at.x, at.y);
    },
    { signal },
  );

  box.addEventListener(
    "pointermove",
    (event) => {
      const at = placeOf(event);
      if (drag === undefined) {
        const found = foundAt(at);
        box.dataset["over"] = found.kind === "moment" && !mayGo() ? "nothing" : found.kind;
        surface.mark(found.kind === "marks" ? found.cluster : undefined);
        return onHover(cursor.contains(event.target as Node) ? undefined : found, at.x, at.y);
      }
      if (!drag.isMoved && Math.hypot(at.x - drag.x, at.y - drag.y) < SLACK_PX) return;
      const { view, extent, drawn } = surface;
      switch (drag.kind) {
        case "pan":
          surface.look(panned(view, ((drag.x - at.x) / drawn.width) * view.span, extent));
          surface.scroll(drag.y - at.y);
          drag = { ...drag, isMoved: true, ...at };
          break;
        case "pinch":
          pinch(event.pointerId, at.x);
          break;
        case "mark":
          if (drag.cluster.row === 0 && mayGo()) drag = scrub(drag);
          break;
        case "scrub":
          if (!drag.isMoved) surface.hold();
          drag = { ...drag, isMoved: true };
          seekMain(at.x);
          break;
        default:
          drag satisfies never;
      }
    },
    { signal },
  );

  const release = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    if (drag?.kind === "mark" && event.type === "pointerup") {
      const { left, top } = box.getBoundingClientRect();
      onOpen(drag.cluster, left + drag.cluster.x, top + drag.y);
    }
    if (fingers.size > 0) return;
    drag = undefined;
    surface.letGo();
  };
  for (const type of ["pointerup", "pointercancel"] as const) box.addEventListener(type, release, { signal });
  box.addEventListener(
    "pointerleave",
    () => {
      surface.mark(undefined);
      onHover(undefined, 0, 0);
    },
    { signal },
  );

  box.addEventListener(
    "dblclick",
    (event) => {
      if (foundAt(placeOf(event)).kind === "nothing") surface.fit();
    },
    { signal },
  );

  box.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { view, extent, drawn } = surface;
      const about = placeAt(view, drawn.width, placeOf(event).x);
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const along = event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.altKey) surface.scroll(event.deltaY);
      else if (isSideways) surface.look(panned(view, (along / drawn.width) * view.span, extent));
      else surface.look(zoomed(view, Math.exp(event.deltaY * ZOOM_PER_PX), about, extent));
    },
    { signal, passive: false },
  );

  cursor.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isFit = event.key.toLowerCase() === "f";
      if (isFit) surface.fit();
      else if (event.key === "Escape" && drag?.kind === "scrub") {
        seek(drag.from);
        drag = undefined;
        surface.letGo();
      } else if (event.key === "Enter") openNearest();
      else if (!KEYS.has(event.key)) return;
      else if (mayGo()) seek(keyTarget(event.key, surface.lines, surface.seeker.target.current?.place ?? surface.now));
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );

  function scrub({ x, y }: { readonly x: number; readonly y: number }): Drag | undefined {
    if (!mayGo()) return undefined;
    const moment = momentOnMain(surface.lines, surface.now, surface.now);
    return { kind: "scrub", isMoved: false, x, y, from: moment && targetOf(moment) };
  }

  function seekMain(x: number): void {
    const { drawn, view } = surface;
    const inside = Math.max(0, Math.min(drawn.width, x));
    const moment = momentOnMain(drawn.lines, placeAt(view, drawn.width, inside), drawn.now);
    if (moment !== undefined && moment.place !== surface.seeker.target.current?.place) seek(targetOf(moment));
  }

  function seek(target: Target | undefined): void {
    if (target === undefined) return;
    surface.look(showing(surface.view, target.place));
    surface.seeker.seek(target);
  }

  function pinch(pointer: number, x: number): void {
    const [a, b] = [...fingers.values()];
    const before = Math.abs(a!.x - b!.x);
    const middle = (a!.x + b!.x) / 2;
    fingers.set(pointer, { x });
    const [c, d] = [...fingers.values()];
    const { view, drawn, extent } = surface;
    const about = placeAt(view, drawn.width, middle);
    surface.look(zoomed(view, before / Math.max(8, Math.abs(c!.x - d!.x)), about, extent));
  }

  /** The mark at the cursor, or the last one before it. */
  function openNearest(): void {
    const { clusters, view, width, now } = surface.drawn;
    const x = pixelOf(view, width, now);
    const cluster = clusters.findLast((one) => one.row === 0 && one.x <= x + SLACK_PX);
    if (cluster === undefined) return;
    const { left, top } = box.getBoundingClientRect();
    onOpen(cluster, left + cluster.x, top + MAIN_Y);
  }

  return { [Symbol.dispose]: () => stop.abort() };
}

type Drag = { readonly x: number; readonly y: number; readonly isMoved: boolean } & (
  | { readonly kind: "pan" | "pinch" }
  | { readonly kind: "mark"; readonly cluster: Cluster }
  /** `from` is where it began: Escape goes back there. */
  | { readonly kind: "scrub"; readonly from: Target | undefined }
);

const KEYS: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "PageDown", "PageUp", "Home", "End"]);
/** A press that trembles is no drag. */
const SLACK_PX = 4;
const ZOOM_PER_PX = 0.0015;
const MAIN_Y = 44;
