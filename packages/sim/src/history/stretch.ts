import { busyFrom, busyUntil, joinBusy, type BusySpan } from "./busy-spans.ts";
import type { CommandLabel } from "./command-label.ts";
import type { KeptKeyframe } from "./kept-keyframe.ts";
import { isBefore, type Moment } from "./moment.ts";

/** A command in the history; `at` is the moment before it. */
export interface Mark extends CommandLabel {
  readonly at: Moment;
}

/** An input, and when it took effect. */
export interface RecordedInput {
  readonly tick: number;
  readonly sequence: number;
  readonly input: unknown;
  /** Estimated size in memory. */
  readonly bytes: number;
  /**
   * Whether it was refused. A replay compares this: an input that is refused only then, or no longer, leads to a
   * different state.
   */
  isRefused: boolean;
}

/**
 * A piece of the past in which nothing forks and the clock only goes forward. Stretches form a tree: each begins where
 * its parent ends, or, if the clock was reset, right after.
 */
export class Stretch {
  readonly id: string;
  parent: Stretch | undefined;
  readonly children = new Set<Stretch>();
  start: Moment;
  end: Moment;
  /** The id that a new entity would have got at its start. */
  firstId: number;
  marks: Mark[] = [];
  inputs: RecordedInput[] = [];
  /** In chronological order. */
  busy: BusySpan[] = [];
  keyframes: KeptKeyframe[] = [];
  /** The timeline number of the jump that last left it; stretches left longest ago are forgotten first. */
  leftAt = 0;

  constructor(id: string, parent: Stretch | undefined, start: Moment, firstId: number) {
    this.id = id;
    this.parent = parent;
    this.start = this.end = start;
    this.firstId = firstId;
    parent?.children.add(this);
  }

  /** Returns the stretches from the very first to this one. */
  line(): Stretch[] {
    const line: Stretch[] = [this];
    for (let above = this.parent; above !== undefined; above = above.parent) line.push(above);
    return line.reverse();
  }

  /**
   * Splits it in two, and returns the earlier part as a new stretch. This one remains the end that lists and requests
   * name, and its line goes through the earlier part.
   */
  split(at: Moment, id: string, nextId: number): Stretch {
    const earlier = new Stretch(id, this.parent, this.start, this.firstId);
    this.parent?.children.delete(this);
    earlier.end = at;
    earlier.children.add(this);
    earlier.leftAt = this.leftAt;
    earlier.marks = this.marks.filter((mark) => isBefore(mark.at, at));
    earlier.inputs = this.inputs.filter(({ sequence }) => sequence < at.sequence);
    earlier.busy = busyUntil(this.busy, at.timeNs);
    earlier.keyframes = this.keyframes.filter((keyframe) => !isBefore(at, keyframe.at));
    this.marks = this.marks.filter((mark) => !isBefore(mark.at, at));
    this.inputs = this.inputs.filter(({ sequence }) => sequence >= at.sequence);
    this.busy = busyFrom(this.busy, at.timeNs);
    this.keyframes = this.keyframes.filter((keyframe) => isBefore(at, keyframe.at));
    this.parent = earlier;
    this.start = at;
    this.firstId = nextId;
    return earlier;
  }

  /** Merges the preceding stretch, which leads nowhere else, into this one. */
  merge(before: Stretch): void {
    const { parent } = before;
    this.parent = parent;
    parent?.children.delete(before);
    parent?.children.add(this);
    before.children.clear();
    before.parent = undefined;
    this.start = before.start;
    this.firstId = before.firstId;
    this.marks = [...before.marks, ...this.marks];
    this.inputs = [...before.inputs, ...this.inputs];
    this.busy = joinBusy(before.busy, this.busy);
    this.keyframes = [...before.keyframes, ...this.keyframes];
  }

  /** Removes and returns the inputs from a sequence number onwards. */
  takeInputsFrom(sequence: number): RecordedInput[] {
    const first = this.inputs.findIndex((input) => input.sequence >= sequence);
    return first < 0 ? [] : this.inputs.splice(first);
  }

  /** Removes it from the tree, with everything that begins in it. */
  cut(): void {
    this.parent?.children.delete(this);
    this.parent = undefined;
  }

  /** Yields this stretch and all that begin in it, parents first. */
  *tree(): Generator<Stretch> {
    const rest: Stretch[] = [this];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      yield next;
      rest.push(...[...next.children].reverse());
    }
  }
}

/** A moment of the line that leads to the end of a stretch. */
export interface Place {
  readonly stretch: Stretch;
  readonly at: Moment;
}

/** Returns the stretch that contains the moment: the given one, or one on the way to it. */
export function stretchAt({ stretch, at }: Place): Stretch {
  let found = stretch;
  while (found.parent !== undefined && isBefore(at, found.start)) found = found.parent;
  return found;
}

/** Returns the index of the first input with this or a higher sequence number. Numbers increase. */
export function firstInput(inputs: readonly RecordedInput[], sequence: number): number {
  let [low, high] = [0, inputs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (inputs[middle]!.sequence < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
