import { messages, type orrery } from "@orrery/msgs";
import { SimClock } from "../components/simulation.ts";
import type { Delta } from "../ecs/delta.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import { PackError } from "../ecs/pack.ts";
import type { World } from "../ecs/world.ts";
import { applyState } from "../stream/apply-state.ts";
import { decodeDelta } from "../stream/delta-codec.ts";
import { logTypes, type LogEntry } from "./log-channels.ts";
import type { LogFile, LogPosition } from "./log-file.ts";
import { readingLog } from "./log-error.ts";
import { entryAt, isBefore, keyframeUntil, lastSample, sampleAfter, sampleUntil } from "./log-positions.ts";

/** The sample of a log that a world shows, with moves to other samples. Reading damaged parts throws a LogError. */
export class LogCursor {
  readonly #file: LogFile;
  readonly #world: World;
  readonly #root: Entity;
  readonly #last: LogPosition;
  #at: LogPosition;

  /** Shows the first sample, in an empty world. */
  constructor(file: LogFile, world: World, root: Entity) {
    this.#file = file;
    this.#world = world;
    this.#root = root;
    this.#last = lastSample(file);
    this.#at = file.first;
    this.#apply(this.#at);
  }

  get entry(): LogEntry {
    return entryAt(this.#file, this.#at);
  }

  /** Reads nothing, so it works even if the next part is damaged. */
  get isAtEnd(): boolean {
    return !isBefore(this.#at, this.#last);
  }

  get next(): LogPosition | undefined {
    return sampleAfter(this.#file, this.#at);
  }

  /** Shows the next sample. Returns whether there was one. */
  showNext(): boolean {
    const { next } = this;
    if (next !== undefined) this.#apply(next);
    return next !== undefined;
  }

  /** Finds the sample this many samples back, or the first one. */
  before(samples: number): LogPosition {
    let place = this.#at;
    for (let left = samples; left > 0; left--) {
      const earlier = sampleUntil(this.#file, entryAt(this.#file, place).logNs - 1);
      if (!isBefore(earlier, place)) break;
      place = earlier;
    }
    return place;
  }

  /** Moves to a place, starting from the present one if that is nearer than a keyframe. Stops at damage on the way. */
  moveTo(place: LogPosition): void {
    const keyframe = keyframeUntil(this.#file, place);
    const isOnTheWay = !isBefore(this.#at, keyframe) && !isBefore(place, this.#at);
    if (!isOnTheWay) this.#apply(keyframe);
    while (isBefore(this.#at, place)) this.#apply(this.next!);
  }

  #apply(place: LogPosition): void {
    const { kind, bytes } = entryAt(this.#file, place);
    const whole = kind === "keyframe";
    readingLog(this.#file.source.name, () => {
      const { changes }: orrery.StateChunk = messages.decode(logTypes.keyframe, bytes);
      const delta = decodeDelta(changes ?? new Uint8Array(0));
      checkClock(delta, this.#root, whole);
      applyState(this.#world, delta, { whole });
    });
    this.#at = place;
  }
}

/** Checks that the change leaves the world its clock, without which it would be invalid. */
function checkClock({ removed, unset, placed, set }: Delta, root: Entity, whole: boolean): void {
  const isLost =
    removed.includes(root) || unset.some(({ entity, component }) => entity === root && component === SimClock);
  const hasClock = set.some(({ component, entities }) => component === SimClock && entities.includes(root));
  const isThere = placed.some(({ entity, parent }) => entity === root && parent === noEntity);
  if (isLost || (whole && !(isThere && hasClock))) throw new PackError("a state has no clock");
}
