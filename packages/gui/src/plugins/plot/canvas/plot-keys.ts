import { panRange, zoomRange } from "@orrery/plots";
import { fitAll, follow, secondsOf, showRange } from "../view-edits.ts";
import type { PlotSurface } from "./plot-surface.ts";

/** How far a key moves the moment that is pointed at, in px; ten times as far with Shift. */
const STEP_PX = 4;
const PAN = 0.1;
const ZOOM = 1.25;

/** Performs the action of a key on plots. Returns whether the key has one. */
export function plotKey(surface: PlotSurface, event: KeyboardEvent): boolean {
  const { session } = surface;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  switch (event.key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const by = event.key === "ArrowLeft" ? -1 : 1;
      if (event.altKey) return (by < 0 ? session.back() : session.forward(), true);
      if (event.ctrlKey || event.metaKey) return (pan(surface, by * PAN), true);
      return (step(surface, by * STEP_PX * (event.shiftKey ? 10 : 1)), true);
    }
    case "+":
    case "=":
      return isPlain && (zoom(surface, ZOOM), true);
    case "-":
      return isPlain && (zoom(surface, 1 / ZOOM), true);
    case "Home":
      return isPlain && (session.look(fitAll), true);
    case "End":
      return isPlain && (session.look((state) => follow(state)), true);
    case "Escape":
      if (surface.plots.pointed.current === undefined) return false;
      surface.plots.pointed.set(undefined);
      return true;
    default:
      return false;
  }
}

const WHEEL_KEYS = {};

function pan(surface: PlotSurface, share: number): void {
  const { from, to } = surface.range;
  const { least, greatest } = panRange({ least: from, greatest: to }, share);
  surface.session.look((state) => showRange(state, least, greatest), WHEEL_KEYS);
}

/**
 * Zooms about the moment that is pointed at, or else about the middle. If no moment is pointed at, a view that follows
 * the latest sample continues to do so.
 */
function zoom(surface: PlotSurface, factor: number): void {
  const { from, to } = surface.range;
  const about = surface.plots.pointed.current?.time;
  surface.session.look((state) => {
    if (state.time.kind === "latest" && about === undefined) return follow(state, secondsOf(state.time) / factor);
    const { least, greatest } = zoomRange({ least: from, greatest: to }, factor, about ?? (from + to) / 2);
    return showRange(state, least, greatest);
  }, WHEEL_KEYS);
}

/** Moves the moment that is pointed at. At the ends of the view, the view moves too. */
function step(surface: PlotSurface, pixels: number): void {
  const { plots, session, range } = surface;
  const { from, to } = range;
  const scale = surface.layout?.plots.find(({ plot }) => plot.x === "time")?.x.scale;
  if (scale === undefined) return;
  const before = plots.pointed.current?.time ?? (pixels < 0 ? to : from);
  const time = Math.min(to, Math.max(from, before)) + (pixels * (to - from)) / (scale.to - scale.from);
  plots.pointed.set({ time: Math.min(to, Math.max(from, time)), session, at: undefined });
  if (session.state.current.time.kind !== "range" || (time >= from && time <= to)) return;
  const by = time < from ? time - from : time - to;
  session.look((state) => showRange(state, from + by, to + by), WHEEL_KEYS);
  plots.pointed.set({ time, session, at: undefined });
}
