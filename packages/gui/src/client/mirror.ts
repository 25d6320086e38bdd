import type { orrery } from "@orrery/msgs";
import { RequestError, World, type Entity, type Node } from "@orrery/sim";
import {
  applyState,
  decodeChunk,
  type Delta,
  Emitter,
  hashComponents,
  isEmpty,
  PackError,
  PoseScratch,
  STREAM_TYPE,
  textOf,
} from "@orrery/sim/host";
import { IsWorld, SimClock } from "@orrery/sim/components";
import { logError } from "../base/log-error.ts";
import { isContained, type ContainedFrom, type StateMark } from "./contained-from.ts";
import { Overlay, type OverlayCommand } from "./editing/overlay.ts";
import { until } from "./until.ts";
import { Value } from "./value.ts";
import { WatchedEntities } from "./watched-entities.ts";

/** What a mirror shows, compared with the world itself. */
export type MirrorState =
  /** Nothing has arrived yet. */
  | { readonly kind: "empty" }
  | { readonly kind: "live" }
  /** It shows the last state; `reason` says why nothing new arrives. */
  | { readonly kind: "stale"; readonly reason: string }
  /** The world runs, but without the system that publishes its state. */
  | { readonly kind: "no-stream" };

export interface MirrorChange {
  /**
   * What has changed. If a value occurs twice, the later one counts. Valid only during the event: copy what must last.
   */
  readonly delta: Delta;
  /** Whether it is the first state, or that of a different server; `delta` still has only the differences. */
  readonly whole: boolean;
  /**
   * Whether every component now has its exact value in the paused world, including the effects of this page's own
   * commands.
   */
  readonly exact: boolean;
  /** Nothing arrived; only this page's own commands changed. */
  readonly isOwn?: boolean;
}

/** What this page applies to its copy, over the server's state. */
export interface MirrorOverlay {
  readonly commands: readonly PreviewedCommand[];
  /** Revision of the pending list that the commands are based on. */
  readonly revision: number;
  /** Whether to retry commands that could not be applied. */
  readonly anew?: boolean;
}

/** A command that the page shows before a state contains it. */
export interface PreviewedCommand extends OverlayCommand {
  /** `undefined` while unknown: the command is pending, or its answer is under way. */
  readonly containedFrom: ContainedFrom | undefined;
  /** Whether a state that may contain it must wait for its answer, because applying it twice would be visible. */
  readonly isAwaited?: boolean;
}

/** The traffic that kept a mirror up to date, since it was created. */
export interface StreamFigures {
  readonly chunks: number;
  /** Without the overhead of the link. */
  readonly bytes: number;
  /** Number of steps between the last two chunks: the shown state is at most that old when the next chunk arrives. */
  readonly lag: number;
}

/**
 * A copy of a world elsewhere, kept up to date as long as the server answers, and showing this page's own pending
 * commands. Only this class writes to it.
 */
export class Mirror {
  readonly world = new World();
  readonly changes = new Emitter<MirrorChange>(logError);
  readonly states = new Emitter<MirrorState>(logError);
  /** Emits when the shown state comes from a new run, so that everything known about the old run's past is void. */
  readonly restarts = new Emitter<void>(logError);
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
  readonly #watched = new WatchedEntities();
  /** Identifies the current call of `follow`; undefined when it has ended. */
  #following: object | undefined;

  /** The world's own entity. */
  get root(): Entity | undefined {
    return this.#root;
  }

  get state(): MirrorState {
    return this.#state;
  }

  /** Number of the shown run: it differs for a different or restarted server. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Increases with each state that arrives. */
  get version(): number {
    return this.#version;
  }

  /** Changes with each jump in time; commands carry the number that was current when they were given. */
  get timeline(): number {
    return this.#timeline;
  }

  /** Revision of the pending list that belongs to this state. */
  get pendingRevision(): number {
    return this.#pendingRevision;
  }

  /** How many of the run's inputs this state contains. */
  get inputs(): number {
    return this.#inputs;
  }

  /** Returns whether the shown state contains the command by itself. */
  contains({ containedFrom }: PreviewedCommand): boolean {
    return containedFrom !== undefined && isContained(containedFrom, this.#mark);
  }

  /** Whether every component has its exact value at `version`. */
  get isExact(): boolean {
    return this.#exactVersion === this.#version && this.#version > 0;
  }

  /**
   * The state as the server sent it, without what is pending here: the world itself, or a copy. Must not be written.
   */
  get serverState(): World {
    return this.#overlay.serverState();
  }

  /** Hashes the server's state, without what is pending here. */
  hashServerState(): Uint32Array {
    return hashComponents(this.serverState);
  }

  get figures(): StreamFigures {
    return { chunks: this.#chunks, bytes: this.#bytes, lag: this.#lag };
  }

  /**
   * Watches an entity until disposed of: every change then includes all its numbers in full precision, velocities too.
   */
  watch(entity: Entity): Disposable {
    return this.#watched.watch(entity);
  }

  /** Shows these commands over the server's state from now on, in order, each until the state contains it. */
  overlay(wanted: MirrorOverlay): void {
    this.#wanted.set(wanted);
    this.#redo(wanted);
  }

  /**
   * Follows a world behind a node, instead of the previous one, until the node's link ends or the result is disposed
   * of. `prefix` is that of the world's services.
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
    const { latest: watch } = this.#watched;
    return { epoch: this.#epoch, after: this.#version, exact_after: this.#exactVersion, watch };
  }

  #take(chunk: orrery.StateChunk): void {
    const { epoch = 0, version = 0, whole = false, exact = false, pending = 0, inputs = 0 } = chunk;
    if (version === this.#version && epoch === this.#epoch) {
      // An empty answer need not have a revision.
      if (pending <= this.#pendingRevision) return;
      this.#pendingRevision = pending;
      return this.#redo({});
    }
    const { changes = NONE, poses = NONE, watched = NONE } = chunk;
    const decoded = decodeChunk({ changes, poses, watched }, this.#scratch);
    const stepsBefore = this.#steps();
    const write = (): Delta => {
      const written = applyState(this.world, decoded, { whole });
      if (this.#root === undefined || !this.world.exists(this.#root)) this.#root = this.world.query(IsWorld).first();
      return written;
    };
    const delta = this.#overlay.rewrite(write, this.#openCommands({ pending, inputs }));
    const isNewRun = this.#epoch !== 0 && epoch !== this.#epoch;
    const { timeline = 0 } = chunk;
    // An input without effect only raises the count.
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

  /** Returns the commands that this state does not contain yet. */
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
   * Waits until the page knows which of its commands a state contains. A state may contain more of them than the page
   * knows about; it then waits for the list of pending commands, or for an answer. Otherwise a thing would be scaled
   * twice for a moment.
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

  /** Recovers from an error. Throws if the error ends the following. */
  async #recover(node: Node, service: string, error: unknown): Promise<void> {
    if (error instanceof PackError && this.#version > 0) {
      // The change does not fit the copy, so request the whole state. If that does not fit either, nothing helps.
      logError(error);
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

/** A list or answer that has not arrived after this time is not expected any more. */
const NEWS_MS = 1000;

/** The longest delay of a timer. */
const FOREVER_MS = 2 ** 31 - 1;
