import type { gz } from "@orrery/msgs";
import type { Node, Publisher } from "@orrery/sim";
import { Value } from "../../client/value.ts";
import { isRest, REST, twistOf, type DriveLimits, type Stick } from "./drive.ts";

export interface DriverClock {
  /** Calls again and again; returns what ends it. */
  every(ms: number, act: () => void): () => void;
}

/** Sends velocities to one topic: ten times a second while the stick is held, a stop when it is let go, and then nothing. */
export class Driver implements Disposable {
  readonly stick = new Value<Stick>(REST);
  readonly #clock: DriverClock;
  #publisher: Publisher<gz.Twist> | undefined;
  #limits: DriveLimits = { linear: 1, angular: 1 };
  #end: (() => void) | undefined;

  constructor(clock: DriverClock = pageClock) {
    this.#clock = clock;
  }

  /** Whether somebody listens to the topic. */
  get isHeard(): boolean {
    return this.#publisher?.hasSubscribers ?? false;
  }

  /** Stops what was driven before. Throws when the topic cannot be used. */
  use(node: Node | undefined, topic: string): void {
    this.release();
    this.#publisher?.[Symbol.dispose]();
    this.#publisher = undefined;
    if (node !== undefined && topic !== "") this.#publisher = node.advertise<gz.Twist>(topic, "gz.msgs.Twist");
  }

  limit(limits: DriveLimits): void {
    this.#limits = limits;
  }

  hold(stick: Stick): void {
    if (isRest(stick)) return this.release();
    const isNew = this.#end === undefined;
    this.stick.set(stick);
    if (!isNew) return;
    this.#send();
    this.#end = this.#clock.every(PERIOD_MS, () => this.#send());
  }

  release(): void {
    this.stick.set(REST);
    if (this.#end === undefined) return;
    this.#end();
    this.#end = undefined;
    this.#send();
  }

  [Symbol.dispose](): void {
    this.use(undefined, "");
  }

  #send(): void {
    try {
      this.#publisher?.publish(twistOf(this.stick.current, this.#limits));
    } catch {
      // Its node has ended with the connection: there is nobody to tell.
      this.#publisher = undefined;
    }
  }
}

const PERIOD_MS = 100;

const pageClock: DriverClock = {
  every: (ms, act) => {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
};
