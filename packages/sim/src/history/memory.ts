import { busyFrom, busyUntil } from "./busy-spans.ts";
import { KeptKeyframe, type KeyframeTraits } from "./kept-keyframe.ts";
import type { Keyframe } from "./keyframe.ts";
import { isBefore, type Moment } from "./moment.ts";
import { Packing } from "./packing.ts";
import { SharedBytes } from "./shared-bytes.ts";
import type { Packer } from "./stored-state.ts";
import type { Mark, Place, RecordedInput, Stretch } from "./stretch.ts";
import { MAX_IDS } from "./used-ids.ts";
import { join, prune } from "./pruning.ts";
import { leastUseful, oldestLeaf } from "./thinning.ts";

export interface HistoryLimits {
  readonly enabled: boolean;
  readonly byteLimit: number;
  /** The largest `byteLimit` that may be set while the world runs. Default: any. */
  readonly mostBytes?: number;
  /** Largest number of commands that can be undone. */
  readonly commandLimit: number;
  /** Largest number of branch ends that one can go to. */
  readonly branchLimit: number;
}

export const defaultHistoryLimits: HistoryLimits = {
  enabled: false,
  byteLimit: 512e6,
  commandLimit: 1000,
  branchLimit: 1000,
};

export interface MemoryOptions {
  readonly limits: HistoryLimits;
  /** Default: nothing is packed. */
  readonly packer?: Packer | undefined;
  readonly onError: (error: unknown) => void;
}

/**
 * Fraction of the limit in use after thinning. Thinning exactly to the limit would have to be repeated for every
 * keyframe.
 */
const THINNED = 0.98;
/** Fraction of the memory for inputs. If they need more, the oldest part of the past is dropped. */
const MAX_INPUTS = 0.5;
/** Fraction of the memory for keyframes that stay unpacked. */
const AT_HAND = 0.25;

/**
 * Returns how many marks all branches together may have: at most the number of remembered ids, so that ids stay unique.
 */
export function mostMarksOf(commandLimit: number): number {
  return Math.min(10 * commandLimit, MAX_IDS);
}

interface KeepOptions {
  /** Branches to be dropped last. */
  readonly pinned: readonly Stretch[];
  /** The longest time that reaching a moment from a keyframe may take. */
  readonly mostMs: number;
}

/** The stored past of a world, within limits. */
export class Memory {
  limits: HistoryLimits;
  readonly #shared = new SharedBytes();
  readonly #packing: Packing;
  /** Bytes of inputs and marks, that is, of everything except keyframes. */
  #inputBytes = 0;
  #taken = 0;
  /** Stretches that have lost some of their marks. */
  readonly touched = new Set<Stretch>();
  /** Number of items dropped because of the limits; never decreases. */
  drops = 0;
  #forgotten: Mark[] = [];

