import { fromSeconds } from "@orrery/sim";
import type { WorldHistory } from "../../../client/world-history.ts";
import { placeAt, type Point } from "../canvas/plot-place.ts";
import type { PlotSurface } from "../canvas/plot-surface.ts";
import { sampleAt } from "./sample-at.ts";

/** What takes a world to a moment, and reports when that fails. */
export interface Traveller {
  readonly history: Pick<WorldHistory, "goTo">;
  readonly onFailure: (error: unknown) => void;
}

/** Takes the world to the sample at a point of the canvas, on its own line of history. Returns whether there is one. */
export function goToSample(surface: PlotSurface, at: Point, { history, onFailure }: Traveller): boolean {
  const place = surface.layout && placeAt(surface.layout, at);
  const plot = place && surface.session.state.current.plots[place.index];
  const sample =
    place?.on === "frame" && plot !== undefined ? sampleAt(plot, place.plot, surface.session.sources, at) : undefined;
  if (sample === undefined) return false;
  history.goTo({ id: sample.stretch, timeNs: fromSeconds(sample.time) }).catch(onFailure);
  return true;
}

/** Takes the world to the moment that is pointed at, on the present line. */
export function goToPointed({ plots }: PlotSurface, { history, onFailure }: Traveller): boolean {
  const time = plots.pointed.current?.time;
  if (time === undefined) return false;
  history.goTo({ timeNs: fromSeconds(time) }).catch(onFailure);
  return true;
}
