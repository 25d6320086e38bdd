import { lineage } from "../base/lineage.ts";
import type { Moment } from "../history/moment.ts";
import type { RecordedInput } from "../history/stretch.ts";
import type { KeyframeParts, PartPiece, PartPlace } from "./keyframe-parts.ts";

/** The structure of a past, which a replayer has to know before it asks for states and inputs. Plain data. */
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
  /** Oldest first. */
  readonly keyframes: readonly PastKeyframe[];
}

export interface PastKeyframe {
  readonly number: number;
  readonly at: Moment;
  /** Whether its moment cannot be reached by simulating from an earlier one. */
  readonly isNeeded: boolean;
}

/** Inputs of a line, in order. */
export interface PastInputs {
  readonly inputs: readonly RecordedInput[];
  /** Whether the range has no more inputs. */
  readonly isAll: boolean;
}

/** A range of inputs on the line to a stretch, by sequence numbers: `from` is included, `end` is not. */
export interface InputRange {
  /** The stretch at the end of a line. Stretches before it may be split or merged at any time, but it stays. */
  readonly leaf: string;
  readonly from: number;
  readonly end: number;
}

/** Names a kept keyframe by its number, or the state that a reset leads to. */
export type KeyframeName = number | "loaded";

/** Where a replayer gets the past from: a live world, usually in another thread. */
export interface PastSource {
  tree(): Promise<PastTree>;
  /** Returns the first inputs of a range, as many as are sent at once; `undefined` if they are no longer remembered. */
  inputs(range: InputRange): Promise<PastInputs | undefined>;
  /** Returns the parts of a keyframe; `undefined` if the keyframe is gone by now. */
  keyframe(name: KeyframeName): Promise<KeyframeParts | undefined>;
  /** Returns pieces of the keyframe that was asked for last: at least one, unless the keyframe is gone. */
  pieces(places: readonly PartPlace[]): Promise<readonly PartPiece[]>;
}

/** Returns the stretches from the first one to this one. */
export function lineTo(tree: PastTree, id: string): PastStretch[] {
  return lineage(id, new Map(tree.stretches.map((stretch) => [stretch.id, stretch])));
}

/** Returns the end of a line through a stretch. On the present line, that is the stretch that the world is in. */
export function leafOf(tree: PastTree, id: string): string {
  if (lineTo(tree, tree.present).some((stretch) => stretch.id === id)) return tree.present;
  let leaf = id;
  // Parents come first.
  for (const stretch of tree.stretches) if (stretch.parent === leaf) leaf = stretch.id;
  return leaf;
}
