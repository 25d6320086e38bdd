import type { orrery } from "@orrery/msgs";
import { fromSecNsec, lineage, toSeconds } from "@orrery/sim/front";

/** A piece of history in which nothing forks: its samples are later than `start`, and not later than `end`. */
export interface StretchRange {
  readonly id: string;
  /** Empty for the first. */
  readonly parent: string;
  /** Simulated seconds. */
  readonly start: number;
  readonly end: number;
}

/** The tree of stretches as it is at one time. */
export interface Stretches {
  /** Parents first. */
  readonly stretches: readonly StretchRange[];
  /** The stretch that the world is in. */
  readonly present: string;
}

/** Reads the tree of stretches from a message. */
export function stretchesOf({ stretches = [], present = "" }: orrery.History): Stretches {
  return {
    stretches: stretches.map(({ id = "", parent = "", start = {}, end = {} }) => ({
      id,
      parent,
      start: toSeconds(fromSecNsec(start)),
      end: toSeconds(fromSecNsec(end)),
    })),
    present,
  };
}

/** Returns the ids of the stretches from the first to the one that is named; nothing when that is not known. */
export function lineTo(id: string, stretches: ReadonlyMap<string, StretchRange>): string[] {
  return lineage(id, stretches).map((stretch) => stretch.id);
}
