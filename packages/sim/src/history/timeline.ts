import { Emitter } from "../base/emitter.ts";
import type { Nanoseconds } from "../base/time.ts";
import { ListedSince } from "./listed-since.ts";
import { CurrentInput } from "./current-input.ts";
import type { CommandLabel } from "./command-label.ts";
import type { Keyframe } from "./keyframe.ts";
import { marksOf } from "./marks.ts";
import type { HistoryLimits, MemoryOptions } from "./memory.ts";
import { isBefore, type Moment } from "./moment.ts";
import { Past } from "./past.ts";
import { findDestination, targetOf } from "./destination.ts";
import type { Asker, Destination, Jump, ShownMark, UndoablePast } from "./past-view.ts";
import type { Mark, Stretch } from "./stretch.ts";
import type { TimelineHost } from "./timeline-host.ts";
import { Traveller, type Target } from "./traveller.ts";
import { checkFirst, undoneOf, whyNotListed, type Undone } from "./undone.ts";
import { UsedIds } from "./used-ids.ts";

/**
 * Undo goes back in time: the whole world returns to the moment before a command. The line that was left remains as a
 * branch, and redo returns to the moment at which undo was requested.
 */
export class Timeline implements UndoablePast {
  readonly changes: Emitter<void>;
  readonly jumps: Emitter<Jump>;
  /** Emits every performed command, whether or not it can be undone. */
  readonly commands: Emitter<CommandLabel>;
  readonly log = "";
  /** Why commands are refused; `undefined` while they are accepted. */
  refusal: string | undefined;
  readonly #host: TimelineHost;
  readonly #past: Past;
  readonly #traveller: Traveller;
  /** Commands that can be redone, the next one last. */
  #redo: Undone[] = [];
  readonly #input: CurrentInput;
  #isPerforming = false;
  #hasReset = false;
  readonly #listedSince = new ListedSince();
  readonly #used = new UsedIds();
  /** Bytes that remained the last time everything possible had been dropped. */
  #leastBytes = 0;

  /** The caller must call `begin` when the world has its first state. */
  constructor(host: TimelineHost, options: MemoryOptions) {
    this.#host = host;
    this.#past = new Past(host, options);
    this.#traveller = new Traveller(host, this.#past);
    this.#input = new CurrentInput(host, this.#past);
    this.changes = new Emitter(options.onError);
    this.jumps = new Emitter(options.onError);
    this.commands = new Emitter(options.onError);
  }

  /** Begins now. `initial` is a keyframe of the present, needed if the history is on. */
  begin(initial: Keyframe | undefined): void {
    this.#past.begin(initial);
  }

  get timelineNumber(): number {
    return this.#traveller.timelineNumber;
  }

  get limits(): HistoryLimits {
    return this.#past.memory.limits;
  }

  get bytes(): number {
    return this.#past.memory.bytes;
  }

  get earliestNs(): Nanoseconds {
    return this.#past.start.timeNs;
  }

  /** Returns all stretches, parents first. */
  stretches(): Stretch[] {
    return this.#past.stretches();
  }

  takeTouched(): Stretch[] | undefined {
    return this.#past.takeTouched();
  }

  /** The stretch that the world is in: at its end, unless `ahead` is set. */
  get present(): Stretch {
    return this.#past.present;
  }

  /** The end of the line that was left last, as long as the world has done nothing since. */
  get ahead(): Stretch | undefined {
    return this.#past.ahead;
  }

  /** Returns the commands that can be undone, latest first. */
  undoable(): Mark[] {
    return this.#past.done().toReversed();
  }

  /** Returns the commands that can be redone, next first. */
  redoable(): Mark[] {
    return this.#redo.map(({ mark }) => mark).toReversed();
  }

  sinceOf(mark: ShownMark): number {
    return this.#listedSince.of(mark);
  }

  takeForgotten(): Mark[] {
    return this.#past.memory.takeForgotten();
  }

  /** Sets the limits. Switching the history off discards the stored past, and nothing can be undone then. */
  configure(limits: HistoryLimits): void {
    const { memory } = this.#past;
    const wasEnabled = memory.limits.enabled;
    memory.limits = limits;
    if (wasEnabled !== limits.enabled) this.forget();
    this.#keepToLimits();
    this.changes.emit();
  }

