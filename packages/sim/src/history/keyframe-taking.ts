import type { Keyframe } from "./keyframe.ts";
import type { KeptKeyframe, KeyframeTraits } from "./kept-keyframe.ts";
import type { Memory } from "./memory.ts";
import { isBefore, type Moment } from "./moment.ts";
import { Spacing } from "./spacing.ts";
import { stretchAt, type Stretch } from "./stretch.ts";
import type { TimelineHost } from "./timeline-host.ts";
import { lastKeyframe } from "./travel.ts";

/**
 * With more inputs than this since the last keyframe, another keyframe is worth its cost, even within the same step.
 */
const MAX_INPUTS = 32;
/** The same limit for the bytes of inputs. */
const MAX_INPUT_BYTES = 4e6;

/** Where a world is in its past. */
export interface PresentPlace {
  readonly present: Stretch;
  readonly head: Moment;
}

/** Takes keyframes of the present: now and then, before commands, and where nothing else leads to a state. */
export class KeyframeTaking {
  readonly #host: TimelineHost;
  readonly #memory: Memory;
  readonly #place: PresentPlace;
  readonly #spacing = new Spacing();
  /** Bytes of the inputs since the last keyframe. */
  #bytesSince = 0;

  constructor(host: TimelineHost, memory: Memory, place: PresentPlace) {
    this.#host = host;
    this.#memory = memory;
    this.#place = place;
  }

  /** Records that inputs of this many bytes were recorded, or dropped if negative. */
  noteInput(bytes: number): void {
    this.#bytesSince = Math.max(0, this.#bytesSince + bytes);
  }

  /** Records a jump in time. */
  jumped(): void {
    this.#spacing.jumped();
  }

  /** Returns whether a keyframe between commands is due. */
  isDue(): boolean {
    return this.#spacing.isDue(this.#host.nowMs(), this.#replayMs);
  }

  /** Returns whether many inputs have come in since the last keyframe. With one, the oldest of them can be forgotten. */
  isDueForInputs(): boolean {
    return this.#bytesSince > Math.min(MAX_INPUT_BYTES, this.#memory.limits.byteLimit / 8);
  }

  /** Returns whether a moment of the present line is only a few inputs after a keyframe. */
  isNear(at: Moment): boolean {
    const stretch = stretchAt({ stretch: this.#place.present, at });
    const last = lastKeyframe(stretch, (keyframe) => !isBefore(at, keyframe.at)).keyframe.at;
    return last.tick === at.tick && at.sequence - last.sequence <= MAX_INPUTS;
  }

  /** Returns a keyframe of the moment before a command; `undefined` if one nearby will do. */
  before(at: Moment): Keyframe | undefined {
    const before = this.#host.nowMs();
    if (this.isNear(at) || this.#spacing.isCrowded(before)) return undefined;
    const keyframe = this.#host.keyframe();
    const now = this.#host.nowMs();
    this.#spacing.noteCommand(now, now - before);
    return keyframe;
  }

  /** Stores a keyframe of the present. */
  keepNow(traits: Omit<KeyframeTraits, "at" | "workMs">): void {
    const before = this.#host.nowMs();
    const bytes = this.keep(this.#host.keyframe(), { ...traits, at: this.#place.head });
    const now = this.#host.nowMs();
    this.#spacing.note(now, { tookMs: now - before, bytes, byteLimit: this.#memory.limits.byteLimit });
  }

  /** Stores a keyframe of a moment of the present stretch, and returns the number of bytes that it adds. */
  keep(keyframe: Keyframe, traits: Omit<KeyframeTraits, "workMs">): number {
    const workMs = this.#last().workMs + this.#replayMs();
    this.#bytesSince = 0;
    return this.#memory.keep(this.#place.present, keyframe, { ...traits, workMs });
  }

  #last(): KeptKeyframe {
    return lastKeyframe(this.#place.present, () => true).keyframe;
  }

  /** Estimates the time to get here from the last keyframe, based on the present time per step. */
  readonly #replayMs = (): number => (this.#place.head.tick - this.#last().at.tick) * this.#host.stepMs;
}
