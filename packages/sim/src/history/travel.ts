import type { Nanoseconds } from "../base/time.ts";
import type { KeptKeyframe } from "./kept-keyframe.ts";
import { isBefore, type Moment } from "./moment.ts";
import { firstInput, stretchAt, type Place, type RecordedInput, type Stretch } from "./stretch.ts";
import type { TimelineHost } from "./timeline-host.ts";

/** Takes the world to a moment: restores the last keyframe before it, and replays from there. */
export function travelTo(host: TimelineHost, place: Place): void {
  const { at } = place;
  const stretch = stretchAt(place);
  replay(
    host,
    stretch,
    lastKeyframe(stretch, (keyframe) => !isBefore(at, keyframe.at)),
    { until: at },
  );
}

/**
 * Takes the world to a time in a stretch, or to its nearer end; returns the moment. Of several moments with the same
 * time it chooses the first: before the inputs of the next step.
 */
export function travelToTime(host: TimelineHost, stretch: Stretch, timeNs: Nanoseconds): Moment {
  const { start, end } = stretch;
  const happened = [...stretch.inputs, ...stretch.marks.map(({ at }) => at)];
  const isLate = (at: Moment): boolean =>
    happened.some(({ tick, sequence }) => tick === at.tick && sequence < at.sequence);
  const isEarly = ({ at }: KeptKeyframe): boolean =>
    !isBefore(start, at) || at.timeNs < timeNs || (at.timeNs === timeNs && !isLate(at));
  const isThere = (now: Moment): boolean => !isBefore(now, start) && now.timeNs >= timeNs;
  return replay(host, stretch, lastKeyframe(stretch, isEarly), { until: end, goalNs: timeNs, isThere });
}

/**
 * Finds the last stretch of a line that reaches the time, or begins at it. If there is none, throws with the range of
 * times.
 */
export function stretchWithTime(line: readonly Stretch[], timeNs: Nanoseconds): Stretch {
  const found =
    line.findLast(({ start, end }) => start.timeNs < timeNs && timeNs <= end.timeNs) ??
    line.findLast(({ start }) => start.timeNs === timeNs);
  if (found !== undefined) return found;
  const times = line.flatMap(({ start, end }) => [start.timeNs, end.timeNs]);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const text = (ns: Nanoseconds): string => `${ns / 1e9} s`;
  throw new Error(`${text(timeNs)} is not remembered; the remembered times are from ${text(first)} to ${text(last)}`);
}

/** A keyframe, and the stretch that contains it. */
interface KeyframePlace {
  readonly stretch: Stretch;
  readonly keyframe: KeptKeyframe;
}

/** Returns the last early enough keyframe on the way to the end of a stretch. */
export function lastKeyframe(stretch: Stretch, isEarly: (keyframe: KeptKeyframe) => boolean): KeyframePlace {
  for (let each: Stretch | undefined = stretch; each !== undefined; each = each.parent) {
    const keyframe = each.keyframes.findLast(isEarly);
    if (keyframe !== undefined) return { stretch: each, keyframe };
  }
  throw new Error("that moment is no longer remembered");
}

/**
 * Where a replay leads: to a moment, or to an earlier one at which `isThere`; `goalNs` is the approximate simulated
 * time there.
 */
interface Goal {
  readonly until: Moment;
  readonly goalNs?: Nanoseconds;
  readonly isThere?: (now: Moment) => boolean;
}

/**
 * Replays from a keyframe on the way to the end of a stretch, until a moment, or an earlier one at which `isThere`.
 * Returns where it ended.
 */
function replay(
  host: TimelineHost,
  stretch: Stretch,
  { stretch: origin, keyframe: from }: KeyframePlace,
  { until, goalNs = until.timeNs, isThere = () => false }: Goal,
): Moment {
  host.bringBack(from.open());
  const waySteps = Math.max(1, until.tick - from.at.tick);
  const wayNs = goalNs - from.at.timeNs;
  const inputs = inputsOnTheWay(origin, stretch, from.at.sequence, until.sequence);
  let now = from.at;
  host.replaying(() => {
    for (let next = 0; !isThere(now);) {
      const input: RecordedInput | undefined = inputs[next];
      if (input?.tick === now.tick) {
        host.apply(input.input, { wasRefused: input.isRefused });
        next++;
        now = { tick: now.tick, sequence: input.sequence + 1, timeNs: host.timeNs };
      } else if (now.tick < until.tick) {
        host.step();
        now = { tick: now.tick + 1, sequence: now.sequence, timeNs: host.timeNs };
        // A reset on the way sets the clock back, but not the count of steps.
        const steps = (now.tick - from.at.tick) / waySteps;
        host.travelled(Math.min(1, wayNs > 0 ? Math.max(steps, (now.timeNs - from.at.timeNs) / wayNs) : steps));
      } else {
        // Not by comparing numbers, because a refused input had a number too.
        now = until;
        return;
      }
    }
  });
  return now;
}

/** Returns the inputs with sequence numbers from `first` up to, but not including, `end`, in order. */
function inputsOnTheWay(from: Stretch, to: Stretch, first: number, end: number): RecordedInput[] {
  const parts: RecordedInput[][] = [];
  for (let each: Stretch | undefined = to; each !== undefined; each = each === from ? undefined : each.parent) {
    parts.push(each.inputs.slice(firstInput(each.inputs, first), firstInput(each.inputs, end)));
  }
  return parts.reverse().flat();
}
