import { Emitter } from "../base/emitter.ts";
import type { Nanoseconds } from "../base/time.ts";
import type { CommandLabel } from "./command-label.ts";
import { Jumps } from "./jumps.ts";
import type { Keyframe } from "./keyframe.ts";
import { Memory, type HistoryLimits, type MemoryOptions } from "./memory.ts";
import { isBefore, isSame, type Moment } from "./moment.ts";
import { lastKeyframe, stretchWithTime, travelTo, travelToTime } from "./replay.ts";
import { Spacing } from "./spacing.ts";
import { Stretch, stretchAt, type Mark, type Place, type RecordedInput } from "./stretch.ts";
import type { TimelineHost } from "./timeline-host.ts";

/** Who asked for a jump. */
export type Asker = Pick<CommandLabel, "author" | "authorName">;

export interface Jump extends Asker {
  readonly cause: "undo" | "redo" | "go-to" | "reset";
  readonly timeline: number;
  readonly fromNs: Nanoseconds;
  readonly toNs: Nanoseconds;
  /** That was undone, redone or gone to. */
  readonly mark: Mark | undefined;
}

/** A command that was undone, and the moment at which somebody did so. */
interface Undone {
  readonly mark: Mark;
  readonly to: Place;
}

/** More inputs than that since the last keyframe make another one worth its while, even in the same step. */
const MOST_INPUTS = 32;
/** No moment shall take longer to be reached, as far as can be told. */
const LONGEST_REPLAY_MS = 10_000;

/**
 * The past of a world as a tree of stretches, and where in it the world is. Undo is going back in time: the whole world returns to
 * the moment before a command. What was left stays as a branch.
 */
export class Timeline {
  /** The lists or the tree are others now. */
  readonly changes: Emitter<void>;
  readonly jumps: Emitter<Jump>;
  readonly #host: TimelineHost;
  readonly #jumpLog = new Jumps();
  readonly #memory: Memory;
  readonly #spacing = new Spacing();
  #root: Stretch;
  #tick = 0;
  #sequence = 0;
  #timeNs: Nanoseconds;
  /** The one that goes on with the world; while nothing has happened since a jump, the one that was jumped into. */
  #stretch: Stretch;
  /** Since a jump and before anything that makes a line of its own: a step or a command. */
  #landing: { readonly at: Moment; readonly nextId: number; readonly inputs: RecordedInput[] } | undefined;
  #ahead: Stretch | undefined;
  #redo: Undone[] = [];
  /** Before the input that is taking effect. */
  #before: Moment | undefined;
  #isReplaying = false;
  #isPerforming = false;
  #hasReset = false;
  #nextSequence = 1;
  #stretches = 0;
  #commands = 0;

  /** `initial`: a keyframe of now. */
  constructor(host: TimelineHost, initial: Keyframe, options: MemoryOptions) {
    this.#host = host;
    this.#memory = new Memory(options);
    this.changes = new Emitter(options.onError);
    this.jumps = new Emitter(options.onError);
    this.#timeNs = host.timeNs;
    this.#root = this.#stretch = this.#begin(initial);
  }

  get #head(): Moment {
    return { tick: this.#tick, sequence: this.#sequence, timeNs: this.#timeNs };
  }

  get timeline(): number {
    return this.#jumpLog.timeline;
  }

  get limits(): HistoryLimits {
    return this.#memory.limits;
  }

  /** Kept at present. */
  get bytes(): number {
    return this.#memory.bytes;
  }

  get isReplaying(): boolean {
    return this.#isReplaying;
  }

