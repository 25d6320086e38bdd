import {
  applyUpdate,
  Node,
  StateFeed,
  StreamService,
  World,
  type Bus,
  type Log,
  type StateUpdate,
} from "@orrery/sim/front";
import type { WorldThread } from "./world-thread.ts";

/**
 * The state of a world for its clients: a mirror in this thread, updated while somebody is waiting, and the service
 * that sends clients what they lack. The simulation does not know its clients.
 */
export class WorldStream implements Disposable {
  readonly #thread: WorldThread;
  readonly #log: Log;
  readonly #mirror = new World();
  readonly #node: Node;
  readonly #feed: StateFeed;
  readonly #service: StreamService;
  /** Whether a state was requested from the thread and has not arrived yet. */
  #isAsked = false;

  /** `prefix` is that of the world's names. */
  constructor(bus: Bus, thread: WorldThread, { prefix, log }: { readonly prefix: string; readonly log: Log }) {
    this.#log = log;
    this.#thread = thread;
    this.#node = new Node(bus, { owner: "stream" });
    this.#feed = new StateFeed(this.#mirror, epochNow());
    this.#service = new StreamService({
      node: this.#node,
      prefix,
      feed: this.#feed,
      nowMs: () => performance.now(),
      onWaiting: () => this.#serve(),
    });
    thread.onState = (update) => this.#apply(update);
  }

  /** Epoch of the feed for clients: see `StateFeed`. */
  get epoch(): number {
    return this.#feed.epoch;
  }

  [Symbol.dispose](): void {
    this.#thread.onState = undefined;
    this.#service[Symbol.dispose]();
    this.#node[Symbol.dispose]();
  }

  #apply(update: StateUpdate): void {
    this.#isAsked = false;
    try {
      applyUpdate(this.#mirror, update);
    } catch (error) {
      // The world keeps running, and clients learn that there is no stream.
      this.#log.error("the state of the world cannot be shown", { error: String(error) });
      return this[Symbol.dispose]();
    }
    const { exact, numbers } = update;
    this.#feed.advance({ exact, numbers, whole: update.whole ? new Uint8Array(update.bytes) : undefined });
    this.#serve();
  }

  #serve(): void {
    this.#service.answer();
    if (this.#isAsked || !this.#service.isWaitedFor) return;
    this.#isAsked = true;
    this.#thread.want(this.#service.watched());
  }
}

let lastEpoch = 0;

/**
 * Returns microseconds since 1970, raised where needed to be unique: worlds of one server that start together differ,
 * and so do successive servers on one port.
 */
function epochNow(): number {
  lastEpoch = Math.max(lastEpoch + 1, Math.floor((performance.timeOrigin + performance.now()) * 1000));
  return lastEpoch;
}
