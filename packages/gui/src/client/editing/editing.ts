import type { orrery } from "@orrery/msgs";
import { type Entity } from "@orrery/sim";
import { Emitter, type Made } from "@orrery/sim/host";
import { logError } from "../../base/log-error.ts";
import { PendingQueue, type PendingEntry } from "./pending-queue.ts";
import { Value } from "../value.ts";
import { countIn, type WorldClient } from "../world-client.ts";
import type { WorldView } from "../world-view.ts";

/** A request that failed with no caller waiting for it. `doing` says what it was: "withdraw Move box_1". */
export interface EditingFailure {
  readonly doing: string;
  readonly error: unknown;
}

export interface CommandOptions {
  /**
   * The room that the command's creations need: where something is in the way, the world puts all of them beside it.
   */
  readonly room?: orrery.Room | undefined;
}

/**
 * The only way in which a page changes a world. Whatever a tool, a panel or a menu does is one command of one or more
 * edits, applied as a whole or not at all, and undone as one. `moveEdit`, `removeEdit`, `componentsEdit` and so on of
 * `@orrery/sim` make the edits. The page's copy shows a command at once, until a state contains it. While the world is
 * paused, commands wait in a queue.
 */
export class Editing implements Disposable {
  readonly queue: PendingQueue;
  /** Description of what `undoPending` would withdraw, and what `redoPending` would repeat; undefined if nothing. */
  readonly pendingUndo = new Value<string | undefined>(undefined);
  readonly pendingRedo = new Value<string | undefined>(undefined);
  readonly failures = new Emitter<EditingFailure>(logError);
  readonly #view: WorldView;
  readonly #parts = new DisposableStack();
  /**
   * Commands withdrawn since the last new one, the latest last. Only this page has them, so a reload loses them. The
   * world cannot supply this list: it drops a withdrawn command and says only at which input that was. It would need
   * one list per person, to be cleared by each new command of that person.
   */
  #undone: readonly Undone[] = [];
  #counter = 0;

  constructor(view: WorldView) {
    this.#view = view;
    this.queue = new PendingQueue(view);
    this.#parts.use(this.queue);
    this.#parts.use(this.queue.entries.changes.on(() => this.#tell()));
    // Edits withdrawn in a paused world may no longer fit after it has resumed or restarted.
    this.#parts.use(view.mirror.restarts.on(() => this.#setUndone([])));
    this.#parts.use(view.status.changes.on((status) => status?.paused === false && this.#setUndone([])));
  }

  [Symbol.dispose](): void {
    this.#parts[Symbol.dispose]();
  }

  /**
   * Performs a command. `description` is text for people, as in lists of commands: "Move box_1". Rejects with the
   * reason if the world refuses.
   */
  perform(description: string, edits: readonly orrery.Edit[], options: CommandOptions = {}): Promise<Made> {
    this.#setUndone([]);
    return this.#perform(description, edits, options);
  }

  /** Withdraws one's own latest pending command. Returns whether there was one. */
  undoPending(): boolean {
    const last = this.#lastOwn();
    if (last !== undefined) this.#takeBack(last);
    return last !== undefined;
  }

  /**
   * Withdraws one's own pending command with this id and all later ones; without an id, all of one's own. Returns their
   * number.
   */
  withdrawOwn(from?: string): number {
    const own = this.queue.entries.current.filter(({ isOwn }) => isOwn);
    const first = from === undefined ? 0 : own.findIndex(({ id }) => id === from);
    if (first < 0) return 0;
    const taken = own.slice(first);
    // The latest first, because the server drops commands that depend on a withdrawn one.
    for (const entry of taken.toReversed()) this.#takeBack(entry);
    return taken.length;
  }

  /**
   * The run's count of inputs at which the command that `redoPending` would repeat was withdrawn; Infinity until the
   * world has answered.
   */
  get takenBackAt(): number {
    return this.#undone.at(-1)?.at ?? -Infinity;
  }

  /** Repeats the command that was withdrawn last. Returns whether there was one. */
  redoPending(): boolean {
    const { command } = this.#undone.at(-1) ?? {};
    if (command === undefined) return false;
    this.#setUndone(this.#undone.slice(0, -1));
    const { description = "", edits = [], room } = command;
    this.#perform(description, edits, { room }).catch((error: unknown) =>
      this.failures.emit({ doing: `do ${quoted(command)} again`, error }),
    );
    return true;
  }

  #takeBack({ id, command }: PendingEntry): void {
    const undone: Undone = { command, at: Infinity };
    this.#setUndone([...this.#undone, undone]);
    this.queue.withdraw(id).then(
      (inputs) => {
        undone.at = inputs ?? undone.at;
        this.#tell();
      },
      (error: unknown) => {
        this.#setUndone(this.#undone.filter((one) => one !== undone));
        this.failures.emit({ doing: `take back ${quoted(command)}`, error });
      },
    );
  }

  async #perform(description: string, edits: readonly orrery.Edit[], options: CommandOptions): Promise<Made> {
    const client = this.#view.client.current;
    if (client === undefined) throw new Error("There is no connection to the world");
    const command = this.#commandOf(description, edits, options);
    return this.queue.isOpen ? this.queue.add(command) : this.#send(client, command);
  }

  async #send(client: WorldClient, command: orrery.Command): Promise<Made> {
    const sent = this.queue.previews.send(command);
    try {
      const told = await client.ask("command", command);
      sent.done(countIn(told));
      return { entities: told("id").map((text) => Number(text) as Entity), names: told("name") };
    } catch (error) {
      sent.drop();
      throw error;
    }
  }

  #commandOf(description: string, edits: readonly orrery.Edit[], { room }: CommandOptions): orrery.Command {
    const { session, ownName } = this.#view.session.presence;
    const { id = "page" } = session.current ?? {};
    return {
      id: `${id}:${Date.now().toString(36)}-${++this.#counter}`,
      description,
      author: id,
      author_name: ownName,
      timeline: this.#view.mirror.timeline,
      edits: [...edits],
      ...(room && { room }),
    };
  }

  #lastOwn(): PendingEntry | undefined {
    return this.queue.entries.current.findLast(({ isOwn }) => isOwn);
  }

  #setUndone(undone: readonly Undone[]): void {
    this.#undone = undone;
    this.#tell();
  }

  #tell(): void {
    this.pendingUndo.set(this.#lastOwn()?.command.description);
    this.pendingRedo.set(this.#undone.at(-1)?.command.description);
  }
}

/** A withdrawn command. */
interface Undone {
  readonly command: orrery.Command;
  /** The run's count of inputs when it was withdrawn. */
  at: number;
}

function quoted({ description = "" }: orrery.Command): string {
  return `“${description}”`;
}