  /** All stretches, parents first. */
  stretches(): Stretch[] {
    if (this.#landing === undefined) this.#stretch.end = this.#head;
    return [...this.#root.tree()];
  }

  /** The one in which the world is: at its end, unless there is one ahead. */
  get present(): Stretch {
    return this.#stretch;
  }

  /** The end that was left last, while the world has not gone on since. */
  get ahead(): Stretch | undefined {
    return this.#ahead;
  }

  /** Commands that can be undone, latest first. */
  undoable(): Mark[] {
    return this.#done().toReversed();
  }

  /** Commands that can be redone, next first. */
  redoable(): Mark[] {
    return this.#redo.map(({ mark }) => mark).toReversed();
  }

  /** Commands that left the list since this was last asked. */
  takeForgotten(): Mark[] {
    return this.#memory.takeForgotten();
  }

  /** Switched off, nothing is kept and nothing can be undone; what was kept is gone. */
  configure(limits: HistoryLimits): void {
    const wasEnabled = this.limits.enabled;
    this.#memory.limits = limits;
    if (wasEnabled !== limits.enabled) this.forget();
    this.#tidy();
  }

  /** An input takes effect now; `done` when it has. */
  record(input: unknown, bytes: number): void {
    this.#before = this.#head;
    if (!this.limits.enabled) return;
    const recorded: RecordedInput = { tick: this.#tick, sequence: this.#nextSequence++, input, bytes };
    this.#sequence = recorded.sequence + 1;
    if (this.#landing !== undefined) return void this.#landing.inputs.push(recorded);
    this.#stretch.inputs.push(recorded);
    this.#memory.addInput(recorded);
  }

  done(): void {
    this.#before = undefined;
  }

  /** The world has made a step. */
  stepped(timeNs: Nanoseconds): void {
    if (this.#landing !== undefined) this.#settle();
    this.#tick++;
    this.#timeNs = timeNs;
    if (!this.limits.enabled) return;
    if (!this.#spacing.isDue(this.#host.nowMs())) return;
    this.#keep({ at: this.#head, isMarked: false });
    this.#keepToLimits();
    if (this.#memory.hasForgotten) this.changes.emit();
  }

  /** Throws when an entity that a command names may be another one since its author looked. */
  checkFresh({ timeline, entities }: NonNullable<CommandLabel["seen"]>): void {
    const stale = this.#jumpLog.staleOf(entities, timeline);
    if (stale === undefined) return;
    throw new Error(`entity ${stale} is not what it was: somebody has gone back in time since; look again`);
  }

  /** Does a command, and lists it. Throws what `act` throws, and then the world is as before. */
  perform<T>(label: CommandLabel, act: () => T): T {
    if (this.#isReplaying) return act();
    if (label.seen !== undefined) this.checkFresh(label.seen);
    const id = label.id || `${label.author || "server"}:${++this.#commands}`;
    if (this.#knows(id)) throw new Error(`the command ${id} has been done already`);
    const isInput = this.#before !== undefined;
    const at = this.#before ?? this.#head;
    const { enabled } = this.limits;
    const keyframe = !enabled || this.#isNear(at) ? undefined : this.#host.keyframe();
    const snapshot = enabled ? undefined : this.#host.snapshot();
    const mark = this.#host.mark();
    this.#isPerforming = true;
    this.#hasReset = false;
    let result: T;
    try {
      result = act();
    } catch (error) {
      if (this.#host.changedSince(mark)) this.#takeBack(at, keyframe ?? (snapshot && { snapshot, states: new Map() }));
      if (isInput) this.#dropInput();
      throw error;
    } finally {
      this.#isPerforming = false;
    }
    if (!enabled) return result;
    this.#settle();
    if (keyframe !== undefined) this.#memory.keep(this.#stretch, keyframe, { at, isMarked: true });
    this.#stretch.marks.push({ ...label, id, at });
    // What nobody asked for as an input cannot be done again: the state after it has to be remembered.
    if (!isInput) this.#afterStrangeChange();
    if (this.#hasReset) this.#beginAfterReset();
    this.#redo = [];
    this.#tidy();
    return result;
  }

  /** The clock or all that was loaded has been brought back, by a command or by the host. `nextId`: as it was loaded. */
  noteReset(asker: Asker, fromNs: Nanoseconds, firstOther: number): void {
    if (this.#isReplaying) return;
    this.#hasReset = true;
    this.#jumpLog.note(firstOther);
    const { timeNs } = this.#host;
    this.jumps.emit({ ...asker, cause: "reset", timeline: this.timeline, fromNs, toNs: timeNs, mark: undefined });
    if (!this.#isPerforming) this.forget();
  }

  /** The host has put another state in the place of this one: the past of that is not known. */
  forget(): void {
    for (const stretch of this.#root.tree()) this.#memory.drop(stretch);
    this.#redo = [];
    this.#ahead = this.#landing = undefined;
    this.#timeNs = this.#host.timeNs;
    this.#sequence = this.#nextSequence++;
    this.#root = this.#stretch = this.#begin(this.limits.enabled ? this.#host.keyframe() : undefined);
    this.changes.emit();
  }

  /** To the moment before a command: those after it are undone too. */
  undo(id: string, asker: Asker): void {
    this.#checkEnabled();
    const done = this.#done();
    const first = done.findIndex((mark) => mark.id === id);
    if (first < 0) throw new Error(this.#whyNotListed(id, "undone"));
    this.#rememberPresent();
    const to: Place = { stretch: this.#stretch, at: done[first]!.at };
    const undone = done.slice(first).map((mark, i): Undone => {
      const next = done[first + i + 1];
      return { mark, to: { stretch: this.#stretch, at: next?.at ?? this.#head } };
    });
    this.#jump(to, this.#ahead ?? this.#stretch, { ...asker, cause: "undo", mark: done[first] });
    this.#redo.push(...undone.toReversed());
    this.#tidy();
  }

  /** To the moment at which it was undone: those before it are redone too. */
  redo(id: string, asker: Asker): void {
    this.#checkEnabled();
    const index = this.#redo.findLastIndex(({ mark }) => mark.id === id);
    if (index < 0) throw new Error(this.#whyNotListed(id, "redone"));
    const { mark, to } = this.#redo[index]!;
    this.#rememberPresent();
    this.#jump(to, this.#ahead, { ...asker, cause: "redo", mark });
    this.#redo.splice(index);
    this.#tidy();
  }

  /** To the moment before a command, the end of a stretch, or a time on the line that leads there; without an id, on this line. */
  goTo({ id, timeNs }: { readonly id: string; readonly timeNs: Nanoseconds | undefined }, asker: Asker): void {
    this.#checkEnabled();
    const all = this.stretches();
    const tip = this.#ahead ?? this.#stretch;
    const isNamed = (stretch: Stretch): boolean => stretch.id === id || stretch.marks.some((each) => each.id === id);
    const named = id === "" ? tip : all.find(isNamed);
    if (named === undefined) throw new Error(`nothing called "${id}" is remembered`);
    const mark = named.marks.find((each) => each.id === id);
    if (mark === undefined && timeNs === undefined && id === "") throw new Error("it says neither where nor when");
    const leaf = tip.line().includes(named) ? tip : named;
    const within = mark !== undefined || timeNs === undefined ? undefined : stretchWithTime(named.line(), timeNs);
    this.#rememberPresent();
    const isBack = this.#landing === undefined && leaf === this.#stretch;
    const before: Place = { stretch: this.#stretch, at: this.#head };
    const to =
      within === undefined ? { stretch: named, at: mark?.at ?? named.end } : { stretch: within, timeNs: timeNs! };
    this.#jump(to, leaf, { ...asker, cause: "go-to", mark });
    const later = marksOf(leaf).filter(({ at }) => !isBefore(at, this.#head));
    const end: Moment = isBack ? before.at : leaf.end;
    const undone = later.map((each, i): Undone => ({ mark: each, to: { stretch: leaf, at: later[i + 1]?.at ?? end } }));
    this.#redo = [...(isBack ? this.#redo : []), ...undone.toReversed()];
    this.#tidy();
  }

  #jump(
    to: Place | { readonly stretch: Stretch; readonly timeNs: Nanoseconds },
    ahead: Stretch | undefined,
    jump: Omit<Jump, "timeline" | "fromNs" | "toNs">,
  ): void {
    const from: Place & { nextId: number } = { stretch: this.#stretch, at: this.#head, nextId: this.#host.nextId };
    const at = this.#travel(to, from);
    const stretch = stretchAt({ stretch: to.stretch, at });
    this.#landing = { at, nextId: this.#host.nextId, inputs: [] };
    this.#tick = at.tick;
    this.#sequence = at.sequence;
    this.#timeNs = this.#host.timeNs;
    this.#jumpLog.note(Math.min(from.nextId, this.#host.nextId, firstIdApart(from.stretch, stretch)));
    from.stretch.leftAt = this.timeline;
    this.#stretch = stretch;
    const leads = ahead?.line().includes(stretch) === true && isBefore(at, ahead.end);
    this.#ahead = leads ? ahead : undefined;
    const mark = this.#host.mark();
    this.#host.tellJump();
    if (this.#host.changedSince(mark)) {
      this.#settle();
      this.#afterStrangeChange();
    }
    const [fromNs, toNs] = [from.at.timeNs, this.#head.timeNs];
    this.jumps.emit({ ...jump, timeline: this.timeline, fromNs, toNs });
  }

  #travel(to: Place | { readonly stretch: Stretch; readonly timeNs: Nanoseconds }, from: Place): Moment {
    return this.#replaying(() => {
      try {
        if ("timeNs" in to) return travelToTime(this.#host, to.stretch, to.timeNs);
        travelTo(this.#host, to);
        return to.at;
      } catch (error) {
        travelTo(this.#host, from);
        throw error;
      }
    });
  }

  #replaying<T>(work: () => T): T {
    this.#isReplaying = true;
    try {
      return work();
    } finally {
      this.#isReplaying = false;
    }
  }

  /** So that redo can come back to it, and its branch be entered at its end. */
  #rememberPresent(): void {
    if (this.#landing !== undefined && this.#landing.inputs.length === 0) return;
    this.#settle();
    this.#stretch.end = this.#head;
    if (!this.#isNear(this.#head)) this.#keep({ at: this.#head, isMarked: true });
  }

  /** After a jump, what happens makes a line of its own, or goes on with the one that ends here. */
  #settle(): void {
    const landing = this.#landing;
    if (landing === undefined) return;
    this.#landing = undefined;
    const { at, nextId, inputs } = landing;
    let stretch = this.#stretch;
    if (isSame(at, stretch.start) && stretch.parent !== undefined) stretch = stretch.parent;
    if (isBefore(at, stretch.end)) stretch = stretch.split(at, this.#newId(), nextId);
    if (stretch === this.#root.parent) this.#root = stretch;
    this.#stretch = stretch.children.size === 0 ? stretch : new Stretch(this.#newId(), stretch, at, nextId);
    this.#stretch.inputs.push(...inputs);
    for (const input of inputs) this.#memory.addInput(input);
    this.#ahead = undefined;
    this.changes.emit();
  }

  /** A command that failed half-way. */
  #takeBack(at: Moment, keyframe: Keyframe | undefined): void {
    if (keyframe !== undefined) return this.#host.bringBack(keyframe);
    this.#settle();
    this.#replaying(() => travelTo(this.#host, { stretch: this.#stretch, at }));
  }

  #afterStrangeChange(): void {
    this.#sequence = this.#nextSequence++ + 1;
    this.#timeNs = this.#host.timeNs;
    this.#keep({ at: this.#head, isMarked: false });
  }

  #beginAfterReset(): void {
    // With the time before it: within a stretch the clock only goes forward.
    this.#stretch.end = this.#head;
    this.#timeNs = this.#host.timeNs;
    this.#stretch = new Stretch(this.#newId(), this.#stretch, this.#head, this.#host.nextId);
    this.#keep({ at: this.#head, isMarked: false });
  }

  /** Whether the moment is but a few inputs after a keyframe. */
  #isNear(at: Moment): boolean {
    const line = (this.#landing === undefined ? this.#stretch : stretchAt({ stretch: this.#stretch, at })).line();
    const last = lastKeyframe(line, (keyframe) => !isBefore(at, keyframe.at)).at;
    return last.tick === at.tick && at.sequence - last.sequence <= MOST_INPUTS;
  }

  #keep(traits: { readonly at: Moment; readonly isMarked: boolean }): void {
    const before = this.#host.nowMs();
    const bytes = this.#memory.keep(this.#stretch, this.#host.keyframe(), traits);
    const now = this.#host.nowMs();
    this.#spacing.note(now, { tookMs: now - before, bytes, byteLimit: this.limits.byteLimit });
  }

  /** A refused command changes nothing: to do it again on the way to a later moment would be in vain. */
  #dropInput(): void {
    if (!this.limits.enabled) return;
    const landed = this.#landing?.inputs.pop();
    if (landed !== undefined) return;
    const dropped = this.#stretch.inputs.pop();
    if (dropped !== undefined) this.#memory.dropInput(dropped);
  }

  #tidy(): void {
    this.#keepToLimits();
    this.changes.emit();
  }

  #keepToLimits(): void {
    const pinned = this.#redo.map(({ to }) => to.stretch);
    const mostSteps = LONGEST_REPLAY_MS / Math.max(this.#host.stepMs, 0.001);
    this.stretches();
    this.#root = this.#memory.keepToLimits(this.#root, this.#stretch, pinned, mostSteps);
    const left = new Set(this.stretches());
    this.#redo = this.#redo.filter(({ to }) => left.has(to.stretch));
    if (this.#ahead !== undefined && !left.has(this.#ahead)) this.#ahead = undefined;
  }

  #begin(keyframe: Keyframe | undefined): Stretch {
    const stretch = new Stretch(this.#newId(), undefined, this.#head, this.#host.nextId);
    if (keyframe !== undefined && this.limits.enabled)
      this.#memory.keep(stretch, keyframe, { at: this.#head, isMarked: false });
    return stretch;
  }

  /** On the line that leads to now, oldest first. */
  #done(): Mark[] {
    return marksOf(this.#stretch).filter(({ at }) => isBefore(at, this.#head));
  }

  #knows(id: string): boolean {
    return this.stretches().some(({ marks }) => marks.some((mark) => mark.id === id));
  }

  #checkEnabled(): void {
    if (!this.limits.enabled)
      throw new Error("the history is switched off: nothing is kept, and nothing can be undone");
  }

  #whyNotListed(id: string, what: "undone" | "redone"): string {
    if (id === "") return `there is nothing to be ${what}`;
    return `the command ${id} is not among those that can be ${what}; perhaps somebody was faster`;
  }

  #newId(): string {
    return `s${++this.#stretches}`;
  }
}

function marksOf(stretch: Stretch): Mark[] {
  return stretch.line().flatMap(({ marks }) => marks);
}

/** The least id at the start of what two lines do not share. */
function firstIdApart(a: Stretch, b: Stretch): number {
  const [lineA, lineB] = [new Set(a.line()), new Set(b.line())];
  const apart = [...lineA].filter((each) => !lineB.has(each)).concat([...lineB].filter((each) => !lineA.has(each)));
  return apart.reduce((least, { firstId }) => Math.min(least, firstId), Infinity);
}
