import type { gz } from "@orrery/msgs";
import { type Node, type Publisher } from "@orrery/sim";
import { textOf } from "@orrery/sim/host";
import { Value } from "../../client/value.ts";
import { isRest, REST, twistOf, type DriveLimits, type Stick } from "./drive.ts";

export interface DriverClock {
  /** Calls a function repeatedly; returns a function that ends it. */
  every(ms: number, act: () => void): () => void;
}

/**
 * Sends velocities to one topic: ten times per second while the stick is held, a stop when it is released, and then
 * nothing. It advertises only while it sends, so selecting a topic does not create it.
 */
export class Driver implements Disposable {
  readonly stick = new Value<Stick>(REST);
  /** Why the last attempt to drive failed; empty if all is well. */
  readonly problem = new Value("");
  readonly #clock: DriverClock;
  #target: { readonly node: Node; readonly topic: string } | undefined;
  #publisher: Publisher<gz.Twist> | undefined;
  #limits: DriveLimits = { linear: 1, angular: 1 };
  /** Withdraws the publisher. */
  #end: (() => void) | undefined;
  #idleTicks = 0;
  #hasSent = false;

  constructor(clock: DriverClock = pageClock) {
    this.#clock = clock;
  }

  /** Switches to a topic; stops the vehicle driven before. */
  use(node: Node | undefined, topic: string): void {
    this.release();
    this.#end?.();
    this.problem.set("");
    this.#target = node !== undefined && topic !== "" ? { node, topic } : undefined;
  }

  limit(limits: DriveLimits): void {
    this.#limits = limits;
  }

  hold(stick: Stick): void {
    if (isRest(stick)) return this.release();
    const isNew = isRest(this.stick.current);
    this.stick.set(stick);
    if (!isNew) return;
    this.#advertise();
    this.#send();
  }

  release(): void {
    if (isRest(this.stick.current)) return;
    this.stick.set(REST);
    this.#idleTicks = 0;
    if (this.#hasSent) this.#send();
    this.#hasSent = false;
  }

  [Symbol.dispose](): void {
    this.use(undefined, "");
  }

  #advertise(): void {
    if (this.#end !== undefined || this.#target === undefined) return;
    const { node, topic } = this.#target;
    try {
      this.#publisher = node.advertise(topic, "gz.msgs.Twist");
      this.problem.set("");
    } catch (error) {
      this.problem.set(textOf(error));
      return;
    }
    // The world subscribes a moment later, and a short press should not have to wait for the next tick.
    const listening = node.bus.changes.on(() => this.#isHeld && !this.#hasSent && this.#send());
    const stopClock = this.#clock.every(PERIOD_MS, () => this.#tick());
    this.#end = () => {
      this.#end = undefined;
      listening[Symbol.dispose]();
      stopClock();
      this.#publisher?.[Symbol.dispose]();
      this.#publisher = undefined;
    };
  }

  get #isHeld(): boolean {
    return !isRest(this.stick.current);
  }

  #tick(): void {
    if (this.#isHeld) this.#send();
    else if (++this.#idleTicks >= LINGER_TICKS) this.#end?.();
  }

  #send(): void {
    if (this.#publisher?.hasSubscribers !== true) return;
    try {
      this.#publisher.publish(twistOf(this.stick.current, this.#limits));
      this.#hasSent = true;
    } catch {
      // Its node ended with the connection, so there is nobody to send to.
      this.#publisher = undefined;
    }
  }
}

const PERIOD_MS = 100;

/** Two seconds, within which the next press takes effect at once. */
const LINGER_TICKS = 20;

const pageClock: DriverClock = {
  every: (ms, act) => {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
};
