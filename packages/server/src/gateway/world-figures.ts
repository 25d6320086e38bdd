import type { gz } from "@orrery/msgs";
import type { ListedWorld, Node, Subscription } from "@orrery/sim/front";

/** How fast a world runs. */
export interface Figures {
  readonly simSeconds: number;
  readonly realTimeFactor: number;
  readonly steps: number;
  readonly paused: boolean;
  readonly models: number;
  /** CPU time of the simulation thread per step, all systems together, in s. */
  readonly stepSeconds: number | undefined;
}

export interface WorldReport extends ListedWorld {
  /** `undefined` while the world does not answer. */
  readonly figures: Figures | undefined;
}

/** How long to keep listening to the statistics of a world after the last request for them. */
const INTEREST_MS = 60_000;
/** How long to wait for the first statistics, which are published ten times per second. */
const FIRST_MS = 1000;

/** Listens to a world's statistics while somebody asks for them now and then; otherwise costs the world nothing. */
export class WorldFigures implements Disposable {
  readonly #node: Node;
  #topic = "";
  #subscription: Subscription | undefined;
  #latest: gz.WorldStatistics | undefined;
  #first = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(node: Node) {
    this.#node = node;
  }

  /**
   * Reads the statistics. `prefix` is that of the world's names. Resolves to `undefined` if the world does not answer.
   */
  async read(prefix: string): Promise<Figures | undefined> {
    this.#listen(`${prefix}/stats`);
    const [stepSeconds] = await Promise.all([this.#stepSeconds(prefix), this.#arrived()]);
    if (this.#latest === undefined) return undefined;
    const { sim_time = {}, real_time_factor = 0, iterations = 0, paused = false, model_count = 0 } = this.#latest;
    return {
      simSeconds: (sim_time.sec ?? 0) + (sim_time.nsec ?? 0) / 1e9,
      realTimeFactor: real_time_factor,
      steps: iterations,
      paused,
      models: model_count,
      stepSeconds,
    };
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#subscription?.[Symbol.dispose]();
    this.#subscription = undefined;
    this.#latest = undefined;
  }

  #listen(topic: string): void {
    if (topic !== this.#topic) this[Symbol.dispose]();
    this.#topic = topic;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this[Symbol.dispose](), INTEREST_MS).unref();
    if (this.#subscription !== undefined) return;
    this.#first = Promise.withResolvers();
    this.#subscription = this.#node.subscribe(
      topic,
      "gz.msgs.WorldStatistics",
      ({ value }) => {
        this.#latest = value;
        this.#first.resolve();
      },
      { queue: "latest" },
    );
  }

  #arrived(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, FIRST_MS);
    return Promise.race([promise, this.#first.promise]).finally(() => clearTimeout(timer));
  }

  async #stepSeconds(prefix: string): Promise<number | undefined> {
    try {
      const asked = this.#node.request(
        `${prefix}/systems`,
        {},
        { response: "orrery.msgs.SystemList", timeoutMs: FIRST_MS },
      );
      const { systems = [] } = await asked;
      return systems.reduce((sum, { micros_per_step = 0 }) => sum + micros_per_step, 0) / 1e6;
    } catch {
      return undefined;
    }
  }
}
