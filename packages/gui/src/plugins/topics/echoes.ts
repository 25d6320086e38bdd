import { type Message, type Node, type Subscription } from "@orrery/sim";
import { ANY_TYPE, textOf } from "@orrery/sim/host";
import { Value } from "../../client/value.ts";
import { TrafficMeter } from "./traffic-meter.ts";

/** A topic that the user listens to. */
export interface Echo {
  readonly topic: string;
  readonly meter: TrafficMeter;
  /** The latest message; decoded only when it is shown. */
  last: Message | undefined;
  problem: string;
}

/** The topics that the user listens to, and the latest message of each. */
export class Echoes {
  readonly list = new Value<readonly Echo[]>([]);
  /** Per topic; 0 means every message. */
  readonly maxRateHz = new Value(10);
  readonly isPaused = new Value(false);
  readonly #subscriptions = new Map<Echo, Subscription>();
  #node: Node | undefined;

  constructor() {
    this.maxRateHz.changes.on(() => this.#renew());
  }

  has(topic: string): boolean {
    return this.list.current.some((echo) => echo.topic === topic);
  }

  only(topic: string): void {
    const kept = this.list.current.find((echo) => echo.topic === topic);
    this.#set([kept ?? newEcho(topic)]);
  }

  toggle(topic: string): void {
    const { current } = this.list;
    this.#set(this.has(topic) ? current.filter((echo) => echo.topic !== topic) : [...current, newEcho(topic)]);
  }

  /** Listens through this node from now on; `undefined` while the panel is hidden. */
  follow(node: Node | undefined): void {
    if (node === this.#node) return;
    for (const subscription of this.#subscriptions.values()) subscription[Symbol.dispose]();
    this.#subscriptions.clear();
    this.#node = node;
    this.#renew();
  }

  #set(list: readonly Echo[]): void {
    for (const [echo, subscription] of this.#subscriptions) {
      if (list.includes(echo)) continue;
      subscription[Symbol.dispose]();
      this.#subscriptions.delete(echo);
    }
    this.list.set(list);
    this.#renew();
  }

  #renew(): void {
    for (const echo of this.list.current) {
      const before = this.#subscriptions.get(echo);
      if (before !== undefined && before.maxRateHz === this.maxRateHz.current) continue;
      before?.[Symbol.dispose]();
      this.#subscriptions.delete(echo);
      if (this.#node !== undefined) this.#subscribe(this.#node, echo);
    }
  }

  #subscribe(node: Node, echo: Echo): void {
    const take = (message: Message): void => {
      echo.meter.note(message.bytes.length, performance.now());
      if (!this.isPaused.current) echo.last = message;
    };
    try {
      const options = { maxRateHz: this.maxRateHz.current, queue: "latest" } as const;
      this.#subscriptions.set(echo, node.subscribe(echo.topic, ANY_TYPE, take, options));
      echo.problem = "";
    } catch (error) {
      echo.problem = textOf(error);
    }
  }
}

function newEcho(topic: string): Echo {
  return { topic, meter: new TrafficMeter(), last: undefined, problem: "" };
}
