import type { Cluster } from "./drawing/clusters.ts";
import { panned, pixelOf, placeAt, zoomed } from "./drawing/time-view.ts";
import { SLACK_PX, type Point, type TimelineGesture } from "./timeline-gesture.ts";
import { keyTarget } from "./timeline-keys.ts";
import type { TimelineSurface } from "./timeline-surface.ts";

/** A turn of the wheel, as browsers report it. */
export interface WheelTurn {
  /** Pixels from the left of the timeline. */
  readonly x: number;
  readonly deltaX: number;
  readonly deltaY: number;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Zooms about the pointer. Sideways or with Shift it pans; with Alt it scrolls the side tracks. */
export function turnWheel(
  surface: Pick<TimelineSurface, "view" | "extent" | "drawn" | "look" | "scroll">,
  { x, deltaX, deltaY, shiftKey, altKey }: WheelTurn,
): void {
  const { view, extent, drawn } = surface;
  const isSideways = shiftKey || Math.abs(deltaX) > Math.abs(deltaY);
  const along = deltaX === 0 ? deltaY : deltaX;
  if (altKey) surface.scroll(deltaY);
  else if (isSideways) surface.look(panned(view, (along / drawn.width) * view.span, extent));
  else surface.look(zoomed(view, Math.exp(deltaY * ZOOM_PER_PX), placeAt(view, drawn.width, x), extent));
}

/** What keys act on. */
export interface KeyParts {
  readonly surface: Pick<TimelineSurface, "drawn" | "fit" | "goTo" | "lines" | "now"> & {
    readonly seeker: Pick<TimelineSurface["seeker"], "target">;
  };
  readonly gesture: Pick<TimelineGesture, "kind" | "cancelScrub">;
  readonly mayGo: () => boolean;
  /** Opens a mark at a place of the timeline. */
  readonly open: (cluster: Cluster, at: Point) => void;
}

/** Handles a key while the cursor has the focus. Returns whether the key is one of the timeline's. */
export function pressKey(key: string, { surface, gesture, mayGo, open }: KeyParts): boolean {
  if (key.toLowerCase() === "f") surface.fit();
  else if (key === "Escape" && gesture.kind === "scrub") gesture.cancelScrub();
  else if (key === "Enter") openNearest(surface, open);
  else if (!KEYS.has(key)) return false;
  else if (mayGo()) surface.goTo(keyTarget(key, surface.lines, surface.seeker.target.current?.place ?? surface.now));
  return true;
}

/** Opens the mark at the cursor, or the last one before it. */
function openNearest({ drawn: { clusters, view, width, now } }: KeyParts["surface"], open: KeyParts["open"]): void {
  const x = pixelOf(view, width, now);
  const cluster = clusters.findLast((one) => one.row === 0 && one.x <= x + SLACK_PX);
  if (cluster !== undefined) open(cluster, { x: cluster.x, y: MAIN_Y });
}

const KEYS: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "PageDown", "PageUp", "Home", "End"]);
const ZOOM_PER_PX = 0.0015;
const MAIN_Y = 44;
