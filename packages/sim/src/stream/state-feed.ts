import { Pose } from "../components/pose.ts";
import { isEmpty, writesAt, type ComponentWrites, type Delta } from "../ecs/delta.ts";
import type { World } from "../ecs/world.ts";
import { encodeDelta } from "./delta-codec.ts";
import { lackingChanges, watchedValues } from "./lacking.ts";
import { encodePoses } from "./pose-codec.ts";

export interface ChunkRequest {
  /** Epoch of the feed that the versions belong to; a different feed sends the whole state. */
  readonly epoch: number;
  /** Version of the last chunk that was applied; 0 if there was none. */
  readonly after: number;
  /** Version of the last exact chunk. */
  readonly exactAfter: number;
  /** Entities whose numbers every chunk must contain, in full precision. */
  readonly watch: readonly number[];
}

/** Numbers sent with a state: the timeline number, and the revision of the list of pending commands. */
export interface StateNumbers {
  readonly timeline: number;
  readonly pending: number;
  /**
   * Increases with every input of a run and never decreases. An input is contained in all states with at least its
   * count.
   */
  readonly inputs: number;
}

/** The update of one client from its version to that of the feed. */
export interface Chunk extends StateNumbers {
  readonly epoch: number;
  readonly version: number;
  /** Whether the client must discard what it had. */
  readonly whole: boolean;
  /**
   * Whether the client then has everything that the feed's world has at `version`. If the world is paused, or is the
   * live one, that is every component to the bit. A mirror of a running world has only the last received values of
   * numbers that are not drawn.
   */
  readonly exact: boolean;
  /** Written by delta-codec; applied first. */
  readonly changes: Uint8Array<ArrayBuffer>;
  /** Written by pose-codec. */
  readonly poses: Uint8Array<ArrayBuffer>;
  /** Written by delta-codec; applied last. */
  readonly watched: Uint8Array<ArrayBuffer>;
}

export interface FeedAdvance {
  readonly exact: boolean;
  readonly whole?: Uint8Array<ArrayBuffer> | undefined;
  readonly numbers?: StateNumbers;
}

/** The numbers of a world without a history. */
export const noNumbers: StateNumbers = { timeline: 0, pending: 0, inputs: 0 };

/**
 * Gives clients what they lack of a world: the live one, or a mirror of it. Chunks for several clients are encoded
 * once.
 */
export class StateFeed {
  readonly world: World;
  readonly epoch: number;
  #version = 0;
  #isExact = false;
  #numbers = noNumbers;
  /** The first version with the present timeline number and count of inputs. */
  #numbersVersion = 0;
  /** Chunks that bring clients from a version to the present one, by that version, without what each client watches. */
  readonly #made = new Map<number, Chunk | undefined>();

  /** `epoch` must differ between all feeds that a client may ever use. */
  constructor(world: World, epoch: number) {
    this.world = world;
    this.epoch = epoch;
  }

  get version(): number {
    return this.#version;
  }

  /**
   * Advances to the world's present version. Must be called after the world was written; the world must not be written
   * again before the next call. `exact` says that it is paused and entirely up to date. `whole` has all of its
   * contents, written by delta-codec, if available.
   */
  advance({ exact, whole, numbers = noNumbers }: FeedAdvance): void {
    this.#version = this.world.mark();
    const { timeline, inputs } = this.#numbers;
    if (numbers.timeline !== timeline || numbers.inputs !== inputs) this.#numbersVersion = this.#version;
    this.#numbers = numbers;
    this.#isExact = exact;
    this.#made.clear();
    if (whole !== undefined) this.#made.set(0, this.#chunkOf({ whole: true, changes: whole }));
  }

  /**
   * Returns what a client lacks; undefined if it has everything. Clients that lack the same things get the same object.
   */
  chunk({ epoch, after, exactAfter, watch }: ChunkRequest): Chunk | undefined {
    const isKnown = epoch === this.epoch && after <= this.#version && exactAfter <= after;
    const since = !isKnown ? 0 : this.#isExact ? exactAfter : after;
    if (this.#version === 0) return undefined;
    if (!this.#made.has(since)) this.#made.set(since, this.#encode(since));
    const shared = this.#made.get(since);
    // The client had inexact values in between. These may have returned to their former ones, which the client must
    // learn.
    const isBelated = this.#isExact && isKnown && exactAfter < after;
    if (shared === undefined && !isBelated && after >= this.#numbersVersion) return undefined;
    const chunk = shared ?? this.#chunkOf({});
    const watched = chunk.exact ? nothing : this.#watchedOf(watch);
    return watched.length === 0 ? chunk : { ...chunk, watched };
  }

  #chunkOf({ whole = false, changes = nothing, poses = nothing }: Partial<Chunk>): Chunk {
    const exact = this.#isExact || whole;
    return {
      epoch: this.epoch,
      version: this.#version,
      whole,
      exact,
      changes,
      poses,
      watched: nothing,
      ...this.#numbers,
    };
  }

  #encode(since: number): Chunk | undefined {
    const { delta, whole } = lackingChanges(this.world, { since, exact: this.#isExact, watch: [] });
    if (isEmpty(delta) && !whole) return undefined;
    if (whole || this.#isExact) return this.#chunkOf({ whole, changes: encodeDelta(delta) });
    const { rest, moved } = withoutMoved(delta);
    return this.#chunkOf({
      changes: isEmpty(rest) ? nothing : encodeDelta(rest),
      poses: moved === undefined ? nothing : encodePoses(moved),
    });
  }

  #watchedOf(watch: readonly number[]): Uint8Array<ArrayBuffer> {
    const set = watchedValues(this.world, watch);
    return set.length === 0 ? nothing : encodeDelta({ removed: [], placed: [], unset: [], set });
  }
}

const nothing = new Uint8Array(0);

/** Separates the poses of entities that existed before; those of new ones stay exact. */
function withoutMoved(delta: Delta): { readonly rest: Delta; readonly moved: ComponentWrites | undefined } {
  const poses = delta.set.find(({ component }) => component === Pose);
  if (poses === undefined) return { rest: delta, moved: undefined };
  const others = delta.set.filter((writes) => writes !== poses);
  if (delta.placed.length === 0) return { rest: { ...delta, set: others }, moved: poses };
  const placed = new Set<number>(delta.placed.map(({ entity }) => entity));
  const isNew = Array.from(poses.entities, (entity) => placed.has(entity));
  const part = (wanted: boolean): ComponentWrites => {
    const places = isNew.flatMap((is, place) => (is === wanted ? [place] : []));
    return writesAt(Pose, poses.entities, poses.data, places);
  };
  const [fresh, moved] = [part(true), part(false)];
  const set = fresh.entities.length === 0 ? others : [...others, fresh];
  return { rest: { ...delta, set }, moved: moved.entities.length === 0 ? undefined : moved };
}
