import type { gz, orrery } from "@orrery/msgs";
import { Emitter, scenesWanted } from "@orrery/sim";
import { AssetResources } from "./asset-resources.ts";
import { OwnIds } from "./own-ids.ts";
import { Presence } from "./presence.ts";
import { Preview, type Made } from "./preview.ts";
import { SceneLibrary } from "./scene-library.ts";
import type { Source } from "./source.ts";
import { Value } from "./value.ts";
import { withOwnIds } from "./with-own-ids.ts";
import type { WorldClient } from "./world-client.ts";

/** A command that waits for the world to go on. */
export interface PendingEntry {
  readonly id: string;
  readonly command: orrery.Command;
  readonly isOwn: boolean;
  /** The server has it: it stays whatever happens to this page. */
  readonly isKnown: boolean;
  /** Of one's own: why the page does not show what it will do. */
  readonly trouble: string | undefined;
}

/**
 * Commands that wait for a paused world to go on: everybody's, as the server keeps them. One's own are done to the page's copy of the
 * world at once. What is shown follows from the server's list alone, so that a reload brings it back.
 */
export class PendingQueue {
  /** In the order in which they will be done. */
  readonly entries = new Value<readonly PendingEntry[]>([]);
  /** What became of them, everybody's. */
  readonly outcomes = new Emitter<orrery.PendingOutcome>((error) => console.error(error));
  /** One's own that were in the list before the connection was lost, and are not any more. */
  readonly missed = new Emitter<readonly orrery.Command[]>((error) => console.error(error));
  readonly library: SceneLibrary;
  readonly #source: Source;
  readonly #ids: OwnIds;
  readonly #session: Value<orrery.Session | undefined>;
  /** Kept while the connection is lost. */
  #ownId: string | undefined;
  #subscriptions: Disposable[] = [];
  #listed: readonly orrery.Command[] = [];
  #revision = 0;
  /** No list has come since the connection was opened. */
  #isNew = true;
  /** One's own, in the order in which they are done. */
  #previews: readonly Preview[] = [];
  readonly #announcing = new Map<string, Promise<true>>();
  /** Taken back, but in the list as it was last told, or still to be told of. */
  readonly #withdrawn = new Set<string>();
  readonly #withdrawing = new Set<string>();

