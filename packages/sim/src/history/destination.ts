import type { Nanoseconds } from "../base/time.ts";
import type { Destination } from "./past-view.ts";
import type { Mark, Stretch } from "./stretch.ts";
import { stretchWithTime } from "./travel.ts";
import type { Target } from "./traveller.ts";

/** What a destination names. */
export interface FoundDestination {
  readonly named: Stretch;
  /** The command of that stretch, if one is named. */
  readonly mark: Mark | undefined;
  /** The end of the line on which it is: the present line if possible, which ends with `tip`. */
  readonly leaf: Stretch;
}

/** Finds what a destination names; without an id, the present line. Throws if it names nothing. */
export function findDestination(
  { id, timeNs }: Destination,
  tip: Stretch,
  stretches: () => readonly Stretch[],
): FoundDestination {
  const isNamed = (stretch: Stretch): boolean => stretch.id === id || stretch.marks.some((each) => each.id === id);
  const named = id === "" ? tip : stretches().find(isNamed);
  if (named === undefined) throw new Error(`nothing called "${id}" is remembered`);
  if (timeNs === undefined && id === "") throw new Error("the request names neither a place nor a time");
  const mark = named.marks.find((each) => each.id === id);
  return { named, mark, leaf: tip.line().includes(named) ? tip : named };
}

/** Returns where to go: before a command, to a time on the line that leads to a stretch, or to its end. */
export function targetOf(
  { named, mark }: Pick<FoundDestination, "named" | "mark">,
  timeNs: Nanoseconds | undefined,
): Target {
  if (mark !== undefined || timeNs === undefined) return { stretch: named, at: mark?.at ?? named.end };
  return { stretch: stretchWithTime(named.line(), timeNs), timeNs };
}
