import { SECOND } from "@orrery/sim";
import { Value } from "../client/value.ts";
import { clustersOf, type Cluster } from "../plugins/timeline/drawing/clusters.ts";
import { layOut } from "../plugins/timeline/drawing/lines.ts";
import type { TimeView } from "../plugins/timeline/drawing/time-view.ts";
import { TimelineGesture, type GestureSurface, type Press } from "../plugins/timeline/timeline-gesture.ts";
import type { Target } from "../plugins/timeline/timeline-keys.ts";
import { past, stretch } from "./sample-past.ts";

/** Ten pixels per second. */
export const VIEW: TimeView = { from: 0, span: 100 * SECOND, shows: "part", gaps: [] };

/** A timeline of 50 s without a page, with a command at 10 s; the present is at its end. */
export class TimelineStand implements GestureSurface {
  readonly lines = layOut(past([stretch("a", "", 0, 50, ["Move@10"])], { present: "a" }));
  readonly now = 50 * SECOND;
  readonly extent = { start: 0, end: 50 * SECOND };
  readonly target = new Value<Target | undefined>(undefined);
  readonly seeker = { target: this.target, seek: (target: Target) => this.target.set(target) };
  readonly opened: Cluster[] = [];
  readonly gesture: TimelineGesture;
  view = VIEW;
  scrolled = 0;
  isHeld = false;
  readonly mayGo: () => boolean;

  constructor({ mayGo = true } = {}) {
    this.mayGo = () => mayGo;
    this.gesture = new TimelineGesture({
      surface: this,
      mayGo: this.mayGo,
      onOpen: (cluster) => this.opened.push(cluster),
    });
  }

  get drawn() {
    const { lines, view, now } = this;
    return { lines, view, now, width: 1000, scrolled: 0, clusters: clustersOf(lines, { view, width: 1000 }) };
  }

  look(view: TimeView): void {
    this.view = view;
  }

  scroll(by: number): void {
    this.scrolled += by;
  }

  fit(): void {
    this.view = { ...this.view, shows: "all" };
  }

  goTo(target: Target | undefined): void {
    this.target.set(target);
  }

  hold(): void {
    this.isHeld = true;
  }

  letGo(): void {
    this.isHeld = false;
  }

  press(x: number, y: number, more: Partial<Press> = {}): void {
    this.gesture.press({ pointer: 1, x, y, button: 0, isShifted: false, cursor: undefined, ...more });
  }
}
