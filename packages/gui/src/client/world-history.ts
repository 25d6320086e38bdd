import type { orrery } from "@orrery/msgs";
import { toSecNsec, type Nanoseconds } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../base/log-error.ts";
import { HistoryFollower } from "./history-follower.ts";
import { Value } from "./value.ts";
import type { WorldClient } from "./world-client.ts";
import type { WorldView } from "./world-view.ts";

/** Undo, redo and all other jumps in time of a world, shared by all pages. */
export class WorldHistory implements Disposable {
  /** Undefined until the history has arrived. */
  readonly state = new Value<orrery.History | undefined>(undefined);
  /** The file that is played back, kept while the connection is lost; empty for a simulated world. */
  readonly log = new Value("");
  readonly jumps = new Emitter<orrery.TimeJump>(logError);
  readonly #view: WorldView;
  readonly #parts = new DisposableStack();
  #following = new DisposableStack();
  /** Settings that this page has requested and that have not taken effect yet. */
  #configured: orrery.HistorySettings | undefined;

  constructor(view: WorldView) {
    this.#view = view;
    this.#parts.use(view.client.changes.on((client) => this.#follow(client)));
    // A new run numbers its revisions from the start, over the same connection.
    this.#parts.use(view.mirror.restarts.on(() => this.#follow(view.client.current)));
    this.#follow(view.client.current);
  }

  [Symbol.dispose](): void {
    this.#parts[Symbol.dispose]();
    this.#follow(undefined);
  }

  /**
   * Undoes a command and all later ones; without an id, the last command. `first` is the first entry of the list as the
   * user saw it: the world refuses if another person's command has come before it since.
   */
  undo(id = this.state.current?.undo?.[0]?.id, first = ""): Promise<void> {
    if (id === undefined) throw new Error("There is nothing to undo");
    return this.#ask("history/undo_redo", { id, undo: true, first } satisfies orrery.UndoRedo);
  }

  redo(id = this.state.current?.redo?.[0]?.id, first = ""): Promise<void> {
    if (id === undefined) throw new Error("There is nothing to redo");
    return this.#ask("history/undo_redo", { id, undo: false, first } satisfies orrery.UndoRedo);
  }

  /**
   * Goes to the moment before a command, or to the end of a stretch or a time within it. Without an id, goes to a time
   * on the present line, or to the first moment with that time in a log.
   */
  goTo({ id = "", timeNs }: { readonly id?: string; readonly timeNs?: Nanoseconds }): Promise<void> {
    return this.#ask("history/go_to", { id, ...(timeNs === undefined ? {} : { time: toSecNsec(timeNs) }) });
  }

  async configure(settings: orrery.HistorySettings): Promise<void> {
    this.#configured = settings;
    try {
      await this.#ask("history/settings", settings);
    } catch (error) {
      this.#configured = undefined;
      throw error;
    }
  }

  /** Returns whether this page requested the current settings; true only once. */
  takeOwnSettings(): boolean {
    const { enabled = false, byte_limit = 0, command_limit = 0 } = this.#configured ?? {};
    const { current } = this.state;
    if (this.#configured === undefined || current === undefined) return false;
    const isSet = (wanted: number, is = 0): boolean => wanted === 0 || wanted === is;
    const isOwn =
      enabled === (current.enabled ?? false) &&
      isSet(byte_limit, current.byte_limit) &&
      isSet(command_limit, current.command_limit);
    if (isOwn) this.#configured = undefined;
    return isOwn;
  }

  #follow(client: WorldClient | undefined): void {
    this.#following[Symbol.dispose]();
    this.#following = new DisposableStack();
    this.state.set(undefined);
    if (client === undefined) return;
    const { node, prefix } = client;
    this.#following.use(new HistoryFollower(client, (history) => this.#learn(history)));
    this.#following.use(
      node.subscribe(`${prefix}/history/jump`, "orrery.msgs.TimeJump", ({ value }) => this.jumps.emit(value), {
        hostOnly: true,
      }),
    );
  }

  #learn(state: orrery.History): void {
    this.log.set(state.log ?? "");
    this.state.set(state);
  }

  async #ask(service: string, request: object): Promise<void> {
    const client = this.#view.client.current;
    if (client === undefined) throw new Error("There is no connection to the world");
    await client.ask(service, { ...request, author_name: this.#view.session.presence.ownName });
  }
}