  constructor(options: MemoryOptions) {
    this.limits = options.limits;
    this.#packing = new Packing({
      packer: options.packer,
      isKept: (state) => this.#shared.has(state),
      onResized: (state) => this.#shared.resize(state, state.byteLength),
      onError: options.onError,
    });
  }

  get bytes(): number {
    return this.#shared.total + this.#inputBytes;
  }

  /** Stores a keyframe, and returns the number of bytes that it adds. */
  keep(stretch: Stretch, { snapshot, states }: Keyframe, traits: KeyframeTraits): number {
    const parts = { snapshot, states: this.#packing.store(states) };
    const kept = new KeptKeyframe(traits, ++this.#taken, parts, this.#onOpened);
    stretch.keyframes.push(kept);
    const bytes = this.#shared.add(kept);
    this.#packing.use(kept, this.limits.byteLimit * AT_HAND);
    return bytes;
  }

  readonly #onOpened = (keyframe: KeptKeyframe): void => {
    for (const { stored } of keyframe.states.values()) this.#shared.resize(stored, stored.byteLength);
    this.#packing.use(keyframe, this.limits.byteLimit * AT_HAND);
  };

  addInput({ bytes }: RecordedInput): void {
    this.#inputBytes += bytes;
  }

  dropInput({ bytes }: RecordedInput): void {
    this.#inputBytes -= bytes;
  }

  addMark(mark: Mark): void {
    this.#inputBytes += markBytes(mark);
  }

  #dropMarks(marks: readonly Mark[]): void {
    for (const mark of marks) this.#inputBytes -= markBytes(mark);
  }

  /** Frees everything in a stretch; must be called once the stretch is no longer in the tree. */
  drop(stretch: Stretch): void {
    this.drops++;
    for (const keyframe of stretch.keyframes) this.#discard(keyframe);
    for (const input of stretch.inputs) this.dropInput(input);
    this.#dropMarks(stretch.marks);
  }

  /** Returns the commands that left the list since the last call. */
  takeForgotten(): Mark[] {
    return this.#forgotten.splice(0);
  }

  /** Records commands that left the list for reasons other than these limits. */
  noteForgotten(marks: readonly Mark[]): void {
    this.#forgotten.push(...marks);
  }

  /**
   * Thins out keyframes, then forgets branches, then the oldest part of the present line, then what lies ahead of now,
   * until everything is within the limits. Returns the first stretch of the remaining past.
   */
  keepToLimits(root: Stretch, { stretch: present, at: now }: Place, { pinned, mostMs }: KeepOptions): Stretch {
    let first = root;
    while (this.bytes > this.limits.byteLimit) {
      // If inputs take most of the memory, having fewer keyframes would not help, so the oldest part is dropped.
      if (this.#inputBytes < this.limits.byteLimit * MAX_INPUTS && this.#thin(first, mostMs)) continue;
      const leaf = oldestLeaf(first, present, pinned);
      if (leaf !== undefined) {
        leaf.cut();
        this.drop(leaf);
        continue;
      }
      const shorter = this.#shorten(present, now);
      if (shorter === undefined && !this.#cutAhead(present, now) && !this.#thin(first, mostMs)) break;
      first = shorter ?? first;
    }
    this.#keepToCommandLimit(present);
    return first;
  }

  /**
   * Removes branches beyond the limit, and joins the stretches that they had split. Returns the first stretch of the
   * remaining tree.
   */
  keepToBranchLimit(root: Stretch, present: Stretch, pinned: readonly Stretch[]): Stretch {
    const { branchLimit: mostBranches, commandLimit } = this.limits;
    const mostMarks = mostMarksOf(commandLimit);
    const dropped = prune(root, { present, pinned, mostBranches, mostMarks });
    for (const stretch of dropped) {
      this.drop(stretch);
      this.#forgotten.push(...stretch.marks);
    }
    return join(root, new Set([present, ...pinned]));
  }

  /** Drops the least useful keyframes whose neighbours stay. Returns whether there were any. */
  #thin(root: Stretch, mostMs: number): boolean {
    const changed = new Set<Stretch>();
    const [dropped, staying] = [new Set<KeptKeyframe>(), new Set<KeptKeyframe>()];
    for (const { stretch, keyframe, before, after } of leastUseful(root, { taken: this.#taken, mostMs })) {
      if (this.bytes <= this.limits.byteLimit * THINNED) break;
      if (staying.has(keyframe) || dropped.has(before) || (after !== undefined && dropped.has(after))) continue;
      dropped.add(keyframe);
      staying.add(before);
      if (after !== undefined) staying.add(after);
      changed.add(stretch);
      this.#discard(keyframe);
    }
    for (const stretch of changed) stretch.keyframes = stretch.keyframes.filter((each) => !dropped.has(each));
    return changed.size > 0;
  }

  /**
   * Lets the line begin at its second keyframe, unless that is later than now. Also drops branches that left the line
   * before it. Returns the new first stretch of the line.
   */
  #shorten(present: Stretch, now: Moment): Stretch | undefined {
    const line = present.line();
    const keyframes = line.flatMap((stretch) => stretch.keyframes.map((keyframe) => ({ stretch, at: keyframe.at })));
    const next = keyframes[1];
    if (next === undefined || isBefore(now, next.at)) return undefined;
    const { stretch: first, at } = next;
    const before = line.slice(0, line.indexOf(first));
    first.cut();
    for (const stretch of before) this.#forgotten.push(...stretch.marks);
    if (before[0] !== undefined) for (const stretch of before[0].tree()) this.drop(stretch);
    for (const keyframe of first.keyframes) if (isBefore(keyframe.at, at)) this.#discard(keyframe);
    for (const input of first.inputs) if (input.sequence < at.sequence) this.dropInput(input);
    const gone = first.marks.filter((mark) => isBefore(mark.at, at));
    this.#dropMarks(gone);
    this.#forgotten.push(...gone);
    first.keyframes = first.keyframes.filter((keyframe) => !isBefore(keyframe.at, at));
    first.inputs = first.inputs.filter(({ sequence }) => sequence >= at.sequence);
    first.busy = busyFrom(first.busy, at.timeNs);
    first.marks = first.marks.filter((mark) => !isBefore(mark.at, at));
    first.start = at;
    this.drops++;
    return first;
  }

  /**
   * Discards what lies after the present in a stretch that the world has jumped into. Returns whether there was
   * anything.
   */
  #cutAhead(present: Stretch, now: Moment): boolean {
    if (!isBefore(now, present.end) || present.children.size > 0) return false;
    const isAhead = ({ at }: { readonly at: Moment }): boolean => isBefore(now, at);
    for (const keyframe of present.keyframes) if (isAhead(keyframe)) this.#discard(keyframe);
    for (const input of present.inputs) if (input.sequence >= now.sequence) this.dropInput(input);
    present.keyframes = present.keyframes.filter((keyframe) => !isAhead(keyframe));
    present.inputs = present.inputs.filter(({ sequence }) => sequence < now.sequence);
    present.busy = busyUntil(present.busy, now.timeNs);
    this.#dropMarks(present.marks.filter(({ at }) => !isBefore(at, now)));
    present.marks = present.marks.filter(({ at }) => isBefore(at, now));
    present.end = now;
    this.drops++;
    return true;
  }

  #keepToCommandLimit(present: Stretch): void {
    const line = present.line();
    let tooMany = line.reduce((count, { marks }) => count + marks.length, 0) - this.limits.commandLimit;
    for (const stretch of line) {
      if (tooMany <= 0) return;
      const gone = stretch.marks.splice(0, tooMany);
      if (gone.length > 0) this.touched.add(stretch);
      this.#dropMarks(gone);
      this.#forgotten.push(...gone);
      tooMany -= gone.length;
    }
  }

  #discard(keyframe: KeptKeyframe): void {
    this.drops++;
    this.#shared.remove(keyframe);
    this.#packing.drop(keyframe);
  }
}

const MARK_BYTES = 200;

/** Estimates the memory of a mark. */
function markBytes({ id, description, author, authorName }: Mark): number {
  return MARK_BYTES + 2 * (id.length + description.length + author.length + authorName.length);
}
