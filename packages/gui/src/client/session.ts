import { type Node } from "@orrery/sim";
import { textOf, type LoadProgress } from "@orrery/sim/host";
import { Connection, type ConnectionOptions, type ConnectionState } from "./connection.ts";
import { OwnIds } from "./own-ids.ts";
import { Presence } from "./presence.ts";
import { Value } from "./value.ts";
import { followWorldList, type WorldEntry } from "./world-list.ts";

export interface SessionOptions extends ConnectionOptions {
  readonly kind: Session["kind"];
  readonly place: string;
  readonly assetUrl: Session["assetUrl"];
  readonly logUrl?: Session["logUrl"];
  /** Storage that lasts as long as the tab, if there is any. */
  readonly storage?: Pick<Storage, "getItem" | "setItem">;
}

export type SessionState =
  /** `loading`: the server answers, but its world is not loaded yet. */
  | { readonly kind: "connecting"; readonly loading?: LoadProgress }
  | { readonly kind: "connected" }
  /** `retryAtMs` is by `performance.now()`; undefined if only the user can trigger the next attempt. */
  | {
      readonly kind: "lost";
      readonly reason: string;
      readonly retryAtMs: number | undefined;
      /** Whether only a token helps. */
      readonly wantsToken: boolean;
    };

/** A page's connection to a server, or to its own worker: who the user is there, and which worlds run there. */
export class Session implements Disposable {
  readonly kind: "server" | "local";
  /** Host or file, for people. */
  readonly place: string;
  readonly state = new Value<SessionState>({ kind: "connecting" });
  /** Set while connected. */
  readonly node = new Value<Node | undefined>(undefined);
  /** The running worlds, as last reported. */
  readonly worlds = new Value<readonly WorldEntry[]>([]);
  /** The people who are here. */
  readonly presence: Presence;
  /** Ids for what this page creates while a world is paused; none is used twice in any of its worlds. */
  readonly ids: OwnIds;
  /** Returns the address of a mesh or a picture of a world: `uri` as in a component, `from` the file that names it. */
  readonly assetUrl: (namespace: string, uri: string, from: string) => string;
  /** Returns the address of a log that the server has recorded; undefined without a server. */
  readonly logUrl: ((file: string) => string) | undefined;
  readonly #connection: Connection;
  #listening: Disposable | undefined;

  constructor({ kind, place, assetUrl, logUrl, storage, ...connection }: SessionOptions) {
    this.kind = kind;
    this.place = place;
    this.assetUrl = assetUrl;
    this.logUrl = logUrl;
    this.ids = new OwnIds(storage);
    if (kind === "local") this.ids.use(undefined);
    this.presence = new Presence(this.node);
    this.presence.session.changes.on((own) => own && this.ids.use(own));
    this.#connection = new Connection(connection);
    this.#connection.changes.on((state) => this.#follow(state));
  }

  /** Connects, or retries now instead of waiting for the next attempt. */
  connect(): Promise<void> {
    return this.#connection.connect();
  }

  [Symbol.dispose](): void {
    this.#leave();
    this.presence[Symbol.dispose]();
    this.#connection[Symbol.dispose]();
  }

  #follow(state: ConnectionState): void {
    if (state.kind === "connected") return void this.#open(state.node);
    this.#leave();
    this.state.set(state);
  }

  #leave(): void {
    this.#listening?.[Symbol.dispose]();
    this.#listening = undefined;
    this.node.set(undefined);
  }

  #hear(entries: readonly WorldEntry[]): void {
    if (!isSame(this.worlds.current, entries)) this.worlds.set(entries);
  }

  async #open(node: Node): Promise<void> {
    try {
      const listening = await followWorldList(node, (entries) => this.#hear(entries));
      // The connection was lost in the meantime.
      if (!node.isOpen) return listening[Symbol.dispose]();
      this.#listening = listening;
      this.node.set(node);
      this.state.set({ kind: "connected" });
    } catch (error) {
      // Closes the link too, so that the connection tries again; the reason is unknown to it.
      node[Symbol.dispose]();
      const lost = this.#connection.state;
      if (lost.kind === "lost") this.state.set({ ...lost, reason: textOf(error) });
    }
  }
}

function isSame(a: readonly WorldEntry[], b: readonly WorldEntry[]): boolean {
  const isEqual = (one: WorldEntry, other: WorldEntry | undefined): boolean =>
    one.namespace === other?.namespace && one.name === other.name;
  return a.length === b.length && a.every((entry, i) => isEqual(entry, b[i]));
}
