import { ChunkPool, Track, type Keep } from "@orrery/plots";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import { USUAL_KEEP } from "../sources/curve-sources.ts";
import type { CurveSource, Described, SourceState } from "../sources/source.ts";
import { KEEP_ALL, type RunThing } from "./kept-run.ts";
import { readRunKey } from "./run-key.ts";
import type { ListedRun, Runs } from "./runs.ts";

/** The name of the only stretch of a run, which belongs to no line of history of this world. */
const ONLY = "run";

interface PlottedThing {
  users: number;
  readonly tracks: Track[];
  /** What the tracks were made of. */
  thing: RunThing | undefined;
  offset: number;
  state: SourceState;
}

/** Curves of runs that were kept, and of files, moved in time as each run is aligned. */
export class RunTracks implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  /** A run is complete, whatever is kept of the present one. */
  keep: Keep = USUAL_KEEP;
  readonly #runs: Runs;
  readonly #plotted = new Map<string, PlottedThing>();
  readonly #pool = new ChunkPool();
  readonly #listening: Disposable;

  constructor(runs: Runs) {
    this.#runs = runs;
    this.#listening = runs.list.changes.on(() => {
      for (const [key, plotted] of this.#plotted) this.#look(key, plotted);
      this.changes.emit();
    });
  }

  want(key: string): Disposable {
    const plotted = this.#plotted.get(key) ?? this.#add(key);
    plotted.users++;
    let isWanted = true;
    return {
      [Symbol.dispose]: () => {
        if (!isWanted) return;
        isWanted = false;
        if (--plotted.users > 0) return;
        this.#plotted.delete(key);
        clear(plotted);
      },
    };
  }

  state(key: string): SourceState | undefined {
    return this.#plotted.get(key)?.state;
  }

  track(key: string, column: number): Track | undefined {
    return this.#plotted.get(key)?.tracks[column];
  }

  cancel(): void {
    // Everything is here already.
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.#plotted.clear();
  }

  #add(key: string): PlottedThing {
    const state = { key, described: undefined, progress: 1, error: "" };
    const plotted: PlottedThing = { users: 0, tracks: [], thing: undefined, offset: 0, state };
    this.#plotted.set(key, plotted);
    this.#look(key, plotted);
    return plotted;
  }

  /** Fills the tracks of a thing, if it or its place in time has changed. */
  #look(key: string, plotted: PlottedThing): void {
    const place = readRunKey(key);
    const listed = place && this.#runs.get(place.run);
    const thing = listed?.run.things.find(({ name }) => name === place!.thing);
    if (listed === undefined || thing === undefined) {
      clear(plotted);
      plotted.thing = undefined;
      plotted.state = { ...plotted.state, error: lost(place?.run, listed), badge: "Not here" };
      return;
    }
    if (plotted.thing === thing && plotted.offset === listed.offset) return;
    plotted.thing = thing;
    plotted.offset = listed.offset;
    plotted.state = { key, described: describe(thing, listed), progress: 1, error: "" };
    for (const [column, samples] of thing.samples.entries()) {
      if (samples === undefined) continue;
      const track = (plotted.tracks[column] ??= new Track({ keep: KEEP_ALL, pool: this.#pool }));
      track.series(ONLY)?.clear();
      const { offset } = listed;
      const times = offset === 0 ? samples.times : samples.times.map((time) => time + offset);
      track.append(ONLY, times, samples.values);
      const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0];
      track.follow({ stretches: [{ id: ONLY, parent: "", start, end }], present: ONLY });
    }
  }
}

/** Gives the memory of the tracks back. */
function clear({ tracks }: PlottedThing): void {
  for (const track of tracks) track?.series(ONLY)?.clear();
  tracks.length = 0;
}

function describe({ name, columns, units, info }: RunThing, { run }: ListedRun): Described {
  const from = run.from === "file" ? "from a file" : "kept";
  return { name, columns, units, info, note: `Of the run ${run.name}, ${from}`, run: run.name };
}

function lost(name: string | undefined, listed: ListedRun | undefined): string {
  if (name === undefined) return "This is no curve of a run";
  if (listed === undefined) return `The run ${name} is not here: open its file again, or keep a run under this name`;
  return `The run ${name} has no such curve`;
}