  /** Records an input that takes effect now; `done` must be called when it has. */
  record(input: unknown, { bytes, isMessage }: { readonly bytes: number; readonly isMessage: boolean }): void {
    this.#input.begin(input, bytes);
    if (isMessage && this.#past.noteMessage()) this.changes.emit();
  }

  /** Records that the input has taken effect, or was refused. */
  done(outcome: { readonly isRefused: boolean }): void {
    this.#input.end(outcome);
    const { isOwnLine } = this.#past;
    this.#past.keepWhatCameIn();
    if (isOwnLine !== this.#past.isOwnLine) this.changes.emit();
    this.#keepGrowthToLimits();
  }

  /** Notes that a step is under way. From now on `present` is the stretch that the step belongs to. */
  stepping(): void {
    const { isOwnLine } = this.#past;
    this.#past.settle();
    if (!isOwnLine) this.changes.emit();
  }

  /** Records that the world has made a step. */
  stepped(timeNs: Nanoseconds): void {
    this.stepping();
    this.#past.stepped(timeNs);
    this.#keepGrowthToLimits();
  }

  /** Throws if an id that a command names may refer to a different entity than the one its author saw. */
  checkFresh(seen: NonNullable<CommandLabel["seen"]>): void {
    this.#traveller.checkFresh(seen);
  }

  /** Throws if no command can have that id, usually because an earlier one had it. */
  checkId(id: string): void {
    this.#used.check(id);
  }

  /** Performs a command, and lists it. Passes on errors of `act`; the world is then as before. */
  perform<T>(label: CommandLabel, act: () => T): T {
    if (this.#host.replay.isTravelling) return act();
    const { content = "" } = label;
    const before = this.#used.answerTo(label.id, content);
    if (before !== undefined) {
      this.#input.drop();
      return before.answer as T;
    }
    const id = this.#check(label);
    const at = this.#input.before ?? this.#past.head;
    const { isOn } = this.#past;
    const keyframe = this.#past.keyframeBefore(at);
    const result = this.#attempt(act, at, keyframe);
    this.#used.note(id, content, result);
    this.commands.emit({ ...label, id });
    if (!isOn) return result;
    this.#past.settle();
    if (keyframe !== undefined) this.#past.keepBefore(keyframe, at);
    if (this.#hasReset) this.#past.beginAfterReset(at);
    this.#listedSince.done(this.#past.mark({ ...label, id }, at), this.#host.inputCount);
    if (this.#input.before === undefined) this.#past.keepStrangeChange();
    else if (this.#hasReset) this.#past.keepNow();
    if (this.#redo.length > 0) this.#setRedo([]);
    this.#keepToLimits();
    this.changes.emit();
    return result;
  }

  /** Records that the clock, or everything, has been reset. Ids from `firstOther` on may be assigned again. */
  noteReset(asker: Asker, fromNs: Nanoseconds, firstOther: number): void {
    if (this.#host.replay.isTravelling) return;
    this.#hasReset = true;
    this.#traveller.noteJump(firstOther);
    const { timeNs: toNs } = this.#host;
    this.jumps.emit({ ...asker, cause: "reset", timelineNumber: this.timelineNumber, fromNs, toNs, mark: undefined });
    if (!this.#isPerforming) this.forget();
  }

  /** Forgets the past. Must be called when the host has replaced the state: the past of the new state is unknown. */
  forget(): void {
    this.#past.forget();
    this.#leastBytes = 0;
    this.#redo = [];
    this.changes.emit();
  }

  /** Goes to the moment before a command, which also undoes all later ones. */
  undo(id: string, asker: Asker, first = ""): void {
    this.#checkEnabled();
    const done = this.#past.done();
    const index = done.findIndex((mark) => mark.id === id);
    if (index < 0) throw new Error(whyNotListed(id, "undone"));
    checkFirst(done.toReversed(), first, asker);
    this.#past.rememberNow();
    const { present: stretch, head } = this.#past;
    const marks = done.slice(index);
    const [mark] = marks;
    this.#jump({ stretch, at: mark!.at }, this.ahead ?? stretch, { ...asker, cause: "undo", mark });
    this.#list([...this.#redo, ...undoneOf(marks, { stretch, at: head })]);
  }

  /** Goes to the moment at which a command was undone, which also redoes all earlier ones. */
  redo(id: string, asker: Asker, first = ""): void {
    this.#checkEnabled();
    const index = this.#redo.findLastIndex(({ mark }) => mark.id === id);
    if (index < 0) throw new Error(whyNotListed(id, "redone"));
    checkFirst(this.redoable(), first, asker);
    const { mark, to } = this.#redo[index]!;
    this.#past.rememberNow();
    this.#jump(to, this.ahead, { ...asker, cause: "redo", mark });
    this.#list(this.#redo.slice(0, index));
  }

  /**
   * Goes to the moment before a command, to the end of a stretch, or to a time on the line that leads there; without an
   * id, to a time on the present line.
   */
  goTo(destination: Destination, asker: Asker): void {
    this.#checkEnabled();
    const tip = this.ahead ?? this.present;
    const { named, mark, leaf } = findDestination(destination, tip, () => this.stretches());
    this.#past.rememberNow();
    const isBack = this.#past.isOwnLine && leaf === this.present;
    this.#jump(targetOf({ named, mark }, destination.timeNs), leaf, { ...asker, cause: "go-to", mark });
    const later = marksOf(leaf).filter(({ at }) => !isBefore(at, this.#past.head));
    this.#list([...(isBack ? this.#redo : []), ...undoneOf(later, { stretch: leaf, at: leaf.end })]);
  }

  #jump(to: Target, ahead: Stretch | undefined, jump: Omit<Jump, "timelineNumber" | "fromNs" | "toNs">): void {
    const fromNs = this.#traveller.go(to, ahead);
    this.jumps.emit({ ...jump, timelineNumber: this.timelineNumber, fromNs, toNs: this.#host.timeNs });
  }

  #attempt<T>(act: () => T, at: Moment, keyframe: Keyframe | undefined): T {
    // Without a history there is nothing else to return to.
    const snapshot = this.#past.isOn ? undefined : this.#host.snapshot();
    const version = this.#host.mark();
    this.#isPerforming = true;
    this.#hasReset = false;
    try {
      return act();
    } catch (error) {
      const before = keyframe ?? (snapshot && { snapshot, states: new Map() });
      if (this.#host.changedSince(version)) this.#traveller.rollBack(at, before);
      this.#input.drop();
      throw error;
    } finally {
      this.#isPerforming = false;
    }
  }

  #list(redo: Undone[]): void {
    this.#setRedo(redo);
    this.#keepToLimits();
    this.changes.emit();
  }

  #setRedo(redo: Undone[]): void {
    this.#redo = redo;
    this.#listedSince.list({ undo: this.#past.done(), redo: redo.map(({ mark }) => mark) }, this.#host.inputCount);
  }

  #keepToLimits(): void {
    this.#redo = this.#past.keepToLimits(this.#redo);
    this.#leastBytes = this.bytes;
  }

  /**
   * Applies the limits, because inputs need memory too, but only after the past has grown: what could not be dropped
   * before cannot be dropped now.
   */
  #keepGrowthToLimits(): void {
    if (this.bytes <= Math.max(this.limits.byteLimit, this.#leastBytes)) return;
    const { drops } = this.#past.memory;
    this.#keepToLimits();
    // The oldest reachable moment is now later, or a branch was dropped.
    if (this.#past.memory.drops !== drops) this.changes.emit();
  }

  /**
   * Returns the id under which the command will be listed. Throws if it cannot be performed; the past does not record
   * it then.
   */
  #check({ id, author, seen }: CommandLabel): string {
    try {
      if (this.refusal !== undefined) throw new Error(this.refusal);
      if (seen !== undefined) this.checkFresh(seen);
      return this.#used.idFor(id, author);
    } catch (error) {
      this.#input.drop();
      throw error;
    }
  }

  #checkEnabled(): void {
    if (!this.#past.isOn) throw new Error("the history is switched off: nothing is kept, and nothing can be undone");
  }
}
