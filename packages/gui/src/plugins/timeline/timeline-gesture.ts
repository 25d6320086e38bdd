import { assertNever } from "@orrery/sim/host";
import type { Cluster } from "./drawing/clusters.ts";
import { findAt, momentOnMain } from "./drawing/places.ts";
import { panned, placeAt, showing, zoomed } from "./drawing/time-view.ts";
import { targetOf, type Target } from "./timeline-keys.ts";
import type { TimelineSurface } from "./timeline-surface.ts";

/** Pixels from the top left corner of the timeline. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A pointer that goes down. */
export interface Press extends Point {
  readonly pointer: number;
  readonly button: number;
  readonly isShifted: boolean;
  /** What was pressed, if it is the cursor; `out`: the cursor is at the edge because the present is out of sight. */
  readonly cursor: "in" | "out" | undefined;
}

/** What the pressed pointers are doing. */
export type GestureState =
  | { readonly kind: "rest" }
  /** Moves the view. `at` is the last place of the pointer. */
  | { readonly kind: "pan"; readonly at: Point; readonly isMoved: boolean }
  /** Zooms the view with two fingers. */
  | { readonly kind: "pinch" }
  /** Opens the mark on release, or drags the cursor from there. */
  | { readonly kind: "mark"; readonly at: Point; readonly cluster: Cluster }
  /** Drags the cursor. `from` is where the present was; Escape goes back there. */
  | { readonly kind: "scrub"; readonly at: Point; readonly isMoved: boolean; readonly from: Target | undefined };

export type GestureSurface = Pick<
  TimelineSurface,
  "drawn" | "extent" | "goTo" | "hold" | "letGo" | "lines" | "look" | "now" | "scroll" | "view"
> & { readonly seeker: Pick<TimelineSurface["seeker"], "seek" | "target"> };

export interface GestureOptions {
  readonly surface: GestureSurface;
  /** Returns whether the user may go to any moment. */
  readonly mayGo: () => boolean;
  readonly onOpen: (cluster: Cluster, at: Point) => void;
}

/** Turns presses and moves of pointers into views and moments: a state machine without access to the page. */
export class TimelineGesture {
  readonly #surface: GestureSurface;
  readonly #mayGo: () => boolean;
  readonly #onOpen: (cluster: Cluster, at: Point) => void;
  /** Horizontal position of each pressed pointer, in pixels from the left. */
  readonly #fingers = new Map<number, number>();
  #state: GestureState = REST;

  constructor({ surface, mayGo, onOpen }: GestureOptions) {
    this.#surface = surface;
    this.#mayGo = mayGo;
    this.#onOpen = onOpen;
  }

  get kind(): GestureState["kind"] {
    return this.#state.kind;
  }

  /** Begins the gesture that belongs to the place and the button. */
  press(press: Press): void {
    this.#fingers.set(press.pointer, press.x);
    this.#state = this.#begun(press);
  }

  /** Continues a gesture once the pointer has moved further than a click may. */
  move(pointer: number, at: Point): void {
    const state = this.#state;
    switch (state.kind) {
      case "rest":
        break;
      case "pan":
        if (state.isMoved || isFar(state.at, at)) this.#pan(state.at, at);
        break;
      case "pinch":
        this.#pinch(pointer, at.x);
        break;
      case "mark":
        if (isFar(state.at, at) && state.cluster.row === 0 && this.#mayGo()) this.#state = this.#scrub(state.at);
        break;
      case "scrub":
        if (!state.isMoved && !isFar(state.at, at)) break;
        if (!state.isMoved) this.#surface.hold();
        this.#state = { ...state, isMoved: true };
        this.#seekAt(at.x);
        break;
      default:
        assertNever(state);
    }
  }

  /** Ends the gesture when the last pointer is released or lost. */
  release(pointer: number, how: "up" | "lost"): void {
    this.#fingers.delete(pointer);
    const state = this.#state;
    if (state.kind === "mark" && how === "up") this.#onOpen(state.cluster, { x: state.cluster.x, y: state.at.y });
    if (this.#fingers.size > 0) return;
    this.#state = REST;
    this.#surface.letGo();
  }

  /** Moves the cursor back to where it was dragged from. */
  cancelScrub(): void {
    if (this.#state.kind !== "scrub") return;
    this.#surface.goTo(this.#state.from);
    this.#state = REST;
    this.#surface.letGo();
  }

  #begun({ x, y, button, isShifted, cursor }: Press): GestureState {
    const surface = this.#surface;
    const at = { x, y };
    const found = findAt(surface.drawn, x, y);
    if (this.#fingers.size === 2) return { kind: "pinch" };
    if (button === 1 || isShifted || (found.kind === "nothing" && cursor === undefined)) {
      return { kind: "pan", at, isMoved: false };
    }
    if (button !== 0) return this.#state;
    if (cursor === "out") {
      surface.look(showing(surface.view, surface.now));
      return this.#state;
    }
    if (cursor === "in") return this.#mayGo() ? this.#scrub(at) : REST;
    if (found.kind === "marks") return { kind: "mark", at, cluster: found.cluster };
    if (found.kind === "nothing" || !this.#mayGo()) return this.#state;
    const scrub = this.#scrub(at);
    surface.seeker.seek(targetOf(found.moment));
    return scrub;
  }

  #scrub(at: Point): GestureState {
    const { lines, now } = this.#surface;
    const moment = momentOnMain(lines, now, now);
    return { kind: "scrub", isMoved: false, at, from: moment && targetOf(moment) };
  }

  #pan(from: Point, to: Point): void {
    const { view, extent, drawn } = this.#surface;
    this.#surface.look(panned(view, ((from.x - to.x) / drawn.width) * view.span, extent));
    this.#surface.scroll(from.y - to.y);
    this.#state = { kind: "pan", at: to, isMoved: true };
  }

  #pinch(pointer: number, x: number): void {
    // One of the two fingers has been lifted.
    if (this.#fingers.size < 2) return;
    const [a, b] = [...this.#fingers.values()] as [number, number];
    this.#fingers.set(pointer, x);
    const [c, d] = [...this.#fingers.values()] as [number, number];
    const { view, drawn, extent } = this.#surface;
    const about = placeAt(view, drawn.width, (a + b) / 2);
    this.#surface.look(zoomed(view, Math.abs(a - b) / Math.max(MIN_APART_PX, Math.abs(c - d)), about, extent));
  }

  /** Goes to the moment of the main line at that pixel, unless the world is on its way there. */
  #seekAt(x: number): void {
    const { drawn, view, seeker } = this.#surface;
    const inside = Math.max(0, Math.min(drawn.width, x));
    const moment = momentOnMain(drawn.lines, placeAt(view, drawn.width, inside), drawn.now);
    if (moment !== undefined && moment.place !== seeker.target.current?.place) this.#surface.goTo(targetOf(moment));
  }
}

function isFar(a: Point, b: Point): boolean {
  return Math.hypot(b.x - a.x, b.y - a.y) >= SLACK_PX;
}

const REST: GestureState = { kind: "rest" };
/** Less movement than this is a click. */
export const SLACK_PX = 4;
/** At least this distance between two fingers: fingers that meet would zoom out without end. */
const MIN_APART_PX = 8;
