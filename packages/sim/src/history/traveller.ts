import type { Nanoseconds } from "../base/time.ts";
import type { CommandLabel } from "./command-label.ts";
import { Jumps } from "./stale-ids.ts";
import type { Keyframe } from "./keyframe.ts";
import type { Moment } from "./moment.ts";
import type { Past } from "./past.ts";
import { travelTo, travelToTime } from "./travel.ts";
import { stretchAt, type Place, type Stretch } from "./stretch.ts";
import type { TimelineHost } from "./timeline-host.ts";

/** A moment of a line, or a time within a stretch. */
export type Target = Place | { readonly stretch: Stretch; readonly timeNs: Nanoseconds };

/** Takes a world from one moment of its past to another, and knows which ids may refer to different entities since. */
export class Traveller {
  readonly #host: TimelineHost;
  readonly #past: Past;
  readonly #jumps = new Jumps();

  constructor(host: TimelineHost, past: Past) {
    this.#host = host;
    this.#past = past;
  }

  /** Incremented by every jump. */
  get timelineNumber(): number {
    return this.#jumps.timelineNumber;
  }

  /** Throws if an id that a command names may refer to a different entity than the one its author saw. */
  checkFresh({ timelineNumber, entities }: NonNullable<CommandLabel["seen"]>): void {
    const stale = this.#jumps.staleOf(entities, timelineNumber);
    if (stale === undefined) return;
    throw new Error(`entity ${stale} is not what it was: somebody has gone back in time since; look again`);
  }

  /**
   * Records that the world was restored to a state whose past is unknown: ids from `firstOther` on may be assigned
   * again.
   */
  noteJump(firstOther: number): void {
    this.#jumps.note(firstOther);
  }

  /**
   * Goes to a moment. `ahead`: the future that stays reachable until the world does something new. Returns the
   * simulated time before the jump.
   */
  go(to: Target, ahead: Stretch | undefined): Nanoseconds {
    const { present: left, head: from } = this.#past;
    const { nextId } = this.#host;
    const at = this.#travel(to, { stretch: left, at: from });
    const stretch = stretchAt({ stretch: to.stretch, at });
    this.#past.land(stretch, at, ahead);
    this.#jumps.note(Math.min(nextId, this.#host.nextId, firstIdApart(left, stretch)));
    left.leftAt = this.timelineNumber;
    const version = this.#host.mark();
    this.#host.notifyJump();
    if (this.#host.changedSince(version)) this.#past.keepStrangeChange();
    return from.timeNs;
  }

  /** Goes back to the moment before a command that failed midway; `keyframe` is one of that moment, if there is any. */
  rollBack(at: Moment, keyframe: Keyframe | undefined): void {
    if (keyframe !== undefined) return this.#host.bringBack(keyframe);
    const { present: stretch, landing } = this.#past;
    const since = landing?.inputs.filter(({ sequence }) => sequence < at.sequence) ?? [];
    this.#host.returning(() => travelTo(this.#host, { stretch, at: landing?.at ?? at }));
    this.#host.replaying(() =>
      since.forEach(({ input, isRefused }) => this.#host.apply(input, { wasRefused: isRefused })),
    );
  }

  #travel(to: Target, from: Place): Moment {
    try {
      if ("timeNs" in to) return travelToTime(this.#host, to.stretch, to.timeNs);
      travelTo(this.#host, to);
      return to.at;
    } catch (error) {
      this.#host.returning(() => travelTo(this.#host, from));
      throw error;
    }
  }
}

/** Returns the lowest first id in the parts that two lines do not share. Looks back no further than the fork. */
function firstIdApart(a: Stretch, b: Stretch): number {
  const [seenA, seenB] = [new Set<Stretch>(), new Set<Stretch>()];
  let [nextA, nextB]: (Stretch | undefined)[] = [a, b];
  while (nextA !== undefined || nextB !== undefined) {
    if (nextA !== undefined) seenA.add(nextA);
    if (nextB !== undefined) seenB.add(nextB);
    if ((nextA !== undefined && seenB.has(nextA)) || (nextB !== undefined && seenA.has(nextB))) break;
    [nextA, nextB] = [nextA?.parent, nextB?.parent];
  }
  // One of them may have continued beyond the place.
  const shared = [...seenA].find((each) => seenB.has(each));
  return Math.min(leastIdBefore(seenA, shared), leastIdBefore(seenB, shared));
}

/** Returns the lowest first id of the stretches after `shared`, in a line that is listed from its end. */
function leastIdBefore(line: ReadonlySet<Stretch>, shared: Stretch | undefined): number {
  let least = Infinity;
  for (const stretch of line) {
    if (stretch === shared) break;
    least = Math.min(least, stretch.firstId);
  }
  return least;
}
