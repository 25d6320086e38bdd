import type { orrery } from "@orrery/msgs";
import { ChunkPool, stretchesOf, Track, type Keep } from "@orrery/plots";
import type { Node } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import type { WorldClient } from "../../../client/world-client.ts";
import type { WorldView } from "../../../client/world-view.ts";
import { USUAL_KEEP } from "../sources/curve-sources.ts";
import { keyOf, nameOf, type CurveSource, type SourceState } from "../sources/source.ts";
import { describeItem } from "./describe-item.ts";
import { LiveSamples } from "./live-samples.ts";
import { PastSamples } from "./past-samples.ts";

interface Item {
  state: SourceState;
  /** For how many curves it is wanted. */
  users: number;
  /** By column. */
  readonly tracks: Track[];
}

/** The items of one world that are plotted: their past, simulated again, and their samples from now on. */
export class ItemTracks implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  readonly #view: WorldView;
  readonly #items = new Map<string, Item>();
  readonly #pool = new ChunkPool();
  readonly #parts = new DisposableStack();
  #keep: Keep = USUAL_KEEP;
  #connection: DisposableStack | undefined;
  #live: LiveSamples | undefined;
  #past: PastSamples | undefined;
  #isSettling = false;
  #fresh = new Set<string>();

  constructor(view: WorldView) {
    this.#view = view;
    this.#parts.use(view.client.changes.on((client) => this.#connect(client)));
    this.#parts.use(view.history.state.changes.on((history) => history && this.#follow(history)));
    // Another run has another past.
    this.#parts.use(view.mirror.restarts.on(() => this.#startAgain()));
    this.#connect(view.client.current);
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const { tracks } of this.#items.values()) for (const track of tracks) track.keep = keep;
    this.changes.emit();
  }

  get keep(): Keep {
    return this.#keep;
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

  cancel(): void {
    this.#past?.cancel();
  }

  [Symbol.dispose](): void {
    this.#connection?.dispose();
    this.#parts.dispose();
  }

  #add(name: string): Item {
    const item: Item = {
      state: { key: keyOf("item", name), described: undefined, progress: 0, error: "" },
      users: 0,
      tracks: [],
    };
    this.#items.set(name, item);
    this.#fresh.add(name);
    this.#settleSoon();
    return item;
  }

  /** Several curves that are added together make one request. */
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
    this.#live?.watch([...this.#items.keys()]);
    if (fresh.length > 0) this.#past?.replay(fresh);
  }

  #connect(client: WorldClient | undefined): void {
    this.#connection?.dispose();
    this.#connection = this.#live = this.#past = undefined;
    if (client === undefined) return;
    const parts = new DisposableStack();
    const { node, manager } = client;
    this.#live = parts.use(this.#watchLive(node, manager));
    this.#past = parts.use(this.#watchPast(node, manager));
    this.#connection = parts;
    for (const name of this.#items.keys()) this.#fresh.add(name);
    this.#settleSoon();
  }

  #watchLive(node: Node, manager: string): LiveSamples {
    return new LiveSamples({
      node,
      manager,
      history: this.#view.history.state,
      onDescribed: (described) => this.#describe(described),
      onSamples: (stretch, name, column, times, values, offset) => {
        this.#trackOf(name, column)?.append(stretch, times, values, { offset });
      },
      onBatch: () => this.changes.emit(),
      onError: (error) => logError(error),
    });
  }

  #watchPast(node: Node, manager: string): PastSamples {
    return new PastSamples({
      node,
      manager,
      onDescribed: (described) => this.#describe(described),
      onSamples: (stretch, name, column, range, samples) => {
        this.#trackOf(name, column)?.fill(stretch, range.from, range.to, samples);
      },
      onProgress: (names, progress, error) => {
        for (const name of names) this.#note(name, { progress, error });
        this.changes.emit();
      },
    });
  }

  #describe(described: readonly orrery.IntrospectionItem[]): void {
    for (const item of described) this.#note(item.name ?? "", { described: describeItem(item) });
    this.changes.emit();
  }

  #note(name: string, news: Partial<SourceState>): void {
    const item = this.#items.get(name);
    if (item !== undefined) item.state = { ...item.state, ...news };
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
    for (const { tracks } of this.#items.values()) for (const track of tracks) track.follow(stretches);
    this.#live?.deliver();
    this.changes.emit();
  }

  #startAgain(): void {
    for (const item of this.#items.values()) item.tracks.length = 0;
    this.#connect(this.#view.client.current);
    this.changes.emit();
  }
}
