import type { orrery } from "@orrery/msgs";
import type { PendingEntry } from "../../client/editing/pending-queue.ts";
import { Value } from "../../client/value.ts";
import type { WorldView } from "../../client/world-view.ts";
import type { NoticeWords } from "../../ui/notices.ts";
import { conflictsOf, conflictText, type Conflict } from "./conflicts.ts";

/**
 * Knows which waiting edits lose to another person's. Computed once per list of waiting edits, because lists change
 * rarely while people move all the time.
 */
export class ConflictWatch implements Disposable {
  /** Conflicts by the id of the losing command. */
  readonly conflicts = new Value<ReadonlyMap<string, Conflict>>(NONE);
  readonly #view: Pick<WorldView, "mirror" | "editing">;
  readonly #listening = new DisposableStack();
  /** Whether the list has arrived before the world. */
  #isEarly = false;

  constructor(view: Pick<WorldView, "mirror" | "editing">) {
    this.#view = view;
    this.#listening.use(view.editing.queue.entries.changes.on(() => this.#look()));
    this.#listening.use(view.mirror.changes.on(() => this.#isEarly && this.#look()));
    this.#look();
  }

  [Symbol.dispose](): void {
    this.#listening.dispose();
  }

  #look(): void {
    const { mirror, editing } = this.#view;
    const entries = editing.queue.entries.current;
    // Edits of a single person do not conflict.
    const areShared = entries.some(({ isOwn }) => !isOwn);
    this.#isEarly = areShared && mirror.root === undefined;
    const commands = areShared ? entries.map(({ command }) => command) : [];
    const found = mirror.root === undefined ? NONE : conflictsOf(mirror.serverState, mirror.root, commands);
    if (found.size > 0 || this.conflicts.current.size > 0) this.conflicts.set(found);
  }
}

/**
 * Words the notices for authors of waiting edits that have just turned out to lose; `before` has the conflicts known
 * earlier.
 */
export function conflictNotices(
  entries: readonly PendingEntry[],
  before: ReadonlyMap<string, Conflict>,
  now: ReadonlyMap<string, Conflict>,
  nameOf: (command: orrery.Command) => string,
): NoticeWords[] {
  return entries.flatMap(({ id, command: { description = "" }, isOwn }) => {
    const [known, conflict] = [before.get(id), now.get(id)];
    if (!isOwn || conflict === undefined) return [];
    const isKnown = known?.kind === conflict.kind && known.winner.author === conflict.winner.author;
    if (isKnown) return [];
    const why = conflictText(conflict, nameOf(conflict.winner));
    return [{ kind: "info", text: `“${description}” loses when the world resumes: ${why}` }];
  });
}

const NONE: ReadonlyMap<string, Conflict> = new Map();
