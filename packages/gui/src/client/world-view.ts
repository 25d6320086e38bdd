import { capabilitiesOf, isSameSet, type Capability } from "./capabilities.ts";
import { Editing } from "./editing/editing.ts";
import { keepChosen } from "./keep-chosen.ts";
import { Mirror } from "./mirror.ts";
import { Selection } from "./selection.ts";
import { Services } from "./services.ts";
import type { Session } from "./session.ts";
import { SystemsWatch } from "./systems-watch.ts";
import { Value } from "./value.ts";
import { WorldClient, type WorldStatus } from "./world-client.ts";
import { WorldHistory } from "./world-history.ts";
import type { WorldEntry } from "./world-list.ts";

/**
 * One world as this page sees it. A view belongs to a namespace: it stays while the connection is lost, and also if the
 * server restarts with a different world there.
 */
export class WorldView implements Disposable {
  readonly session: Session;
  /** The prefix of the world's topics and services; empty for the first world. */
  readonly namespace: string;
  /** While connected: access to the world's topics and services. */
  readonly client = new Value<WorldClient | undefined>(undefined);
  /** Kept while the connection is lost. */
  readonly status = new Value<WorldStatus | undefined>(undefined);
  readonly capabilities = new Value<ReadonlySet<Capability>>(new Set());
  /** Entities and components, kept while the connection is lost. */
  readonly mirror = new Mirror();
  /** Undo, redo and jumps in time. */
  readonly history: WorldHistory;
  /** Its edits. */
  readonly editing: Editing;
  /** What this person has selected in the world. */
  readonly selection = new Selection();
  /** Its systems. */
  readonly systems: SystemsWatch;
  /** Services of plugins for this world. */
  readonly services = new Services();
  readonly #parts = new DisposableStack();
  /** Disposed of together with the client. */
  #opened: DisposableStack | undefined;
  /** Outlives the client, because the end of the link ends it with a reason. */
  #following: Disposable | undefined;

  constructor(session: Session, namespace: string) {
    this.session = session;
    this.namespace = namespace;
    this.systems = this.#parts.use(new SystemsWatch(this));
    this.history = this.#parts.use(new WorldHistory(this));
    this.editing = this.#parts.use(new Editing(this));
    this.#parts.use(keepChosen(this.selection, this.mirror));
    this.#parts.use(session.node.changes.on(() => this.#follow()));
    this.#parts.use(session.worlds.changes.on(() => this.#follow()));
    this.#parts.defer(() => {
      this.#leave();
      this.#following?.[Symbol.dispose]();
    });
    this.#parts.use(this.services);
    this.#follow();
  }

  /** The world's entry in the session's list; `undefined` while unknown or no longer listed. */
  get entry(): WorldEntry | undefined {
    return this.session.worlds.current.find(({ namespace }) => namespace === this.namespace);
  }

  /** Kept while the connection is lost; empty while unknown. */
  get name(): string {
    return this.entry?.name ?? "";
  }

  /** Returns the name of a topic or service within this world; `undefined` if it belongs to a different world. */
  localName(name: string): string | undefined {
    const isBelow = (namespace: string): boolean => name.startsWith(`${namespace}/`);
    const owner = this.session.worlds.current
      .map(({ namespace }) => namespace)
      .filter(isBelow)
      .reduce((longest, namespace) => (namespace.length > longest.length ? namespace : longest), "");
    return owner === this.namespace ? name.slice(owner.length) : undefined;
  }

  /** Returns the address of a mesh or a picture: `uri` as in a component, `from` the file that names it. */
  assetUrl(uri: string, from: string): string {
    return this.session.assetUrl(this.namespace, uri, from);
  }

  /** Closes the view, with everything that was created for it. */
  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  #follow(): void {
    const node = this.session.node.current;
    const { entry } = this;
    const before = this.client.current;
    if (before !== undefined && before.node === node && before.name === entry?.name) return;
    this.#leave();
    if (node === undefined || entry === undefined || entry.name === "") return;
    const opened = new DisposableStack();
    const client = opened.use(new WorldClient(node, entry));
    opened.use(client.statuses.on((status) => this.status.set(status)));
    opened.use(node.bus.changes.on(() => this.#look(client)));
    this.#opened = opened;
    this.client.set(client);
    this.#look(client);
    this.#following = this.mirror.follow(node, client.prefix);
  }

  #leave(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    this.client.set(undefined);
    this.capabilities.set(new Set());
    opened?.dispose();
  }

  #look(client: WorldClient): void {
    // The connection reports the end of the link; until then everything stays.
    if (client.node.bus.neighbours.size === 0) return;
    const now = capabilitiesOf(client);
    if (!isSameSet(now, this.capabilities.current)) this.capabilities.set(now);
  }
}
