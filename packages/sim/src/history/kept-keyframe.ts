import type { Snapshot } from "../ecs/snapshot.ts";
import type { Keyframe } from "./keyframe.ts";
import type { Moment } from "./moment.ts";
import { openState, type KeptState } from "./stored-state.ts";

export interface KeyframeTraits {
  readonly at: Moment;
  /** Whether it is right before a command, or where somebody jumped away: people return there most often. */
  readonly isMarked: boolean;
  /** Whether it follows a change that no input made, so that its moment cannot be reached from an earlier one. */
  readonly isNeeded?: boolean;
  /** Estimated time in milliseconds for simulating from the beginning to here. */
  readonly workMs: number;
}

/** A keyframe of the past. */
export class KeptKeyframe implements KeyframeTraits {
  readonly at: Moment;
  readonly isMarked: boolean;
  readonly isNeeded: boolean;
  readonly workMs: number;
  /** Keyframes are numbered in the order in which they are taken. */
  readonly number: number;
  readonly snapshot: Snapshot;
  readonly states: ReadonlyMap<string, KeptState>;
  readonly #onOpened: (keyframe: KeptKeyframe) => void;

  constructor(
    traits: KeyframeTraits,
    number: number,
    parts: { readonly snapshot: Snapshot; readonly states: ReadonlyMap<string, KeptState> },
    onOpened: (keyframe: KeptKeyframe) => void,
  ) {
    ({ at: this.at, isMarked: this.isMarked, isNeeded: this.isNeeded = false, workMs: this.workMs } = traits);
    this.number = number;
    ({ snapshot: this.snapshot, states: this.states } = parts);
    this.#onOpened = onOpened;
  }

  /** Returns the keyframe unpacked, so that the world can go there. */
  open(): Keyframe {
    const states = new Map([...this.states].map(([system, state]) => [system, openState(state)]));
    this.#onOpened(this);
    return { snapshot: this.snapshot, states };
  }
}
