import { MemoryResources } from "@orrery/sim";
import { connectPeer, memoryLinks, type Link } from "@orrery/sim/host";
import { TestSim } from "@orrery/sim/testing";
import { LocalFront } from "../local/local-front.ts";
import { Session } from "../client/session.ts";
import { WorldView } from "../client/world-view.ts";
import { offerSessions } from "./offer-sessions.ts";
import { serveReplays } from "./served-replays.ts";

/** A page without drawing: everything behind the panels. */
export interface TestPage {
  readonly session: Session;
  readonly view: WorldView;
  /** Cuts the connection, until `session.connect()`. */
  cut(): void;
}

/**
 * A world with everything between it and its pages, in this thread: for tests of pages. Time passes only in `until`.
 */
export class ServedWorld implements Disposable {
  readonly sim: TestSim;
  readonly front: LocalFront;
  readonly #replays: ReturnType<typeof serveReplays>;
  readonly #clock: { nowMs: number };
  readonly #closing: (() => void)[] = [];
  #hasGateway = false;

  /** Loads a world. `files` are those of the server, by path. */
  static async load(inside: string, files: Readonly<Record<string, string>> = {}): Promise<ServedWorld> {
    const clock = { nowMs: 0 };
    const sim = await TestSim.load(inside, {
      paused: true,
      defaultSystems: SYSTEMS,
      nowMs: () => clock.nowMs,
      resources: new MemoryResources(files),
      history: { enabled: true },
    });
    return new ServedWorld(sim, clock);
  }

  private constructor(sim: TestSim, clock: { nowMs: number }) {
    this.sim = sim;
    this.#clock = clock;
    this.front = new LocalFront(sim.runner, () => clock.nowMs);
    this.#replays = serveReplays(sim);
  }

  [Symbol.dispose](): void {
    for (const close of this.#closing) close();
    this.#replays[Symbol.dispose]();
    this.front[Symbol.dispose]();
    this.sim[Symbol.dispose]();
  }

  /** The pending edits, as text. */
  get waiting(): (string | undefined)[] {
    return this.sim.runner.pending.list.map(({ command }) => command.description);
  }

  /** Opens a page for a new person, or a further page for a known one. */
  async open(id: string, storage?: Pick<Storage, "getItem" | "setItem">): Promise<TestPage> {
    if (!this.#hasGateway) offerSessions(this.front.bus);
    this.#hasGateway = true;
    const page = await this.#open("server", { caller: id }, storage);
    const { session } = page.session.presence;
    await this.until(() => session.current !== undefined);
    return page;
  }

  /** Opens a page that runs the world itself, without sessions. */
  openLocal(): Promise<TestPage> {
    return this.#open("local", {}, undefined);
  }

  async #open(
    kind: "server" | "local",
    options: { readonly caller?: string },
    storage: Pick<Storage, "getItem" | "setItem"> | undefined,
  ): Promise<TestPage> {
    let far: Link | undefined;
    const open = (): Promise<Link> => {
      const links = memoryLinks();
      far = links[1];
      connectPeer(this.front.bus, far, options);
      return Promise.resolve(links[0]);
    };
    const assetUrl = (_: string, uri: string): string => uri;
    const session = new Session({ kind, place: "here", open, retries: false, assetUrl, ...(storage && { storage }) });
    const view = new WorldView(session, "");
    await session.connect();
    await this.until(() => view.mirror.isExact && view.editing.queue.isOpen);
    this.#closing.push(() => far?.close("the page is closed"));
    return { session, view, cut: () => far?.close("the cable is out") };
  }

  /** Presses play. */
  async go({ view }: TestPage): Promise<void> {
    void view.client.current!.run();
    await this.until(() => !this.sim.runner.state.paused && view.status.current?.paused === false);
  }

  /** Lets the world run, or stay paused, until a condition holds. */
  async until(holds: () => boolean): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.pass();
      // A message takes one turn of the event loop, or a few.
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (holds()) return;
    }
    throw new Error("the condition was never met");
  }

  pass(): void {
    this.sim.run({ steps: 1 });
    this.#clock.nowMs += 1000;
    this.front.tick();
    this.#replays.poll();
  }
}

const MAX_ROUNDS = 3000;
const SYSTEMS = ["physics", "user-commands", "scene-broadcaster"];
