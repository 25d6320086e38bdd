import { KeptKeyframe, type KeyframeTraits } from "./kept-keyframe.ts";
import type { Keyframe } from "./keyframe.ts";
import { isBefore, type Moment } from "./moment.ts";
import { Packing } from "./packing.ts";
import { SharedBytes } from "./shared-bytes.ts";
import type { Packer } from "./stored-state.ts";
import type { Mark, Place, RecordedInput, Stretch } from "./stretch.ts";
import { leastUseful, oldestLeaf } from "./thinning.ts";

export interface HistoryLimits {
  readonly enabled: boolean;
  readonly byteLimit: number;
  /** The largest `byteLimit` that may be set while the world runs. Default: any. */
  readonly mostBytes?: number;
  /** Commands that can be undone. */
  readonly commandLimit: number;
}

export const defaultHistoryLimits: HistoryLimits = { enabled: false, byteLimit: 512e6, commandLimit: 1000 };

export interface MemoryOptions {
  readonly limits: HistoryLimits;
  /** Default: nothing is packed. */
  readonly packer?: Packer | undefined;
  readonly onError: (error: unknown) => void;
}

/** Of the memory, for keyframes that are kept at hand and not packed. */
const AT_HAND = 0.25;

interface KeepOptions {
  /** Branches that go last. */
  readonly pinned: readonly Stretch[];
  /** No moment shall take longer to be reached from a keyframe. */
  readonly mostMs: number;
}

/** What is kept of the past, within limits. */
export class Memory {
  limits: HistoryLimits;
  readonly #shared = new SharedBytes();
  readonly #packing: Packing;
  #inputBytes = 0;
  #taken = 0;
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

  /** Returns what it adds in bytes. */
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

  /** Of a stretch that is in the tree no more. */
  drop(stretch: Stretch): void {
    for (const keyframe of stretch.keyframes) this.#discard(keyframe);
    for (const input of stretch.inputs) this.dropInput(input);
  }

  get hasForgotten(): boolean {
    return this.#forgotten.length > 0;
  }

  /** Commands that left the list since this was last asked. */
  takeForgotten(): Mark[] {
    return this.#forgotten.splice(0);
  }

  /** Commands that left the list by other ways than these limits. */
  noteForgotten(marks: readonly Mark[]): void {
    this.#forgotten.push(...marks);
  }

  /**
   * Thins out keyframes, then forgets branches, then the oldest of the line itself, then what lies ahead of now, until all is
   * within the limits. Returns the stretch that the past begins with now.
   */
  keepToLimits(root: Stretch, { stretch: present, at: now }: Place, { pinned, mostMs }: KeepOptions): Stretch {
    let first = root;
    while (this.bytes > this.limits.byteLimit) {
      if (this.#thin(first, mostMs)) continue;
      const leaf = oldestLeaf(first, present, pinned);
      if (leaf !== undefined) {
        leaf.cut();
        this.drop(leaf);
        continue;
      }
      const shorter = this.#shorten(present, now);
      if (shorter === undefined && !this.#cutAhead(present, now)) break;
      first = shorter ?? first;
    }
    this.#keepToCommandLimit(present);
    return first;
  }

  #thin(root: Stretch, mostMs: number): boolean {
    const useless = leastUseful(root, { taken: this.#taken, mostMs });
    if (useless === undefined) return false;
    const { stretch, keyframe } = useless;
    stretch.keyframes = stretch.keyframes.filter((other) => other !== keyframe);
    this.#discard(keyframe);
    return true;
  }

  /** The line begins with its next keyframe, unless that is later than now; branches that left it before go too. */
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
    this.#forgotten.push(...first.marks.filter((mark) => isBefore(mark.at, at)));
    first.keyframes = first.keyframes.filter((keyframe) => !isBefore(keyframe.at, at));
    first.inputs = first.inputs.filter(({ sequence }) => sequence >= at.sequence);
    first.marks = first.marks.filter((mark) => !isBefore(mark.at, at));
    first.start = at;
    return first;
  }

  /** What comes after now in a stretch that was jumped into. Tells whether there was anything. */
  #cutAhead(present: Stretch, now: Moment): boolean {
    if (!isBefore(now, present.end) || present.children.size > 0) return false;
    const isAhead = ({ at }: { readonly at: Moment }): boolean => isBefore(now, at);
    for (const keyframe of present.keyframes) if (isAhead(keyframe)) this.#discard(keyframe);
    for (const input of present.inputs) if (input.sequence >= now.sequence) this.dropInput(input);
    present.keyframes = present.keyframes.filter((keyframe) => !isAhead(keyframe));
    present.inputs = present.inputs.filter(({ sequence }) => sequence < now.sequence);
    present.marks = present.marks.filter(({ at }) => isBefore(at, now));
    present.end = now;
    return true;
  }

  #keepToCommandLimit(present: Stretch): void {
    const line = present.line();
    let tooMany = line.reduce((count, { marks }) => count + marks.length, 0) - this.limits.commandLimit;
    for (const stretch of line) {
      if (tooMany <= 0) return;
      const gone = stretch.marks.splice(0, tooMany);
      this.#forgotten.push(...gone);
      tooMany -= gone.length;
    }
  }

  #discard(keyframe: KeptKeyframe): void {
    this.#shared.remove(keyframe);
    this.#packing.drop(keyframe);
  }
}
