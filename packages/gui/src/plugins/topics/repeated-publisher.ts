import type { UnknownMessage } from "@orrery/msgs";
import type { Node, Publisher } from "@orrery/sim";
import { Value } from "../../client/value.ts";

/** Publishes the same message repeatedly until it is stopped. */
export class RepeatedPublisher implements Disposable {
  /** Number of messages published since it was started; `undefined` while it is stopped. */
  readonly count = new Value<number | undefined>(undefined);
  #publisher: Publisher | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  start(node: Node, topic: string, type: string, value: UnknownMessage, hertz: number): void {
    this.stop();
    const publisher = node.advertise(topic, type);
    this.#publisher = publisher;
    this.count.set(0);
    this.#timer = setInterval(() => {
      publisher.publish(value);
      this.count.set((this.count.current ?? 0) + 1);
    }, 1000 / hertz);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#publisher?.[Symbol.dispose]();
    this.#publisher = undefined;
    this.count.set(undefined);
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}
