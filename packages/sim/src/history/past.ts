import type { Nanoseconds } from "../base/time.ts";
import { addBusy } from "./busy-spans.ts";
import { Census } from "./census.ts";
import type { CommandLabel } from "./command-label.ts";
import type { Keyframe } from "./keyframe.ts";
import { KeyframeTaking } from "./keyframe-taking.ts";
import { markOf, marksOf } from "./marks.ts";
import { Memory, type MemoryOptions } from "./memory.ts";
import { isBefore, isSame, type Moment } from "./moment.ts";
import { Stretch, type Mark, type Place, type RecordedInput } from "./stretch.ts";
import type { TimelineHost } from "./timeline-host.ts";

/** The longest that reaching a moment should take, by estimate. */
const LONGEST_REPLAY_MS = 10_000;

/** The destination of a jump and the inputs since, until the first step or command, which starts a new line. */
interface Landing {
  readonly at: Moment;
  readonly nextId: number;
  readonly inputs: RecordedInput[];
  /** Whether a message was among the inputs. */
  isBusy: boolean;
}

/** The remembered past of a world, as a tree of stretches, and the world's place in it. */
export class Past {
  readonly memory: Memory;
  readonly #host: TimelineHost;
  readonly #keyframes: KeyframeTaking;
  #root: Stretch;
  #present: Stretch;
  #ahead: Stretch | undefined;
  #landing: Landing | undefined;
  #tick = 0;
  #sequence = 0;
  /** The value of `#sequence` before the last input. */
  #sequenceBefore = 0;
  #timeNs: Nanoseconds;
  #nextSequence = 1;
  #stretches = 0;
  readonly #touched = new Set<Stretch>();
  #isAllTouched = true;
  readonly #census = new Census();

  constructor(host: TimelineHost, options: MemoryOptions) {
    this.#host = host;
    this.memory = new Memory(options);
    this.#keyframes = new KeyframeTaking(host, this.memory, this);
    this.#timeNs = host.timeNs;
    this.#root = this.#present = this.#begin(undefined);
  }

  /** Begins with the present state. `initial` is a keyframe of it, needed if the history is on. */
  begin(initial: Keyframe | undefined): void {
    this.#census.clear();
    this.#stretches = 0;
    this.#timeNs = this.#host.timeNs;
    this.#root = this.#present = this.#begin(initial);
  }

  get isOn(): boolean {
    return this.memory.limits.enabled;
  }

