import type { Moment } from "../history/moment.ts";
import type { RecordedInput } from "../history/stretch.ts";

/** The shape of a past: what a replayer has to know before it asks for states and inputs. Plain data. */
export interface PastTree {
  /** The stretch that the world is in. */
  readonly present: string;
  /** Parents first. */
  readonly stretches: readonly PastStretch[];
}

export interface PastStretch {
  readonly id: string;
  readonly parent: string | undefined;
  readonly start: Moment;
  readonly end: Moment;
  readonly keyframes: readonly PastKeyframe[];
}

export interface PastKeyframe {
  readonly number: number;
  readonly at: Moment;
  /** Whether its moment cannot be reached from earlier ones. */
  readonly isNeeded: boolean;
}

/** Inputs of one stretch, in order. */
export interface PastInputs {
  readonly inputs: readonly RecordedInput[];
  /** Whether there were no more by then. */
  readonly isAll: boolean;
}

/** Where a replayer gets the past from: a live world, in another thread as a rule. */
export interface PastSource {
  /** The state that a reset leads to, as a keyframe file. */
  loaded(): Promise<Uint8Array>;
  tree(): Promise<PastTree>;
  /** The inputs of a stretch with this sequence number and later ones, or as many as are sent at once. */
  inputs(stretch: string, from: number): Promise<PastInputs>;
  /** A keyframe file; `undefined` when that keyframe is gone by now. */
  keyframe(number: number): Promise<Uint8Array | undefined>;
}

/** Returns the stretches from the first one to this one. */
export function lineTo(tree: PastTree, id: string): PastStretch[] {
  const line: PastStretch[] = [];
  const byId = new Map(tree.stretches.map((stretch) => [stretch.id, stretch]));
  for (let at = byId.get(id); at !== undefined; at = at.parent === undefined ? undefined : byId.get(at.parent))
    line.unshift(at);
  return line;
}
