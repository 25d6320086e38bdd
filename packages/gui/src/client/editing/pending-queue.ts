import type { orrery } from "@orrery/msgs";
import { Emitter, scenesWanted, type Made } from "@orrery/sim/host";
import { logError } from "../../base/log-error.ts";
import { AssetResources } from "../asset-resources.ts";
import type { OwnIds } from "../own-ids.ts";
import { PendingList, type PendingEntry } from "./pending-list.ts";
import { Preview } from "./preview.ts";
import { Previews } from "./previews.ts";
import { SceneLibrary } from "./scene-library.ts";
import { Value } from "../value.ts";
import { withOwnIds } from "./with-own-ids.ts";
import { countIn, type WorldClient } from "../world-client.ts";
import type { WorldView } from "../world-view.ts";

export type { PendingEntry } from "./pending-list.ts";

/**
 * Everybody's commands that wait for a paused world to resume, as the server stores them. One's own are applied to the
 * page's copy of the world at once. The list depends on the server alone, so that a reload restores it.
 */
export class PendingQueue implements Disposable {
  /** In the order in which they will be applied. */
  readonly entries = new Value<readonly PendingEntry[]>([]);
  /** Outcomes of everybody's commands. */
  readonly outcomes = new Emitter<orrery.PendingOutcome>(logError);
  /** One's own commands that were listed before the connection was lost, and no longer are. */
  readonly missed = new Emitter<readonly orrery.Command[]>(logError);
  readonly library: SceneLibrary;
  readonly previews: Previews;
  readonly #view: WorldView;
  readonly #ids: OwnIds;
  readonly #list: PendingList;
  /** Kept while the connection is lost; undefined until the server has identified this session. */
  #ownId: string | undefined;
  readonly #parts = new DisposableStack();
  #following = new DisposableStack();
  /** Whether no list has arrived yet over the present connection. */
  #isNew = true;
  readonly #announcing = new Map<string, Promise<number | undefined>>();

  constructor(view: WorldView) {
    this.#view = view;
    const { session, mirror, client } = view;
    this.#ids = session.ids;
    this.library = new SceneLibrary(new AssetResources(view));
    this.previews = new Previews(mirror, this.library);
    this.#list = new PendingList(this.library, (command) => this.isOwn(command));
    this.#parts.use(this.previews);
    this.#parts.use(session.presence.session.changes.on((now) => this.#meet(now)));
    // A new run contains none of the commands that the previous run applied.
    this.#parts.use(mirror.restarts.on(() => this.#list.forget(({ phase }) => phase === "left")));
    this.#parts.use(this.library.arrivals.on(() => this.#show({ anew: true })));
    this.#parts.use(mirror.changes.on(() => this.#list.previews.length > 0 && this.#tidy()));
    this.#parts.use(client.changes.on((now) => this.#follow(now)));
    this.#meet(session.presence.session.current);
    this.#follow(client.current);
  }

  [Symbol.dispose](): void {
    this.#parts[Symbol.dispose]();
    this.#follow(undefined);
  }

  /** Whether the world is paused and queues commands until it resumes. */
  get isOpen(): boolean {
    const { capabilities, status } = this.#view;
    return capabilities.current.has("queue") && status.current?.paused === true;
  }

  isOwn({ author = "" }: orrery.Command): boolean {
    return this.#view.session.kind === "local" || author === this.#ownId;
  }