  /** The present moment. */
  get head(): Moment {
    return { tick: this.#tick, sequence: this.#sequence, timeNs: this.#timeNs };
  }

  /**
   * The stretch that grows with the world, or, while nothing has happened since a jump, the one that the jump led into.
   */
  get present(): Stretch {
    return this.#present;
  }

  /** The end of the line that was left last, as long as the world has done nothing since. */
  get ahead(): Stretch | undefined {
    return this.#ahead;
  }

  /** The destination of the last jump and the inputs since, as long as the world has done nothing else since. */
  get landing(): (Pick<Landing, "at"> & { readonly inputs: readonly RecordedInput[] }) | undefined {
    return this.#landing;
  }

  /** Whether the world has done something since the last jump, or never jumped. */
  get isOwnLine(): boolean {
    return this.#landing === undefined;
  }

  /** The oldest moment that can be reached. */
  get start(): Moment {
    return this.#root.start;
  }

  /** Returns all stretches, parents first. */
  stretches(): Stretch[] {
    if (this.#landing === undefined) this.#present.end = this.head;
    return [...this.#root.tree()];
  }

  /**
   * Returns the stretches that may have changed since the last call; `undefined` if any may have changed or been
   * removed.
   */
  takeTouched(): Stretch[] | undefined {
    if (this.#landing === undefined) this.#present.end = this.head;
    const touched = this.#isAllTouched ? undefined : [...this.#touched, ...this.memory.touched, this.#present];
    this.#isAllTouched = false;
    this.#touched.clear();
    this.memory.touched.clear();
    // It grows as the world runs, so it will have changed by the next call.
    this.#touched.add(this.#present);
    return touched && [...new Set(touched)];
  }

  /** Returns the commands on the line that leads to now, oldest first. */
  done(): Mark[] {
    // Inputs since a jump have higher numbers than a later command on the old line, which must not count as done.
    const now = this.#landing?.at ?? this.head;
    return marksOf(this.#present).filter(({ at }) => isBefore(at, now));
  }

  record(input: unknown, bytes: number): RecordedInput | undefined {
    if (!this.isOn) return undefined;
    const sequence = this.#nextSequence++;
    const recorded: RecordedInput = { tick: this.#tick, sequence, input, bytes, isRefused: false };
    this.#sequenceBefore = this.#sequence;
    this.#sequence = recorded.sequence + 1;
    (this.#landing ?? this.#present).inputs.push(recorded);
    this.memory.addInput(recorded);
    this.#keyframes.noteInput(bytes);
    return recorded;
  }

  /** Records that the input taking effect is a message. Returns whether clients should be informed. */
  noteMessage(): boolean {
    if (!this.isOn) return false;
    if (this.#landing === undefined) return addBusy(this.#present.busy, this.#timeNs);
    this.#landing.isBusy = true;
    return false;
  }

  /** Takes a keyframe after many inputs since the last one, so that the oldest of them can be forgotten. */
  keepWhatCameIn(): void {
    if (!this.isOn || !this.#keyframes.isDueForInputs()) return;
    this.settle();
    this.keepNow();
  }

  /** Forgets the last input, which changed nothing. The present is again the moment before it. */
  dropInput(): void {
    if (!this.isOn) return;
    this.#sequence = this.#sequenceBefore;
    const dropped = (this.#landing ?? this.#present).inputs.pop();
    if (dropped === undefined) return;
    this.memory.dropInput(dropped);
    this.#keyframes.noteInput(-dropped.bytes);
  }

  /** Records that the world has made a step. */
  stepped(timeNs: Nanoseconds): void {
    if (this.#landing !== undefined) this.settle();
    this.#tick++;
    this.#timeNs = timeNs;
    if (this.isOn && this.#keyframes.isDue()) this.keepNow();
  }

  /** Moves the present to the destination of a jump, where nothing has happened yet. */
  land(stretch: Stretch, at: Moment, ahead: Stretch | undefined): void {
    this.#landing = { at, nextId: this.#host.nextId, inputs: [], isBusy: false };
    this.#keyframes.jumped();
    this.#touched.add(this.#present);
    this.#present = stretch;
    this.#tick = at.tick;
    this.#sequence = at.sequence;
    this.#timeNs = this.#host.timeNs;
    const leads = ahead?.line().includes(stretch) === true && isBefore(at, ahead.end);
    this.#ahead = leads ? ahead : undefined;
  }

  /** Ends a landing: what happens from now on forms a new line, or continues the one that ends here. */
  settle(): void {
    const landing = this.#landing;
    if (landing === undefined) return;
    this.#landing = this.#ahead = undefined;
    const { at, nextId, inputs, isBusy } = landing;
    let stretch = this.#present;
    if (isSame(at, stretch.start) && stretch.parent !== undefined && isSame(at, stretch.parent.end))
      stretch = stretch.parent;
    if (isBefore(at, stretch.end)) {
      const later = stretch;
      stretch = later.split(at, this.#newId(), nextId);
      this.#touched.add(later).add(stretch);
    }
    if (stretch === this.#root.parent) this.#root = stretch;
    this.#present = stretch.children.size === 0 ? stretch : new Stretch(this.#newId(), stretch, at, nextId);
    this.#touched.add(this.#present);
    for (const input of inputs) this.#present.inputs.push(input);
    if (isBusy) addBusy(this.#present.busy, at.timeNs);
  }

  /** Remembers the present, so that the world can return to it. */
  rememberNow(): void {
    if (this.#landing?.inputs.length === 0) return;
    this.settle();
    this.#present.end = this.head;
    if (!this.#keyframes.isNear(this.head)) this.#keyframes.keepNow({ isMarked: true });
  }

  /** Returns a keyframe of the moment before a command; `undefined` if one nearby will do. */
  keyframeBefore(at: Moment): Keyframe | undefined {
    return this.isOn ? this.#keyframes.before(at) : undefined;
  }

  /** Stores a keyframe of the moment before a command. */
  keepBefore(keyframe: Keyframe, at: Moment): void {
    this.#keyframes.keep(keyframe, { at, isMarked: true });
  }

  /** Lists a command, and returns its mark. */
  mark(label: CommandLabel, at: Moment): Mark {
    const mark = markOf(label, at);
    this.#present.marks.push(mark);
    this.memory.addMark(mark);
    this.#census.marks++;
    return mark;
  }

  /** Stores the state after a change that was not an input: a replay could not repeat it. */
  keepStrangeChange(): void {
    if (!this.isOn) return;
    this.settle();
    this.#sequence = this.#nextSequence++ + 1;
    this.#timeNs = this.#host.timeNs;
    this.#keyframes.keepNow({ isMarked: false, isNeeded: true });
  }

  /**
   * Begins a new stretch at a reset, because within a stretch the clock only goes forward. The reset itself belongs to
   * the new stretch; the previous one ends at `at`, right before the reset.
   */
  beginAfterReset(at: Moment): void {
    const before = this.#present;
    before.end = at;
    this.#touched.add(before);
    this.#timeNs = this.#host.timeNs;
    this.#present = new Stretch(this.#newId(), before, this.head, this.#host.nextId);
    this.#present.inputs = before.takeInputsFrom(at.sequence);
  }

  /** Forgets the past, and begins a new one now. */
  forget(): void {
    for (const stretch of this.#root.tree()) this.memory.drop(stretch);
    for (const input of this.#landing?.inputs ?? []) this.memory.dropInput(input);
    this.#census.clear();
    this.#isAllTouched = true;
    this.#ahead = this.#landing = undefined;
    this.#timeNs = this.#host.timeNs;
    this.#sequence = this.#nextSequence++;
    this.#root = this.#present = this.#begin(this.isOn ? this.#host.keyframe() : undefined);
  }

  /** Stores a keyframe of the present. */
  keepNow(): void {
    this.#keyframes.keepNow({ isMarked: false });
  }

  /**
   * Forgets what exceeds the limits. `wanted` has commands that may still be redone, and where that leads. Returns
   * those that still can be.
   */
  keepToLimits<P extends { readonly mark: Mark; readonly to: Place }>(wanted: readonly P[]): P[] {
    if (this.#landing === undefined) this.#present.end = this.head;
    const now: Place = { stretch: this.#present, at: this.#landing?.at ?? this.head };
    const pinned = wanted.map(({ to }) => to.stretch);
    const { drops } = this.memory;
    this.#root = this.memory.keepToLimits(this.#root, now, { pinned, mostMs: LONGEST_REPLAY_MS });
    if (this.#census.isCrowded(this.memory.limits)) {
      const staying = this.#ahead === undefined ? pinned : [...pinned, this.#ahead];
      this.#root = this.memory.keepToBranchLimit(this.#root, this.#present, staying);
      this.#isAllTouched = true;
      this.#census.count(this.#root);
    }
    if (this.memory.drops === drops) return [...wanted];
    this.#isAllTouched = true;
    const left = new Set(this.#root.tree());
    if (this.#ahead !== undefined && !(left.has(this.#ahead) && isBefore(now.at, this.#ahead.end)))
      this.#ahead = undefined;
    const isLeft = ({ to: { stretch, at } }: P): boolean =>
      left.has(stretch) && !isBefore(at, this.#root.start) && !isBefore(stretch.end, at);
    this.memory.noteForgotten(wanted.filter((each) => !isLeft(each)).map(({ mark }) => mark));
    return wanted.filter(isLeft);
  }

  #begin(keyframe: Keyframe | undefined): Stretch {
    const stretch = new Stretch(this.#newId(), undefined, this.head, this.#host.nextId);
    if (keyframe !== undefined && this.isOn) {
      this.memory.keep(stretch, keyframe, { at: this.head, isMarked: false, workMs: 0 });
    }
    return stretch;
  }

  #newId(): string {
    this.#census.stretches++;
    return `s${++this.#stretches}`;
  }
}
