import type { orrery } from "@orrery/msgs";
import { RequestError, World, type Entity, type Node } from "@orrery/sim";
import {
  applyState,
  decodeChunk,
  type Delta,
  Emitter,
  hashComponents,
  isEmpty,
  MAX_WATCHED,
  PackError,
  PoseScratch,
  STREAM_TYPE,
  textOf,
} from "@orrery/sim/host";
import { IsWorld, SimClock } from "@orrery/sim/components";
import { isContained, type ContainedFrom, type StateMark } from "./contained-from.ts";
import { Overlay, type OverlayCommand } from "./overlay.ts";
import { until } from "./until.ts";
import { Value } from "./value.ts";

/** What a mirror shows, compared with the world itself. */
export type MirrorState =
  /** Nothing has come yet. */
  | { readonly kind: "empty" }
  | { readonly kind: "live" }
  /** What is there is what was; why nothing new comes. */
  | { readonly kind: "stale"; readonly reason: string }
  /** The world runs, but without the system that shows it. */
  | { readonly kind: "no-stream" };

export interface MirrorChange {
  /** What is different now. Of values that come twice, the later one counts. It holds while listeners are told: copy what is to stay. */
  readonly delta: Delta;
  /** The first state, or another server's: `delta` is still only what differs. */
  readonly whole: boolean;
  /** Every component is now to the bit what it is in the world, which is paused; or what this page's own commands make of it. */
  readonly exact: boolean;
  /** Nothing has come: what this page does to its copy is different. */
  readonly isOwn?: boolean;
}

/** What this page has done to its copy, over what the server sends. */
export interface MirrorOverlay {
  readonly commands: readonly PreviewedCommand[];
  /** Revision of the pending list that these follow from. */
  readonly revision: number;
  /** What could not be done may be possible now. */
  readonly anew?: boolean;
}

/** A command that the page shows before a state has it in it. */
export interface PreviewedCommand extends OverlayCommand {
  /** `undefined` while nobody can tell: it waits, or its answer is on the way. */
  readonly containedFrom: ContainedFrom | undefined;
  /** A state that may have it in it waits for its answer, because doing it twice would show. */
  readonly isAwaited?: boolean;
}

/** What it took to keep a mirror up to date, since it was made. */
export interface StreamFigures {
  readonly chunks: number;
  /** Without what the link adds to them. */
  readonly bytes: number;
  /** Steps that the world made between the last two chunks: what is shown is at most that old when the next one comes. */
  readonly lag: number;
}

/**
 * A copy of a world elsewhere, kept up to date for as long as somebody answers, with what this page's own pending commands will make
 * of it. Nobody else writes to it.
 */
export class Mirror {
  readonly world = new World();
  readonly changes = new Emitter<MirrorChange>((error) => console.error(error));
  readonly states = new Emitter<MirrorState>((error) => console.error(error));
  /** Told when what is shown comes from another run than before: nothing that was known of the old one's past holds. */
  readonly restarts = new Emitter<void>((error) => console.error(error));
  #state: MirrorState = { kind: "empty" };
  #root: Entity | undefined;
  #epoch = 0;
  #version = 0;
  #exactVersion = 0;
  #timeline = 0;
  #pendingRevision = 0;
  #inputs = 0;
  #chunks = 0;
  #bytes = 0;
  #lag = 0;
  readonly #scratch = new PoseScratch();
  readonly #overlay = new Overlay(this.world, () => this.#root);
  readonly #wanted = new Value<MirrorOverlay>({ commands: [], revision: 0 });
  /** How many want to see an entity. */
  readonly #watched = new Map<Entity, number>();
  /** Identifies the world that is being followed. */
  #following: object | undefined;

  /** The world's own entity. */
  get root(): Entity | undefined {
    return this.#root;
  }

  get state(): MirrorState {
    return this.#state;
  }

  /** Number of the run that is shown: it differs when another server, or the same one started again, is behind it. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Goes up with everything that comes. */
  get version(): number {
    return this.#version;
  }

  /** Another one after each jump in time: what is done on seeing this state says so. */
  get timeline(): number {
    return this.#timeline;
  }

  /** Revision of the pending list that this state goes with. */
  get pendingRevision(): number {
    return this.#pendingRevision;
  }

  /** How many inputs of the run this state contains. */
  get inputs(): number {
    return this.#inputs;
  }

  /** Whether what is shown has the command in it by itself. */
  contains({ containedFrom }: PreviewedCommand): boolean {
    return containedFrom !== undefined && isContained(containedFrom, this.#mark);
  }

  /** Every component is to the bit what it was at `version`. */
  get isExact(): boolean {
    return this.#exactVersion === this.#version && this.#version > 0;
  }

  /** The state as the server sent it, without what is pending here: the world itself, or a copy. Not to be written. */
  get serverState(): World {
    return this.#overlay.serverState();
  }

  /** Hashes the server's state, whatever is pending here. */
  hashServerState(): Uint32Array {
    return hashComponents(this.serverState);
  }

  get figures(): StreamFigures {
    return { chunks: this.#chunks, bytes: this.#bytes, lag: this.#lag };
  }

  /** While held, all numbers of the entity come exact, in every change, velocities included. */
  watch(entity: Entity): Disposable {
    this.#watched.set(entity, (this.#watched.get(entity) ?? 0) + 1);
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        const left = this.#watched.get(entity)! - 1;
        if (left > 0) this.#watched.set(entity, left);
        else this.#watched.delete(entity);
      },
    };
  }

  /** From now on these are done over what the server sends, in their order, until the state has them in it. */
  overlay(wanted: MirrorOverlay): void {
    this.#wanted.set(wanted);
    this.#redo(wanted);
  }

