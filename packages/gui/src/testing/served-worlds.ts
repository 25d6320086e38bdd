import { messages, MessageRegistry } from "@orrery/msgs";
import { MemoryResources } from "@orrery/sim";
import { Bus, connectPeer, memoryLinks, Node, StateFeed, StreamService, WorldBoard, type Link } from "@orrery/sim/host";
import { TestSim } from "@orrery/sim/testing";
import { OpenWorlds } from "../client/open-worlds.ts";
import { Session } from "../client/session.ts";
import { offerSessions } from "./offer-sessions.ts";

interface Served extends Disposable {
  readonly sim: TestSim;
  readonly feed: StateFeed;
  readonly stream: StreamService;
}

/**
 * Several worlds, each in its own namespace, with everything between them and their pages. Time passes only in `until`.
 */
export class ServedWorlds implements Disposable {
  readonly bus: Bus;
  readonly #worlds = new Map<string, Served>();
  readonly #board: WorldBoard;
  readonly #closing = new DisposableStack();
  #nowMs = 0;
  #epoch = 0;

  constructor() {
    const nowMs = (): number => this.#nowMs;
    this.bus = new Bus({ codec: messages, name: "server", nowMs });
    this.#board = new WorldBoard(new Node(this.bus, { owner: "server" }), {
      worlds: () => [...this.#worlds].map(([namespace, served]) => listed(namespace, served)),
      types: () => new MessageRegistry(),
      onConflict: (text) => console.warn(text),
    });
    offerSessions(this.bus);
  }

  [Symbol.dispose](): void {
    this.#closing.dispose();
    for (const namespace of [...this.#worlds.keys()]) this.close(namespace);
    this.bus[Symbol.dispose]();
  }

  /** Opens a world with the name `test`. */
  async open(namespace: string, inside: string): Promise<TestSim> {
    const sim = await TestSim.load(inside, {
      paused: true,
      defaultSystems: ["physics", "user-commands", "scene-broadcaster"],
      nowMs: () => this.#nowMs,
      resources: new MemoryResources({}),
      history: { enabled: true },
    });
    const parts = new DisposableStack();
    parts.use(sim);
    parts.use(this.bus.claim(namespace));
    const [own, worlds] = memoryLinks();
    connectPeer(this.bus, own, { namespace });
    connectPeer(sim.runner.bus, worlds);
    parts.defer(() => own.close("the world is closed"));
    const feed = new StateFeed(sim.runner.world, ++this.#epoch);
    const node = new Node(this.bus, { owner: "stream" });
    const prefix = namespace + sim.runner.topicPrefix;
    const stream = parts.use(new StreamService({ node, prefix, feed, nowMs: () => this.#nowMs }));
    this.#worlds.set(namespace, { sim, feed, stream, [Symbol.dispose]: () => parts.dispose() });
    this.#board.changed();
    return sim;
  }

  close(namespace: string): void {
    const served = this.#worlds.get(namespace);
    this.#worlds.delete(namespace);
    served?.[Symbol.dispose]();
    this.#board.changed();
  }

  /** Opens a page for a caller, which shows the first world. */
  async page(caller: string): Promise<{ readonly session: Session; readonly worlds: OpenWorlds }> {
    const open = (): Promise<Link> => {
      const [near, far] = memoryLinks();
      connectPeer(this.bus, far, { caller });
      return Promise.resolve(near);
    };
    const assetUrl = (namespace: string, uri: string): string => `${namespace}:${uri}`;
    const session = this.#closing.use(new Session({ kind: "server", place: "here", open, retries: false, assetUrl }));
    const worlds = this.#closing.use(new OpenWorlds(session));
    await session.connect();
    await this.until(() => session.presence.session.current !== undefined);
    return { session, worlds };
  }

  /** Lets the worlds run, or stay paused, until a condition holds. */
  async until(holds: () => boolean): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      for (const { sim, feed, stream } of this.#worlds.values()) {
        sim.run({ steps: 1 });
        feed.advance({ exact: sim.runner.state.paused, numbers: sim.runner.numbers });
        stream.answer();
      }
      this.#nowMs += 1000;
      // A message takes one turn of the event loop, or a few.
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (holds()) return;
    }
    throw new Error("the condition was never met");
  }
}

const MAX_ROUNDS = 3000;

function listed(namespace: string, { sim, feed }: Served) {
  const state = sim.runner.state.paused ? ("PAUSED" as const) : ("RUNNING" as const);
  return { namespace, name: sim.runner.name, engine: "rapier", state, reason: "", epoch: feed.epoch };
}
