import { kept } from "../../client/kept.ts";
import { Value } from "../../client/value.ts";
import type { WorldView } from "../../client/world-view.ts";
import { DifferenceTracks } from "./compare/difference-tracks.ts";
import type { CursorPair } from "./cursors/cursor-marks.ts";
import { ItemTracks } from "./data/item-tracks.ts";
import { TableJobs } from "./files/table-job.ts";
import { FormulaTracks } from "./formulas/formula-tracks.ts";
import { SavedFormulas } from "./formulas/saved-formulas.ts";
import { PlotSession } from "./plot-session.ts";
import { NO_PLOTS, type PlotsState } from "./plot-state.ts";
import { keptSamples } from "./plot-settings.ts";
import { readPlots } from "./saved-plots.ts";
import { ProgramTracks } from "./programs/program-tracks.ts";
import { RunTracks } from "./runs/run-tracks.ts";
import { RunStore } from "./runs/run-store.ts";
import { Runs } from "./runs/runs.ts";
import { StoredRuns } from "./runs/stored-runs.ts";
import { CurveSources } from "./sources/curve-sources.ts";
import { TopicTracks } from "./topics/topic-tracks.ts";

/** The moment that somebody points at, in one of the panels. All of them show it. */
export interface Pointed {
  /** Simulated seconds. */
  readonly time: number;
  readonly session: PlotSession;
  /** Where the pointer is, in px of the panel's canvas; `undefined` when keys moved it. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
}

/** All plots of one world: its panels, what they have in common, and their data. */
export class WorldPlots implements Disposable {
  readonly sources = new CurveSources();
  readonly pointed = new Value<Pointed | undefined>(undefined);
  /** The moments that are compared, in all panels; `undefined` while there are none. */
  readonly cursors = new Value<CursorPair | undefined>(undefined);
  readonly formulas = new SavedFormulas();
  /** The panel that was used last. */
  activePanel = "plot";
  readonly programs: ProgramTracks;
  /** The files that are being written and read. */
  readonly jobs = new TableJobs();
  /** The runs to compare with. */
  readonly runs = new Runs();
  readonly differences: DifferenceTracks;
  /** The panel whose list of runs is open. */
  readonly compared = new Value<PlotSession | undefined>(undefined);
  readonly #view: WorldView;
  readonly #storedRuns: StoredRuns;
  readonly #sessions = new Map<string, PlotSession>();
  readonly #parts = new DisposableStack();
  /** The world whose plots are shown. */
  #world = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: WorldView) {
    this.#view = view;
    this.formulas.follow(view.name);
    this.sources.add("item", new ItemTracks(view));
    this.sources.add("topic", new TopicTracks(view));
    this.programs = this.sources.add("program", new ProgramTracks(view));
    const { sources, formulas } = this;
    const history = view.history.state;
    this.sources.add("formula", new FormulaTracks({ sources, formulas, history }));
    this.sources.add("run", new RunTracks(this.runs));
    this.#storedRuns = this.#parts.use(new StoredRuns(this.runs, new RunStore()));
    this.differences = this.sources.add("difference", new DifferenceTracks({ sources, history }));
    this.sources.keep = keptSamples.current;
    this.#parts.use(keptSamples.changes.on((keep) => (this.sources.keep = keep)));
    this.#parts.use(view.client.changes.on(() => this.#follow()));
    this.#follow();
    const keep = (): void => this.#keep();
    addEventListener("pagehide", keep);
    this.#parts.defer(() => removeEventListener("pagehide", keep));
  }

  /** What all panels show. */
  get states(): readonly PlotsState[] {
    return [...this.#sessions.values()].map(({ state }) => state.current);
  }

  /** What the panel shows that was used last. */
  get active(): PlotSession {
    return this.session(this.activePanel);
  }

  /** Returns what a panel shows. */
  session(panel: string): PlotSession {
    const known = this.#sessions.get(panel);
    if (known !== undefined) return known;
    const session = new PlotSession(this.sources);
    const [other] = this.#sessions.values();
    this.#sessions.set(panel, session);
    session.begin(this.#saved(panel));
    if (other !== undefined) session.followShared(other.state.current);
    this.sources.sampling = session.state.current.sampling;
    this.#parts.use(session);
    this.#parts.use(
      session.state.changes.on((state) => {
        // One time axis for all panels, and one rate, because they share the samples.
        for (const each of this.#sessions.values()) each.followShared(state);
        this.sources.sampling = state.sampling;
        this.#timer ??= setTimeout(() => this.#keep(), KEEP_MS);
      }),
    );
    return session;
  }

  [Symbol.dispose](): void {
    this.#keep();
    this.#parts.dispose();
    this.sources[Symbol.dispose]();
  }

  /** Shows the plots of another world, if the view shows another one now. */
  #follow(): void {
    const { name } = this.#view;
    if (name === "" || name === this.#world) return;
    this.#keep();
    this.#world = name;
    this.formulas.follow(name);
    this.#storedRuns.follow(name);
    for (const [panel, session] of this.#sessions) session.begin(this.#saved(panel));
  }

  #saved(panel: string): PlotsState {
    return readPlots(savedPlots.current[this.#world]?.[panel]) ?? NO_PLOTS;
  }

  #keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#world === "" || this.#sessions.size === 0) return;
    const { [this.#world]: before = {}, ...others } = savedPlots.current;
    const now = Object.fromEntries([...this.#sessions].map(([panel, session]) => [panel, session.state.current]));
    // The world that was used last comes last, so it is forgotten last.
    const latest = Object.entries(others).slice(-MAX_WORLDS);
    savedPlots.set({ ...Object.fromEntries(latest), [this.#world]: { ...before, ...now } });
  }
}

/** Returns the plots of a world. */
export function plotsOf(view: WorldView): WorldPlots {
  return view.services.of(WorldPlots, () => new WorldPlots(view));
}

/** By name of the world, then by panel. */
const savedPlots = kept<Readonly<Record<string, Readonly<Record<string, unknown>>>>>(
  "plots",
  {},
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((each) => typeof each === "object" && each !== null),
);
/** A drag changes what is shown many times a second. */
const KEEP_MS = 500;
const MAX_WORLDS = 20;