  constructor(source: Source, storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
    this.#source = source;
    this.#ids = new OwnIds(storage);
    if (source.kind === "local") this.#ids.use(undefined);
    this.library = new SceneLibrary(new AssetResources(source));
    this.#session = Presence.of(source).session;
    this.#session.changes.on((session) => this.#meet(session));
    this.#meet(this.#session.current);
    this.library.arrivals.on(() => this.#show());
    source.mirror.changes.on(() => this.#previews.length > 0 && this.#tidy());
    source.status.changes.on((status) => status?.paused === false && this.#goOn());
    source.world.changes.on((world) => this.#follow(world));
    this.#follow(source.world.current);
  }

  /** Whether the world is paused and holds what is done to it until it goes on. */
  get isOpen(): boolean {
    const { capabilities, status } = this.#source;
    return capabilities.current.has("queue") && status.current?.paused === true;
  }

  isOwn({ author = "" }: orrery.Command): boolean {
    return this.#source.kind === "local" || author === this.#ownId;
  }

  /** Before the server has said who this is, nobody can tell whose commands are whose. */
  get #isStranger(): boolean {
    return this.#source.kind !== "local" && this.#ownId === undefined;
  }

  /** Does the command here at once and tells the server. Rejects with the reason, and takes it back, when either cannot. */
  async add(given: orrery.Command): Promise<Made> {
    const { mirror } = this.#source;
    const { root } = mirror;
    const sources = root === undefined ? [] : scenesWanted(mirror.world, root, given);
    const isLoading = sources.some((source) => this.library.look(source).kind === "loading");
    const waiting = new Preview(given, this.library, "making");
    if (isLoading) {
      this.#put(waiting);
      await this.library.settled(sources);
      if (!this.#previews.includes(waiting)) return waiting.made;
      this.#drop(waiting);
    }
    this.#ids.passWorld(mirror.world);
    const scenes = sources.map((source) => this.library.look(source));
    const preview = new Preview(withOwnIds(given, scenes, this.#ids), this.library, "making");
    this.#put(preview);
    const isSeen = scenes.every(({ kind }) => kind === "loaded");
    if (isSeen && preview.trouble !== undefined) {
      this.#drop(preview);
      throw new Error(preview.trouble);
    }
    await this.#announce(preview);
    return preview.made;
  }

  /** Takes a command back, one's own or somebody else's. Rejects with the reason when the server does not. */
  async withdraw(id: string): Promise<void> {
    const preview = this.#previews.find((one) => one.id === id);
    this.#previews = this.#previews.filter((one) => one !== preview);
    this.#withdrawn.add(id);
    this.#withdrawing.add(id);
    this.#show();
    try {
      // What is not there yet cannot be taken away; what was refused need not be.
      const announced = preview?.phase === "making" ? this.#announcing.get(id)?.catch(() => false) : true;
      if ((await announced) === true) await this.#ask("withdraw", { id } satisfies orrery.Withdrawal);
    } catch (error) {
      this.#withdrawn.delete(id);
      throw error;
    } finally {
      this.#withdrawing.delete(id);
      this.#take(this.#listed, this.#revision);
    }
  }

  async #announce(preview: Preview): Promise<void> {
    const announcing = this.#ask("announce", preview.command);
    this.#announcing.set(preview.id, announcing);
    try {
      await announcing;
      if (preview.phase === "making") preview.phase = "known";
      if (this.#source.status.current?.paused === false) this.#goOn();
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
    this.#ids.use(session);
    this.#take(this.#listed, this.#revision);
  }

  #follow(world: WorldClient | undefined): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription[Symbol.dispose]();
    if (world === undefined) return;
    this.#isNew = true;
    const { node, prefix } = world;
    this.#subscriptions = [
      node.subscribe<orrery.Pending>(
        `${prefix}/pending`,
        ({ value: { commands = [], revision = 0 } }) => this.#hear(commands, revision),
        { queue: "latest" },
      ),
      node.subscribe<orrery.PendingOutcomes>(`${prefix}/pending/outcomes`, ({ value: { outcomes = [] } }) => {
        for (const outcome of outcomes) this.#settle(outcome);
        this.#show();
        for (const outcome of outcomes) this.outcomes.emit(outcome);
      }),
    ];
  }

  #hear(commands: readonly orrery.Command[], revision: number): void {
    // Another server counts from the beginning: what left the old one's list is in no state of the new one.
    if (revision < this.#revision) this.#previews = this.#previews.filter(({ phase }) => phase !== "left");
    const gone = this.#take(commands, revision);
    if (this.#isNew && gone.length > 0) this.missed.emit(gone.map(({ command }) => command));
    this.#isNew = false;
  }

  /** Those of one's own that are not in the list any more. */
  #take(commands: readonly orrery.Command[], revision: number): readonly Preview[] {
    const listed = new Map(commands.map((command) => [command.id ?? "", command]));
    const gone = this.#previews.filter(({ id, phase }) => phase === "known" && !listed.has(id));
    for (const preview of gone) {
      preview.phase = "left";
      preview.containedFrom = revision;
    }
    for (const id of this.#withdrawn) {
      if (!listed.has(id) && !this.#withdrawing.has(id)) this.#withdrawn.delete(id);
    }
    const known = new Map(this.#previews.map((preview) => [preview.id, preview]));
    const own = commands.flatMap((command) => {
      if (!this.isOwn(command) || this.#withdrawn.has(command.id ?? "")) return [];
      this.#ids.passCommand(command);
      const preview = known.get(command.id ?? "") ?? new Preview(command, this.library, "known");
      preview.phase = "known";
      return [preview];
    });
    const left = this.#previews.filter(({ phase }) => phase === "left");
    const making = this.#previews.filter(({ id, phase }) => phase === "making" && !listed.has(id));
    this.#previews = [...left, ...own, ...making];
    this.#listed = commands;
    this.#revision = revision;
    this.#show();
    return gone;
  }

  #settle({ id = "", kind = "APPLIED" }: orrery.PendingOutcome): void {
    const preview = this.#previews.find((one) => one.id === id);
    const isDone = kind === "APPLIED" || kind === "OVERRIDDEN";
    if (!isDone) {
      this.#previews = this.#previews.filter((one) => one !== preview);
      if (this.#listed.some((command) => command.id === id)) this.#withdrawn.add(id);
    } else if (preview?.phase === "making") {
      // Done before the list was ever told with it: somebody pressed play at that moment.
      preview.phase = "left";
      preview.containedFrom = this.#revision;
    }
  }

  /** A world that runs does what is announced without ever listing it: what is not in the list has been done. */
  #goOn(): void {
    const listed = new Set(this.#listed.map(({ id }) => id));
    const open = this.#previews.filter(({ id, phase }) => phase !== "known" || listed.has(id));
    if (open.length === this.#previews.length) return;
    this.#previews = open;
    this.#show();
  }

  #put(preview: Preview): void {
    this.#previews = [...this.#previews, preview];
    this.#show();
  }

  #drop(preview: Preview): void {
    this.#previews = this.#previews.filter((one) => one !== preview);
    this.#show();
  }

  #tidy(): void {
    const { pendingRevision } = this.#source.mirror;
    const open = this.#previews.filter(({ containedFrom = Infinity }) => containedFrom > pendingRevision);
    if (open.length !== this.#previews.length) this.#previews = open;
    this.#tell();
  }

  #show(): void {
    this.#source.mirror.overlay({ actions: this.#previews, revision: this.#revision });
    this.#tell();
  }

  #tell(): void {
    const previews = new Map(this.#previews.map((preview) => [preview.id, preview]));
    const entryOf = (command: orrery.Command, isKnown: boolean): PendingEntry => {
      const id = command.id ?? "";
      return { id, command, isOwn: previews.has(id), isKnown, trouble: previews.get(id)?.trouble };
    };
    const listed = this.#listed.filter(({ id = "" }) => !this.#withdrawn.has(id));
    const ids = new Set(listed.map(({ id }) => id));
    const others = this.#previews.filter(({ id, phase }) => phase !== "left" && !ids.has(id));
    const now = [
      ...listed.map((command) => entryOf(command, true)),
      ...others.map(({ command, phase }) => entryOf(command, phase === "known")),
    ];
    if (this.#isStranger) return;
    if (!isSame(this.entries.current, now)) this.entries.set(now);
  }

  async #ask(service: string, request: orrery.Command | orrery.Withdrawal): Promise<true> {
    const world = this.#source.world.current;
    if (world === undefined) throw new Error("There is no connection to the world");
    const { data, header } = await world.node.request<gz.Boolean>(`${world.prefix}/pending/${service}`, request);
    if (data) return true;
    const reason = header?.data?.find(({ key }) => key === "error")?.value?.[0];
    throw new Error(reason ?? "The world refused without a reason");
  }
}

function isSame(a: readonly PendingEntry[], b: readonly PendingEntry[]): boolean {
  return (
    a.length === b.length &&
    a.every((entry, i) => {
      const { command, isOwn, isKnown, trouble } = b[i]!;
      return (
        entry.command === command && entry.isOwn === isOwn && entry.isKnown === isKnown && entry.trouble === trouble
      );
    })
  );
}
