import type { orrery } from "@orrery/msgs";
import { lineTo, stretchesOf } from "@orrery/plots";

/** A line of history that does not lead to now. */
export interface OtherBranch {
  /** Its last stretch. */
  readonly end: string;
  /** Where it leaves the present line, in simulated seconds. */
  readonly from: number;
  readonly to: number;
  /** What was done last on it; empty if nothing was. */
  readonly last: string;
}

/** More could not be told apart. */
const MAX_BRANCHES = 20;

/** Returns the branches of a history that are not on the present line, the latest first. */
export function otherBranches(history: orrery.History | undefined): OtherBranch[] {
  const { stretches, present } = stretchesOf(history ?? {});
  const byId = new Map(stretches.map((stretch) => [stretch.id, stretch]));
  const marks = new Map((history?.stretches ?? []).map(({ id = "", marks: own = [] }) => [id, own]));
  const parents = new Set(stretches.map(({ parent }) => parent));
  const onLine = new Set(lineTo(present, byId));
  const ends = stretches.filter(({ id }) => !parents.has(id) && !onLine.has(id));
  return ends
    .map(({ id, end }) => {
      const own = lineTo(id, byId).filter((stretch) => !onLine.has(stretch));
      const done = own.flatMap((stretch) => marks.get(stretch) ?? []);
      return { end: id, from: byId.get(own[0]!)!.start, to: end, last: done.at(-1)?.description ?? "" };
    })
    .toReversed()
    .slice(0, MAX_BRANCHES);
}
