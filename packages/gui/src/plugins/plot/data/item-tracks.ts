import type { orrery } from "@orrery/msgs";
import { ChunkPool, lineTo, stretchesOf, Track, type Keep } from "@orrery/plots";
import type { Node } from "@orrery/sim";
import { Emitter, textOf } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { WorldClient } from "../../../client/world-client.ts";
import type { WorldView } from "../../../client/world-view.ts";
import { USUAL_KEEP } from "../sources/curve-sources.ts";
import { EVERY_STEP, stepsBetween, type Sampling } from "../sources/sampling-rate.ts";
import { nameOf, type CurveSource, type SourceState } from "../sources/source.ts";
import { addSamples } from "./add-samples.ts";
import { LiveSamples, type LostSamples } from "./live-samples.ts";
import { PastSamples, type TimeRange } from "./past-samples.ts";
import { WatchedItem } from "./watched-item.ts";

/** The plotted items of one world: the samples of their past, which is simulated again, and those from now on. */
export class ItemTracks implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  readonly #view: WorldView;
  readonly #items = new Map<string, WatchedItem>();
  readonly #pool = new ChunkPool();
  readonly #parts = new DisposableStack();
  #keep: Keep = USUAL_KEEP;
  #sampling: Sampling = EVERY_STEP;
  /** The number of steps from one sample to the next. */
  #every = 1;
  #focus: TimeRange | undefined;
  /** When each stretch starts, according to the latest history. */
  #starts: ReadonlyMap<string, number> = new Map();
  #isMisplaced = false;
  #connection: DisposableStack | undefined;
  #live: LiveSamples | undefined;
  #past: PastSamples | undefined;
  #isSettling = false;
  #fresh = new Set<string>();

  constructor(view: WorldView) {
    this.#view = view;
    this.#parts.use(view.client.changes.on((client) => this.#connect(client)));
    this.#parts.use(view.history.state.changes.on((history) => history && this.#follow(history)));
    this.#parts.use(view.status.changes.on(() => this.#noteRate()));
    // A new run has a past of its own.
    this.#parts.use(view.mirror.restarts.on(() => this.#startAgain()));
    this.#connect(view.client.current);
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const item of this.#items.values()) item.keep = keep;
    this.changes.emit();
  }

  get keep(): Keep {
    return this.#keep;
  }

  get sampling(): Sampling {
    return this.#sampling;
  }

  set sampling(sampling: Sampling) {
    this.#sampling = sampling;
    this.#noteRate();
  }

  want(key: string): Disposable {
    const name = nameOf(key);
    const item = this.#items.get(name) ?? this.#add(name);
    item.users++;
    let isWanted = true;
    return {
      [Symbol.dispose]: () => {
        if (!isWanted) return;
        isWanted = false;
        if (--item.users > 0) return;
        this.#items.delete(name);
        this.#fresh.delete(name);
        this.#past?.drop(name);
        this.#settleSoon();
      },
    };
  }

  state(key: string): SourceState | undefined {
    return this.#items.get(nameOf(key))?.state;
  }

  track(key: string, column: number): Track | undefined {
    return this.#items.get(nameOf(key))?.tracks[column];
  }

  focus(range: TimeRange): void {
    this.#focus = range;
    this.#past?.focus(range);
  }

  cancel(key: string): void {
    this.#past?.cancel(nameOf(key));
  }

  [Symbol.dispose](): void {
    this.#connection?.dispose();
    this.#parts.dispose();
  }

  /** Samples as often as is wanted now, from now on and in the past. */
  #noteRate(): void {
    const every = stepsBetween(this.#sampling, this.#view.status.current?.stepNs ?? 0);
    if (every === this.#every) return;
    this.#every = every;
    for (const name of this.#items.keys()) this.#fresh.add(name);
    this.#settleSoon();
  }

  #add(name: string): WatchedItem {
    const item = new WatchedItem(name);
    this.#items.set(name, item);
    this.#fresh.add(name);
    this.#settleSoon();
    return item;
  }

  /** Makes one request for all curves that are added together. */
  #settleSoon(): void {
    if (this.#isSettling) return;
    this.#isSettling = true;
    queueMicrotask(() => {
      this.#isSettling = false;
      this.#settle();
    });
  }

  #settle(): void {
    const fresh = [...this.#fresh];
    this.#fresh.clear();
    const past = this.#past;
    if (past === undefined) return;
    past.every = this.#every;
    const watched = this.#live?.watch([...this.#items.keys()], this.#every);
    // Not before the manager watches them, so that no step is missing in between.
    if (fresh.length > 0) void watched?.then(() => past.replay(fresh.filter((name) => this.#items.has(name))));
  }

  #connect(client: WorldClient | undefined): void {
    this.#connection?.dispose();
    this.#connection = this.#live = this.#past = undefined;
    if (client === undefined) return;
    const parts = new DisposableStack();
    const { node, manager } = client;
    this.#live = parts.use(this.#watchLive(node, manager));
    this.#past = parts.use(this.#watchPast(node, manager));
    if (this.#focus !== undefined) this.#past.focus(this.#focus);
    this.#connection = parts;
    for (const name of this.#items.keys()) this.#fresh.add(name);
    this.#settleSoon();
  }

  #watchLive(node: Node, manager: string): LiveSamples {
    return new LiveSamples({
      node,
      manager,
      onDescribed: (items) => {
        for (const item of items) this.#items.get(item.name ?? "")?.describe(item);
        this.changes.emit();
      },
      onSamples: (name, column, samples) => {
        const track = this.#trackOf(name, column);
        if (track !== undefined) addSamples(track, samples);
      },
      onBatch: () => this.changes.emit(),
      onLost: (lost) => this.#fetchLost(lost),
      onError: (error) => this.#fail(error),
    });
  }

  #watchPast(node: Node, manager: string): PastSamples {
    return new PastSamples({
      node,
      manager,
      onDescribed: (items) => {
        for (const item of items) this.#items.get(item.name ?? "")?.describePast(item);
      },
      onSamples: ({ stretch, name, column, range, samples, grain }) => {
        this.#trackOf(name, column)?.fill(stretch, range.from, range.to, samples, grain);
        this.#isMisplaced ||= range.from < (this.#starts.get(stretch) ?? -Infinity);
      },
      onProgress: (names, progress, error) => {
        for (const name of names) this.#items.get(name)?.note({ progress, pastError: error });
        this.#placeAgain();
        this.changes.emit();
      },
    });
  }

  /** Moves samples to the stretches that they belong to: a stretch may have been split since its replay began. */
  #placeAgain(): void {
    const history = this.#view.history.state.current;
    if (!this.#isMisplaced || history === undefined) return;
    this.#isMisplaced = false;
    for (const item of this.#items.values()) item.follow(stretchesOf(history));
  }

  /** Requests a replay of samples that were lost on the way. */
  #fetchLost({ from, to, stretch }: LostSamples): void {
    const items = [...this.#items.keys()];
    const history = this.#view.history.state.current;
    const known = new Map(history && stretchesOf(history).stretches.map((each) => [each.id, each]));
    // After a jump it is not known which times are missing. Without one, no other branch was sampled meanwhile.
    if (from < to && stretch !== undefined) this.#past?.replay(items, { from, to, stretches: lineTo(stretch, known) });
    else this.#past?.replay(items);
  }

  #fail(error: unknown): void {
    for (const item of this.#items.values()) item.note({ absence: textOf(error) });
    this.changes.emit();
  }

  #trackOf(name: string, column: number): Track | undefined {
    const item = this.#items.get(name);
    if (item === undefined) return undefined;
    let track = item.tracks[column];
    if (track !== undefined) return track;
    track = new Track({ keep: this.#keep, pool: this.#pool });
    const history = this.#view.history.state.current;
    if (history !== undefined) track.follow(stretchesOf(history));
    item.tracks[column] = track;
    return track;
  }

  #follow(history: orrery.History): void {
    const stretches = stretchesOf(history);
    this.#starts = new Map(stretches.stretches.map(({ id, start }) => [id, start]));
    for (const item of this.#items.values()) item.follow(stretches);
    this.changes.emit();
  }

  #startAgain(): void {
    for (const item of this.#items.values()) item.tracks.length = 0;
    this.#connect(this.#view.client.current);
    this.changes.emit();
  }
}
