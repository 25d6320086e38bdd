import type { Moment } from "../history/moment.ts";
import type { RecordedInput } from "../history/stretch.ts";
import type { KeyframeParts, PartPiece, PartPlace } from "./keyframe-parts.ts";

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
  /** Oldest first. */
  readonly keyframes: readonly PastKeyframe[];
}

export interface PastKeyframe {
  readonly number: number;
  readonly at: Moment;
  /** Whether its moment cannot be reached from earlier ones. */
  readonly isNeeded: boolean;
}

/** Inputs of a line, in order. */
export interface PastInputs {
  readonly inputs: readonly RecordedInput[];
  /** Whether there were no more. */
  readonly isAll: boolean;
}

/** A range of inputs: those on the line to a stretch, from this sequence number on and below the end. */
export interface InputRange {
  /** A stretch at the end of a line. Those on the way may be split or merged at any time; it stays. */
  readonly leaf: string;
  readonly from: number;
  readonly end: number;
}

/** A kept keyframe by its number, or the state that a reset leads to. */
export type KeyframeName = number | "loaded";

/** Where a replayer gets the past from: a live world, in another thread as a rule. */
export interface PastSource {
  tree(): Promise<PastTree>;
  /** The inputs of a range, or as many as are sent at once; `undefined` when they are no longer remembered. */
  inputs(range: InputRange): Promise<PastInputs | undefined>;
  /** The parts of a keyframe; `undefined` when that keyframe is gone by now. */
  keyframe(name: KeyframeName): Promise<KeyframeParts | undefined>;
  /** Pieces of parts of the keyframe that was asked for last: at least one, unless that is gone. */
  pieces(places: readonly PartPlace[]): Promise<readonly PartPiece[]>;
}

/** Returns the stretches from the first one to this one. */
export function lineTo(tree: PastTree, id: string): PastStretch[] {
  const line: PastStretch[] = [];
  const byId = new Map(tree.stretches.map((stretch) => [stretch.id, stretch]));
  for (let at = byId.get(id); at !== undefined; at = at.parent === undefined ? undefined : byId.get(at.parent))
    line.unshift(at);
  return line;
}

/** Returns the end of a line through a stretch. On the present line, that is the stretch that the world is in. */
export function leafOf(tree: PastTree, id: string): string {
  if (lineTo(tree, tree.present).some((stretch) => stretch.id === id)) return tree.present;
  let leaf = id;
  // Parents come first.
  for (const stretch of tree.stretches) if (stretch.parent === leaf) leaf = stretch.id;
  return leaf;
}