  /**
   * Follows a world behind a node, instead of the one before, until the node's link ends or the result is disposed of. `prefix`
   * is what the names of the world's services begin with.
   */
  follow(node: Node, prefix: string): Disposable {
    const following = {};
    this.#following = following;
    const isOver = (): boolean => this.#following !== following;
    void this.#run(node, `${prefix}/stream`, isOver).catch((error: unknown) => {
      if (!isOver()) this.#enter({ kind: "stale", reason: textOf(error) });
    });
    return {
      [Symbol.dispose]: () => {
        if (isOver()) return;
        this.#following = undefined;
        this.#enter({ kind: "stale", reason: "nobody follows the world" });
      },
    };
  }

  async #run(node: Node, service: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        const chunk = await node.request(service, this.#request(), STREAM_TYPE);
        if (this.#overlay.isOn) await this.#newsOf(chunk);
        if (isOver()) return;
        this.#take(chunk);
        this.#enter({ kind: "live" });
      } catch (error) {
        if (isOver()) return;
        await this.#recover(node, service, error);
      }
    }
  }

  #request(): orrery.StateRequest {
    const watch = [...this.#watched.keys()].slice(-MAX_WATCHED);
    return { epoch: this.#epoch, after: this.#version, exact_after: this.#exactVersion, watch };
  }

  #take(chunk: orrery.StateChunk): void {
    const { epoch = 0, version = 0, whole = false, exact = false, pending = 0, inputs = 0 } = chunk;
    if (version === this.#version && epoch === this.#epoch) {
      // An answer with nothing in it need not say.
      if (pending <= this.#pendingRevision) return;
      this.#pendingRevision = pending;
      return this.#redo({});
    }
    const { changes = NONE, poses = NONE, watched = NONE } = chunk;
    const decoded = decodeChunk({ changes, poses, watched }, this.#scratch);
    const stepsBefore = this.#steps();
    const write = (): Delta => {
      const written = applyState(this.world, decoded, { whole });
      if (this.#root === undefined || !this.world.exists(this.#root)) this.#root = rootOf(this.world);
      return written;
    };
    const delta = this.#overlay.rewrite(write, this.#openCommands({ pending, inputs }));
    const isNewRun = this.#epoch !== 0 && epoch !== this.#epoch;
    const { timeline = 0 } = chunk;
    // Inputs that have changed nothing raise the count alone.
    const isNews = !isEmpty(delta) || whole || timeline !== this.#timeline || exact !== this.isExact;
    this.#epoch = epoch;
    this.#version = version;
    if (exact) this.#exactVersion = version;
    this.#timeline = timeline;
    this.#pendingRevision = pending;
    this.#inputs = inputs;
    this.#chunks++;
    this.#bytes += changes.length + poses.length + watched.length;
    this.#lag = whole ? 0 : Math.max(0, this.#steps() - stepsBefore);
    if (isNews) this.changes.emit({ delta, whole, exact });
    if (isNewRun) this.restarts.emit();
  }

  get #mark(): StateMark {
    return { inputs: this.#inputs, pending: this.#pendingRevision };
  }

  /** Those that this state does not have in it yet. */
  #openCommands(state: StateMark): readonly PreviewedCommand[] {
    const isOpen = ({ containedFrom }: PreviewedCommand): boolean =>
      containedFrom === undefined || !isContained(containedFrom, state);
    return this.#wanted.current.commands.filter(isOpen);
  }

  #redo({ anew = false }: Partial<MirrorOverlay>): void {
    const delta = this.#overlay.redo(this.#openCommands(this.#mark), { anew });
    if (!isEmpty(delta)) this.changes.emit({ delta, whole: false, exact: this.isExact, isOwn: true });
  }

  /**
   * What is done over a state depends on which commands are in it already. So a state that knows more of them than the page does waits
   * for the list of those that wait, or for an answer: things would be scaled twice for a moment.
   */
  async #newsOf({ epoch, pending = 0, inputs = 0 }: orrery.StateChunk): Promise<void> {
    if (epoch !== this.#epoch) return;
    const isUnsure = ({ isAwaited = false, containedFrom }: PreviewedCommand): boolean =>
      isAwaited && containedFrom === undefined && inputs > this.#inputs;
    const isKnown = ({ commands, revision }: MirrorOverlay): boolean => revision >= pending && !commands.some(isUnsure);
    await until(this.#wanted, isKnown, NEWS_MS);
  }

  #steps(): number {
    return (this.#root === undefined ? undefined : this.world.get(this.#root, SimClock)?.steps) ?? 0;
  }

  /** Throws on what ends the following. */
  async #recover(node: Node, service: string, error: unknown): Promise<void> {
    if (error instanceof PackError && this.#version > 0) {
      // What came does not fit: only the whole state helps, and when that does not fit either, nothing.
      console.error(error);
      this.#version = this.#exactVersion = 0;
      return;
    }
    if (!(error instanceof RequestError)) throw error;
    switch (error.code) {
      case "refused":
        if (node.services().some(({ name }) => name === service)) throw error;
        return;
      case "no-such-service":
        this.#enter({ kind: "no-stream" });
        return await node.until(() => node.services().some(({ name }) => name === service), { timeoutMs: FOREVER_MS });
      case "timed-out":
        return this.#enter({ kind: "stale", reason: error.message });
      case "link-closed":
        throw error;
    }
  }

  #enter(state: MirrorState): void {
    if (state.kind === this.#state.kind) return;
    this.#state = state;
    this.states.emit(state);
  }
}

const NONE = new Uint8Array();

/** A list or answer that has not come by then does not come. */
const NEWS_MS = 1000;

/** The longest that a timer takes. */
const FOREVER_MS = 2 ** 31 - 1;

function rootOf(world: World): Entity | undefined {
  for (const [entity] of world.query(IsWorld)) return entity;
  return undefined;
}
