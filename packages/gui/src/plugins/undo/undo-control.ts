import { Emitter } from "@orrery/sim/host";
import { logError } from "../../base/log-error.ts";
import type { PendingEntry } from "../../client/editing/pending-queue.ts";
import { LOG_REASON } from "../../client/may-edit.ts";
import { until } from "../../client/until.ts";
import { Refused } from "../../client/world-client.ts";
import type { WorldApp } from "../../shell/app.ts";
import { asksBeforeUndo } from "./asks-before-undo.ts";
import type { Authors } from "./authors.ts";
import { pastOf, type PageMark, type PagePast } from "./read-past.ts";
import { questionOf, type Next, type Way } from "./undo-words.ts";

/** Knows what undo and redo would do right now, and does it. */
export class UndoControl implements Disposable {
  /** Emits when `next` may have changed. */
  readonly changes = new Emitter<undefined>(logError);
  readonly authors: Authors;
  readonly #app: WorldApp;
  readonly #listening: Disposable[];
  #past: PagePast | undefined;
  #running: Promise<void> = Promise.resolve();
  #presses = 0;

  constructor(app: WorldApp, authors: Authors, alsoOn: readonly { on(listener: () => void): Disposable }[] = []) {
    this.#app = app;
    this.authors = authors;
    const { view } = app;
    const { history, editing } = view;
    const tell = (): void => this.changes.emit(undefined);
    const learn = (): void => {
      const { current } = history.state;
      // While the connection is lost, the last known past stays.
      if (current !== undefined || view.client.current !== undefined) this.#past = current && pastOf(current);
      tell();
    };
    this.#listening = [
      history.state.changes.on(learn),
      view.client.changes.on(learn),
      editing.queue.entries.changes.on(tell),
      ...[editing.pendingUndo, editing.pendingRedo].map((value) => value.changes.on(tell)),
      ...alsoOn.map((emitter) => emitter.on(tell)),
    ];
    learn();
  }

  /** One's own edits that wait for the world to resume, the latest first. */
  get waiting(): readonly PendingEntry[] {
    return this.#app.view.editing.queue.entries.current.filter(({ isOwn }) => isOwn).toReversed();
  }

  get past(): PagePast | undefined {
    return this.#past;
  }

  get isLog(): boolean {
    return (this.#past?.log ?? "") !== "";
  }

  /** Why nothing can be undone at all; undefined if undo is possible. */
  get obstacle(): string | undefined {
    return this.whyNoGoing ?? (this.isLog ? LOG_REASON : undefined);
  }

  /** Why no other moment can be gone to; undefined if it can. */
  get whyNoGoing(): string | undefined {
    if (this.#app.view.client.current === undefined) return "there is no connection";
    const refusal = this.authors.refusal();
    if (refusal !== undefined) return refusal;
    if (this.#past === undefined) return "this world keeps no history";
    return this.#past.isOn ? undefined : "history is off";
  }

  /** Returns the commands, the next one first; none while there is an obstacle. */
  listed(way: Way): readonly PageMark[] {
    return (this.obstacle === undefined ? this.#past?.[way] : undefined) ?? NONE;
  }

  next(way: Way): Next {
    const { obstacle } = this;
    const pending = this.#pending(way);
    const [mark] = this.listed(way);
    if (mark !== undefined && (pending === undefined || this.#isMarkFirst(way, mark))) return { kind: "command", mark };
    if (pending !== undefined) return { kind: "pending", description: pending };
    return { kind: "none", reason: obstacle ?? `there is nothing to ${way}` };
  }

  /** Withdraws one's own waiting edit and those given after it. */
  withdraw(id: string): void {
    this.#app.view.editing.withdrawOwn(id);
  }

  /** Undoes or redoes one step. Several presses are handled one after the other, each with the list as it is then. */
  press(way: Way): Promise<void> {
    if (this.#presses >= MAX_WAITING) return this.#running;
    this.#presses++;
    this.#running = this.#running.then(() => {
      this.#presses--;
      return this.#step(way);
    });
    return this.#running;
  }

  /** Undoes or redoes a command and all commands before it in the list, as the list is by the time of the call. */
  jump(way: Way, id: string): Promise<void> {
    return this.#jump(way, id, "");
  }

  /**
   * Goes to a command. `first` is the first of the list as it was shown; if another person's command has come before it
   * since, does nothing.
   */
  async #jump(way: Way, id: string, first: string): Promise<void> {
    const list = this.#past?.[way] ?? [];
    const last = list.findIndex((mark) => mark.id === id);
    if (last < 0 || !(await this.#isWanted(way, list.slice(0, last + 1)))) return;
    const mark = list[last]!;
    const { notices } = this.#app;
    const { history } = this.#app.view;
    const isListed = (): boolean => history.state.current?.[way]?.some((one) => one.id === id) ?? false;
    try {
      await history[way](id, first);
      // The lists arrive after the answer: a press before then would apply to the same command again.
      await until(history.state, () => !isListed(), SETTLE_MS);
    } catch (error) {
      const isGone = error instanceof Refused && (await until(history.state, () => !isListed(), SETTLE_MS));
      if (isGone) notices.show({ kind: "info", text: `“${mark.description}” was ${DONE[way]} already` });
      else notices.failed(`${way} ${mark.description}`, error);
    }
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
  }

  async #step(way: Way): Promise<void> {
    const next = this.next(way);
    if (next.kind === "command") return this.#jump(way, next.mark.id, next.mark.id);
    if (next.kind === "none") return;
    if (way === "undo") this.#app.view.editing.undoPending();
    else this.#app.view.editing.redoPending();
  }

  /**
   * Returns whether a command comes before the waiting edit. The world has one order for both, in which the latest is
   * undone, or redone, first.
   */
  #isMarkFirst(way: Way, { since }: PageMark): boolean {
    const { editing } = this.#app.view;
    // A mark that the world has not listed yet comes after everything it has listed.
    return since > (way === "redo" ? editing.takenBackAt : (this.waiting[0]?.command.since ?? Infinity));
  }

  #pending(way: Way): string | undefined {
    const { pendingUndo, pendingRedo } = this.#app.view.editing;
    return (way === "undo" ? pendingUndo : pendingRedo).current;
  }

  /** Asks before undoing the work of somebody who is here. */
  async #isWanted(way: Way, marks: readonly PageMark[]): Promise<boolean> {
    const isOwn = ({ author }: PageMark): boolean => this.authors.isOwn(author);
    if (way === "redo" || !asksBeforeUndo.current) return true;
    // A page that has just been opened would ask about its user's own command, or about "Somebody".
    await this.authors.areKnown(SETTLE_MS);
    if (!this.authors.hasOthers() || marks.every(isOwn)) return true;
    const words = questionOf(marks, ({ author, authorName }) => this.authors.nameOf(author, authorName), isOwn);
    const answer = await this.#app.questions.confirm({ ...words, action: "Undo", option: "Do not ask again" });
    if (answer?.isOptionOn) asksBeforeUndo.set(false);
    return answer !== undefined;
  }
}

const NONE: readonly PageMark[] = [];
/** If more presses than this are waiting, a key is being held down. */
const MAX_WAITING = 3;
const SETTLE_MS = 1000;
const DONE = { undo: "undone", redo: "redone" } as const;
