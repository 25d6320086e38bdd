import type { Nanoseconds } from "../base/time.ts";
import type { KeptKeyframe } from "./kept-keyframe.ts";
import { isBefore, type Moment } from "./moment.ts";
import { stretchAt, type Place, type RecordedInput, type Stretch } from "./stretch.ts";
import type { TimelineHost } from "./timeline-host.ts";

/** Takes the world to a moment: back to the last keyframe before it, and from there as it went. */
export function travelTo(host: TimelineHost, { stretch, at }: Place): void {
  const line = stretchAt({ stretch, at }).line();
  const from = lastKeyframe(line, (keyframe) => !isBefore(at, keyframe.at));
  replay(host, line, from, { until: at });
}

/**
 * Likewise to a time in a stretch, or its nearer end; tells where that is. Of several moments that have the time, it is the first:
 * before the inputs of the next step.
 */
export function travelToTime(host: TimelineHost, stretch: Stretch, timeNs: Nanoseconds): Moment {
  const { start, end } = stretch;
  const line = stretch.line();
  const happened = [...stretch.inputs, ...stretch.marks.map(({ at }) => at)];
  const isLate = (at: Moment): boolean =>
    happened.some(({ tick, sequence }) => tick === at.tick && sequence < at.sequence);
  const isEarly = ({ at }: KeptKeyframe): boolean =>
    !isBefore(start, at) || at.timeNs < timeNs || (at.timeNs === timeNs && !isLate(at));
  const from = lastKeyframe(line, (keyframe) => isEarly(keyframe) || keyframe === line[0]!.keyframes[0]);
  const isThere = (now: Moment): boolean => !isBefore(now, start) && now.timeNs >= timeNs;
  return replay(host, line, from, { until: end, isThere });
}

/** The last stretch of the line that comes to the time, or else begins with it. Throws when the line has none such, with what it has. */
export function stretchWithTime(line: readonly Stretch[], timeNs: Nanoseconds): Stretch {
  const found =
    line.findLast(({ start, end }) => start.timeNs < timeNs && timeNs <= end.timeNs) ??
    line.findLast(({ start }) => start.timeNs === timeNs);
  if (found !== undefined) return found;
  const times = line.flatMap(({ start, end }) => [start.timeNs, end.timeNs]);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const text = (ns: Nanoseconds): string => `${ns / 1e9} s`;
  throw new Error(`${text(timeNs)} is not remembered; what is remembered goes from ${text(first)} to ${text(last)}`);
}

/** Of a line, in order. */
export function lastKeyframe(line: readonly Stretch[], isEarly: (keyframe: KeptKeyframe) => boolean): KeptKeyframe {
  for (const { keyframes } of line.toReversed()) {
    const found = keyframes.findLast(isEarly);
    if (found !== undefined) return found;
  }
  throw new Error("that moment is remembered no more");
}

/** From a keyframe of a line to a moment of it, or an earlier one that `isThere`; tells where it has come to. */
function replay(
  host: TimelineHost,
  line: readonly Stretch[],
  from: KeptKeyframe,
  { until, isThere = () => false }: { readonly until: Moment; readonly isThere?: (now: Moment) => boolean },
): Moment {
  host.bringBack(from.open());
  const inputs = line
    .flatMap((stretch) => stretch.inputs)
    .filter(({ sequence }) => sequence >= from.at.sequence && sequence < until.sequence);
  let now = from.at;
  host.replaying(() => {
    for (let next = 0; !isThere(now);) {
      const input: RecordedInput | undefined = inputs[next];
      if (input?.tick === now.tick) {
        host.apply(input.input);
        next++;
        now = { tick: now.tick, sequence: input.sequence + 1, timeNs: host.timeNs };
      } else if (now.tick < until.tick) {
        host.step();
        now = { tick: now.tick + 1, sequence: now.sequence, timeNs: host.timeNs };
      } else {
        // Not by its number: that of a refused input was given, too.
        now = until;
        return;
      }
    }
  });
  return now;
}
