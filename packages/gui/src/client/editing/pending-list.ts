import type { orrery } from "@orrery/msgs";
import { Preview } from "./preview.ts";
import type { SceneLibrary } from "./scene-library.ts";

/** A command waiting for the world to resume. */
export interface PendingEntry {
  readonly id: string;
  readonly command: orrery.Command;
  readonly isOwn: boolean;
  /** Whether the server has it, so that it survives whatever happens to this page. */
  readonly isKnown: boolean;
  /** For one's own commands: why the page cannot show the command's effect. */
  readonly trouble: string | undefined;
}

/**
 * The server's list of pending commands, and what this page knows beyond it: commands under way to the server, and
 * withdrawn ones.
 */
export class PendingList {
  readonly #library: SceneLibrary;
  readonly #isOwn: (command: orrery.Command) => boolean;
  #listed: readonly orrery.Command[] = [];
  #revision = 0;
  /** This page's own commands, in the order in which they are applied. */
  #previews: readonly Preview[] = [];
  /** Commands that were withdrawn, but are still in the last published list, or not published yet. */
  readonly #withdrawn = new Set<string>();
  readonly #withdrawing = new Set<string>();

  constructor(library: SceneLibrary, isOwn: (command: orrery.Command) => boolean) {
    this.#library = library;
    this.#isOwn = isOwn;
  }

  get revision(): number {
    return this.#revision;
  }

  get previews(): readonly Preview[] {
    return this.#previews;
  }

  /** Returns everybody's commands, in the order in which they will be applied. */
  entries(): PendingEntry[] {
    const previews = new Map(this.#previews.map((preview) => [preview.id, preview]));
    const entryOf = (command: orrery.Command, isKnown: boolean): PendingEntry => {
      const id = command.id ?? "";
      return { id, command, isOwn: previews.has(id), isKnown, trouble: previews.get(id)?.trouble };
    };
    const listed = this.#listed.filter(({ id = "" }) => !this.#withdrawn.has(id));
    const ids = new Set(listed.map(({ id }) => id));
    const coming = this.#previews.filter(({ id, phase }) => phase !== "left" && !ids.has(id));
    return [
      ...listed.map((command) => entryOf(command, true)),
      ...coming.map(({ command, phase }) => entryOf(command, phase === "known")),
    ];
  }

  /** Applies the server's new list. Returns this session's commands that have left it. */
  hear(commands: readonly orrery.Command[], revision: number): readonly orrery.Command[] {
    const ids = new Set(commands.map(({ id }) => id));
    const gone = this.#previews.filter(({ id, phase }) => phase === "known" && !ids.has(id));
    for (const preview of gone) preview.leave({ kind: "revision", revision });
    this.#listed = commands;
    this.#revision = revision;
    this.arrange();
    return gone.map(({ command }) => command);
  }

  /** Updates which entries of the list are one's own. */
  arrange(): void {
    const ids = new Set(this.#listed.map(({ id }) => id));
    for (const id of this.#withdrawn) if (!ids.has(id) && !this.#withdrawing.has(id)) this.#withdrawn.delete(id);
    const known = new Map(this.#previews.map((preview) => [preview.id, preview]));
    const own = this.#listed.flatMap((command) => {
      const { id = "" } = command;
      if (this.#withdrawn.has(id) || !(known.has(id) || this.#isOwn(command))) return [];
      const preview = known.get(id) ?? new Preview(command, this.#library, "known");
      preview.phase = "known";
      return [preview];
    });
    const left = this.#previews.filter(({ phase }) => phase === "left");
    const coming = this.#previews.filter(({ id, phase }) => phase !== "left" && !ids.has(id));
    this.#previews = [...left, ...own, ...coming];
  }

  put(preview: Preview): void {
    this.#previews = [...this.#previews, preview];
  }

  drop(preview: Preview): void {
    this.#previews = this.#previews.filter((one) => one !== preview);
  }

  /** Removes a command from the list; `end` reports the server's answer. */
  withdraw(id: string): { readonly preview: Preview | undefined; readonly end: (isDone: boolean) => void } {
    const preview = this.#previews.find((one) => one.id === id);
    if (preview !== undefined) this.drop(preview);
    this.#withdrawn.add(id);
    this.#withdrawing.add(id);
    const end = (isDone: boolean): void => {
      this.#withdrawing.delete(id);
      if (!isDone) this.#withdrawn.delete(id);
      this.arrange();
    };
    return { preview, end };
  }

  settle({ id = "", kind = "APPLIED" }: orrery.PendingOutcome): void {
    const preview = this.#previews.find((one) => one.id === id);
    if (kind === "DROPPED" || kind === "WITHDRAWN") {
      if (preview !== undefined) this.drop(preview);
      if (this.#listed.some((command) => command.id === id)) this.#withdrawn.add(id);
    } else if (preview !== undefined && preview.phase !== "left") {
      // Applied before any published list contained it, because somebody pressed play at that moment.
      preview.leave({ kind: "revision", revision: this.#revision });
    }
  }

  /** Forgets commands that the shown state contains. */
  forget(isShown: (preview: Preview) => boolean): void {
    this.#previews = this.#previews.filter((preview) => !isShown(preview));
  }
}