  /**
   * Applies the command here at once and sends it to the server. If either fails, reverts it and rejects with the
   * reason.
   */
  async add(given: orrery.Command): Promise<Made> {
    const { mirror } = this.#view;
    const { root } = mirror;
    const sources = root === undefined ? [] : scenesWanted(mirror.world, root, given);
    if (sources.some((source) => this.library.look(source).kind === "loading")) {
      const waiting = new Preview(given, this.library, "making");
      this.#put(waiting);
      await this.library.settled(sources);
      // Withdrawn in the meantime.
      if (!this.#list.previews.includes(waiting)) return waiting.made;
      this.#list.drop(waiting);
    }
    this.#ids.passWorld(mirror.world);
    const scenes = sources.map((source) => this.library.look(source));
    const preview = new Preview(withOwnIds(given, scenes, this.#ids), this.library, "making");
    this.#put(preview);
    if (preview.trouble !== undefined && scenes.every(({ kind }) => kind === "loaded")) {
      this.#drop(preview);
      throw new Error(preview.trouble);
    }
    await this.#announce(preview);
    return preview.made;
  }

  /**
   * Withdraws a command, one's own or another person's. Resolves to the run's count of inputs if the server had the
   * command. Rejects with the reason if the server does not withdraw it.
   */
  async withdraw(id: string): Promise<number | undefined> {
    const { preview, end } = this.#list.withdraw(id);
    this.#show();
    let isDone = false;
    try {
      // A command that has not reached the server cannot be withdrawn; a refused one need not be.
      const announcing = preview?.phase === "making" ? this.#announcing.get(id) : undefined;
      const isRefused = await announcing?.then(
        () => false,
        () => true,
      );
      const request: orrery.Withdrawal = { id };
      const inputs = isRefused === true ? undefined : await this.#ask("withdraw", request);
      isDone = true;
      return inputs;
    } finally {
      end(isDone);
      this.#show();
    }
  }

  async #announce(preview: Preview): Promise<void> {
    const announcing = this.#ask("announce", preview.command);
    this.#announcing.set(preview.id, announcing);
    try {
      const inputs = await announcing;
      // The world resumed while it was under way, and has applied it.
      if (inputs !== undefined) preview.leave({ kind: "inputs", inputs });
      else if (preview.phase === "making") preview.phase = "known";
      this.#show();
    } catch (error) {
      this.#drop(preview);
      throw error;
    } finally {
      this.#announcing.delete(preview.id);
    }
  }

  #meet(session: orrery.Session | undefined): void {
    if (session === undefined) return;
    this.#ownId = session.id ?? "";
    this.#list.arrange();
    this.#show();
  }

  #follow(client: WorldClient | undefined): void {
    this.#following[Symbol.dispose]();
    this.#following = new DisposableStack();
    if (client === undefined) return;
    this.#isNew = true;
    const { node, prefix } = client;
    this.#following.use(
      node.subscribe(`${prefix}/pending`, "orrery.msgs.Pending", ({ value }) => this.#hear(value), {
        queue: "latest",
        hostOnly: true,
      }),
    );
    this.#following.use(
      node.subscribe(
        `${prefix}/pending/outcomes`,
        "orrery.msgs.PendingOutcomes",
        ({ value: { outcomes = [] } }) => this.#settle(outcomes),
        { hostOnly: true },
      ),
    );
  }

  #settle(outcomes: readonly orrery.PendingOutcome[]): void {
    for (const outcome of outcomes) this.#list.settle(outcome);
    this.#show();
    for (const outcome of outcomes) this.outcomes.emit(outcome);
  }

  #hear({ commands = [], revision = 0 }: orrery.Pending): void {
    const gone = this.#list.hear(commands, revision);
    for (const { command } of this.#list.previews) this.#ids.passCommand(command);
    this.#show();
    if (this.#isNew && gone.length > 0) this.missed.emit(gone);
    this.#isNew = false;
  }

  #put(preview: Preview): void {
    this.#list.put(preview);
    this.#show();
  }

  #drop(preview: Preview): void {
    this.#list.drop(preview);
    this.#show();
  }

  #tidy(): void {
    this.#list.forget((preview) => this.#view.mirror.contains(preview));
    this.#tell();
  }

  #show({ anew = false } = {}): void {
    const { previews, revision } = this.#list;
    this.previews.wait({ commands: previews, revision, anew });
    this.#tell();
  }

  #tell(): void {
    // Until then nobody knows which commands are one's own.
    if (this.#view.session.kind !== "local" && this.#ownId === undefined) return;
    const now = this.#list.entries();
    if (!isSame(this.entries.current, now)) this.entries.set(now);
  }

  async #ask(service: string, request: orrery.Command | orrery.Withdrawal): Promise<number | undefined> {
    const client = this.#view.client.current;
    if (client === undefined) throw new Error("There is no connection to the world");
    const told = await client.ask(`pending/${service}`, request);
    return countIn(told);
  }
}

function isSame(a: readonly PendingEntry[], b: readonly PendingEntry[]): boolean {
  const isEqual = (one: PendingEntry, other: PendingEntry): boolean =>
    one.command === other.command &&
    one.isOwn === other.isOwn &&
    one.isKnown === other.isKnown &&
    one.trouble === other.trouble;
  return a.length === b.length && a.every((entry, i) => isEqual(entry, b[i]!));
}
