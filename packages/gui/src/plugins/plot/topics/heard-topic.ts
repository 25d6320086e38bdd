import type { Node, Subscription } from "@orrery/sim";
import { ANY_TYPE, textOf } from "@orrery/sim/host";
import type { TopicCurve } from "./topic-curve.ts";

/** How many messages may be queued: some topics publish in each step, and a page may be busy for a while. */
const QUEUE = 10_000;

/** A topic that is plotted: its subscription, and the curves of its numbers. */
export class HeardTopic implements Disposable {
  readonly #name: string;
  readonly #curves = new Set<TopicCurve>();
  #node: Node | undefined;
  #subscription: Subscription | undefined;
  #type = "";
  #dropped = 0;

  constructor(name: string) {
    this.#name = name;
  }

  get isUsed(): boolean {
    return this.#curves.size > 0;
  }

  add(curve: TopicCurve): void {
    this.#curves.add(curve);
    if (this.#type !== "") curve.setType(this.#type);
  }

  remove(curve: TopicCurve): void {
    this.#curves.delete(curve);
  }

  /** Subscribes through this node; `undefined` while there is no connection. */
  listen(node: Node | undefined): void {
    if (node === this.#node) return;
    this.#subscription?.[Symbol.dispose]();
    this.#subscription = undefined;
    this.#node = node;
    for (const curve of this.#curves) curve.miss();
    if (node === undefined) return;
    this.#dropped = 0;
    try {
      this.#subscription = node.subscribe(this.#name, ANY_TYPE, ({ type, bytes }) => this.#take(type, bytes), {
        queue: QUEUE,
      });
    } catch (error) {
      for (const curve of this.#curves) curve.note({ error: textOf(error) });
    }
  }

  /** Records the type that the topic has now; empty when nobody publishes or listens to it. */
  setType(type: string, isPublished: boolean): void {
    if (type !== "") this.#learn(type);
    for (const curve of this.#curves) curve.setPublished(isPublished);
  }

  [Symbol.dispose](): void {
    this.#subscription?.[Symbol.dispose]();
  }

  #take(type: string, bytes: Uint8Array): void {
    if (type !== this.#type) this.#learn(type);
    const { dropped } = this.#subscription ?? { dropped: 0 };
    const lost = dropped - this.#dropped;
    this.#dropped = dropped;
    for (const curve of this.#curves) {
      if (lost > 0) curve.lose(lost);
      curve.hear(bytes);
    }
  }

  #learn(type: string): void {
    this.#type = type;
    for (const curve of this.#curves) curve.setType(type);
  }
}
