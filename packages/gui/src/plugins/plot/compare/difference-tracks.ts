import {
  ChunkPool,
  difference,
  joinSeries,
  lineTo,
  stretchesOf,
  Track,
  type Difference,
  type Keep,
  type SeriesView,
} from "@orrery/plots";
import type { orrery } from "@orrery/msgs";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { Value } from "../../../client/value.ts";
import { USUAL_KEEP } from "../sources/curve-sources.ts";
import type { CurveSource, Described, SourceState } from "../sources/source.ts";
import { readDifferenceKey, type DifferenceOf } from "./difference-key.ts";

export interface DifferenceTracksOptions {
  readonly sources: CurveSource;
  readonly history: Value<orrery.History | undefined>;
}

/** The name of the only stretch of a difference, which belongs to no line of history. */
const ONLY = "difference";
/** Differences are computed again at most this often, in ms. */
const PACE_MS = 200;

interface Compared {
  readonly of: DifferenceOf;
  users: number;
  readonly wanted: Disposable;
  readonly tracks: Track[];
  /** The revisions of both lines when they were last compared, by column. */
  readonly read: string[];
  state: SourceState;
}

/** Curves of the difference between two lines of history: first minus second, at equal times. */
export class DifferenceTracks implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  readonly #options: DifferenceTracksOptions;
  readonly #compared = new Map<string, Compared>();
  readonly #pool = new ChunkPool();
  readonly #parts = new DisposableStack();
  #keep: Keep = USUAL_KEEP;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;

  constructor(options: DifferenceTracksOptions) {
    this.#options = options;
    this.#parts.use(options.sources.changes.on(() => this.#later()));
    this.#parts.use(options.history.changes.on(() => this.#later()));
    this.#parts.defer(() => clearTimeout(this.#timer));
  }

  get keep(): Keep {
    return this.#keep;
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const { tracks } of this.#compared.values()) for (const track of tracks) track.keep = keep;
  }

  want(key: string): Disposable {
    const compared = this.#compared.get(key) ?? this.#add(key);
    if (compared !== undefined) compared.users++;
    let isWanted = compared !== undefined;
    return {
      [Symbol.dispose]: () => {
        if (!isWanted || compared === undefined) return;
        isWanted = false;
        if (--compared.users > 0) return;
        this.#compared.delete(key);
        compared.wanted[Symbol.dispose]();
      },
    };
  }

  state(key: string): SourceState | undefined {
    return this.#compared.get(key)?.state;
  }

  track(key: string, column: number): Track | undefined {
    return this.#compared.get(key)?.tracks[column];
  }

  cancel(key: string): void {
    const of = readDifferenceKey(key);
    if (of !== undefined) this.#options.sources.cancel(of.key);
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
    for (const { wanted } of this.#compared.values()) wanted[Symbol.dispose]();
    this.#compared.clear();
  }

  #add(key: string): Compared | undefined {
    const of = readDifferenceKey(key);
    if (of === undefined) return undefined;
    const state = { key, described: undefined, progress: 0, error: "" };
    const wanted = this.#options.sources.want(of.key);
    const compared: Compared = { of, users: 0, wanted, tracks: [], read: [], state };
    this.#compared.set(key, compared);
    this.#later();
    return compared;
  }

  #later(): void {
    // All sources together report the changes of this one too. It must not react to its own.
    if (this.#isBusy || this.#compared.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#isBusy = true;
      try {
        let hasChanged = false;
        for (const compared of this.#compared.values()) hasChanged = this.#compare(compared) || hasChanged;
        if (hasChanged) this.changes.emit();
      } finally {
        this.#isBusy = false;
      }
    }, PACE_MS);
  }

  /** Computes a difference again if its lines have changed. Returns whether they have. */
  #compare(compared: Compared): boolean {
    const { of, tracks, read } = compared;
    const state = this.#options.sources.state(of.key);
    if (state?.described === undefined) return false;
    let [found, hasChanged] = [undefined as Difference | undefined, false];
    for (const column of state.described.columns.keys()) {
      const [first, second] = [this.#line(of.key, column, of.first), this.#line(of.key, column, of.second)];
      const revision = `${first.revision} ${second.revision}`;
      if (read[column] === revision) continue;
      read[column] = revision;
      found = difference(first.view, second.view);
      tracks[column] = trackOf(found, { keep: this.#keep, pool: this.#pool });
      hasChanged = true;
    }
    const { progress, error } = state;
    if (!hasChanged && progress === compared.state.progress && error === compared.state.error) return false;
    const described = describe(state.described, found) ?? compared.state.described;
    compared.state = { ...compared.state, described, progress, error };
    return true;
  }

  #line(key: string, column: number, end: string): { readonly view: SeriesView; readonly revision: string } {
    const { stretches } = stretchesOf(this.#options.history.current ?? {});
    const line = lineTo(end, new Map(stretches.map((stretch) => [stretch.id, stretch])));
    const series = this.#options.sources.track(key, column)?.line(line) ?? [];
    return { view: joinSeries(series), revision: series.map(({ revision }) => revision).join() };
  }
}

function trackOf({ samples }: Difference, options: { readonly keep: Keep; readonly pool: ChunkPool }): Track {
  const track = new Track(options);
  const { times, values } = samples;
  if (times.length > 0) track.append(ONLY, times, values);
  const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0];
  track.follow({ stretches: [{ id: ONLY, parent: "", start, end }], present: ONLY });
  return track;
}

/** Describes a difference: what is compared, and how much it differs. */
function describe(of: Described, found: Difference | undefined): Described | undefined {
  if (found === undefined) return undefined;
  const { samples, greatest, greatestTime, rms, partsAt } = found;
  const shown = (value: number): string => String(Number(value.toPrecision(6)));
  const note =
    samples.times.length === 0
      ? "The lines have no time in common yet"
      : partsAt === undefined
        ? "Both lines are the same"
        : `They part at ${shown(partsAt)} s; the greatest difference is ${shown(greatest)} at ${shown(greatestTime)} s, its rms ${shown(rms)}`;
  return { ...of, name: `Δ ${of.name}`, info: undefined, note };
}
