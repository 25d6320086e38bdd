import { MessageRegistry, messages } from "@orrery/msgs";
import { type Runner } from "@orrery/sim";
import {
  Bus,
  connectPeer,
  memoryLinks,
  Node,
  PAUSED_INTERVAL_MS,
  STATE_INTERVAL_MS,
  StateFeed,
  StreamService,
  WorldBoard,
  type ListedWorld,
} from "@orrery/sim/host";
import { ChosenEngine } from "@orrery/sim/components";

/** What a page needs of the world in its worker. */
export type ShownRunner = Pick<Runner, "name" | "topicPrefix" | "bus" | "world" | "root" | "state" | "numbers">;

/**
 * Connects a page to a world in its worker, in the place of a server: offers a bus that answers at once, linked to the
 * world's own bus, whose inputs wait for the next step; the list of worlds, with one entry; and the stream of the
 * world's state.
 */
export class LocalFront implements Disposable {
  readonly bus: Bus;
  readonly #runner: ShownRunner;
  readonly #nowMs: () => number;
  readonly #feed: StateFeed;
  readonly #service: StreamService;
  readonly #board: WorldBoard;
  #isPaused: boolean;
  #pausedMs = -Infinity;
  #stateMs = -Infinity;
  #stateTimeline = 0;

  constructor(runner: ShownRunner, nowMs: () => number) {
    this.#runner = runner;
    this.#nowMs = nowMs;
    this.bus = new Bus({ codec: messages, name: "worker", nowMs });
    const [own, worlds] = memoryLinks();
    connectPeer(this.bus, own);
    connectPeer(runner.bus, worlds);
    // A number that differs with each reload of the page's world; the time in milliseconds is enough.
    this.#feed = new StateFeed(runner.world, Date.now());
    const node = new Node(this.bus, { owner: "stream" });
    this.#isPaused = runner.state.paused;
    this.#board = new WorldBoard(new Node(this.bus, { owner: "worker" }), {
      worlds: () => [this.#world],
      types: () => new MessageRegistry(),
      onConflict: (text) => console.warn(text),
    });
    this.#service = new StreamService({ node, prefix: runner.topicPrefix, feed: this.#feed, nowMs });
  }

  /** Sends waiting clients the changes that they lack. Called between two passes. */
  tick(): void {
    if (this.#runner.state.paused !== this.#isPaused) this.#tellPaused();
    if (!this.#service.isWaitedFor) return;
    const now = this.#nowMs();
    const { numbers } = this.#runner;
    if (numbers.timeline === this.#stateTimeline && now - this.#stateMs < STATE_INTERVAL_MS) return;
    this.#stateMs = now;
    this.#stateTimeline = numbers.timeline;
    this.#feed.advance({ exact: this.#runner.state.paused, numbers });
    this.#service.answer();
  }

  get #world(): ListedWorld {
    const { name, world, root } = this.#runner;
    const engine = world.get(root, ChosenEngine) ?? "none";
    const state = this.#isPaused ? "PAUSED" : "RUNNING";
    return { namespace: "", name, engine, state, reason: "", epoch: this.#feed.epoch };
  }

  #tellPaused(): void {
    const now = this.#nowMs();
    if (now - this.#pausedMs < PAUSED_INTERVAL_MS) return;
    this.#pausedMs = now;
    this.#isPaused = this.#runner.state.paused;
    this.#board.changed();
  }

  [Symbol.dispose](): void {
    this.#service[Symbol.dispose]();
    this.bus[Symbol.dispose]();
  }
}
