import type { gz, orrery } from "@orrery/msgs";
import { Emitter, fromSecNsec, type Nanoseconds, type Node } from "@orrery/sim";

/** Where a world is in time, and how fast it goes. */
export interface WorldStatus {
  readonly timeNs: Nanoseconds;
  readonly stepNs: Nanoseconds;
  readonly steps: number;
  readonly paused: boolean;
  /** Making a counted number of steps, after which it is paused. */
  readonly stepping: boolean;
  readonly realTimeFactor: number;
  readonly models: number;
}

/** One world behind a node, as a page sees it. Ends with its node. */
export class WorldClient {
  readonly name: string;
  readonly node: Node;
  readonly statuses = new Emitter<WorldStatus>((error) => console.error(error));
  readonly failures = new Emitter<orrery.SystemReport>((error) => console.error(error));

  /** Asks which world there is. */
  static async open(node: Node): Promise<WorldClient> {
    const { data: [name] = [] } = await node.request<gz.StringMsg_V>("/gazebo/worlds", {});
    if (name === undefined) throw new Error("The server runs no world");
    return new WorldClient(node, name);
  }

  private constructor(node: Node, name: string) {
    this.node = node;
    this.name = name;
    const latest = { queue: "latest" } as const;
    node.subscribe<gz.WorldStatistics>(
      `/world/${name}/stats`,
      ({ value }) => this.statuses.emit(statusOf(value)),
      latest,
    );
    node.subscribe<orrery.SystemReport>(`/world/${name}/system/failures`, ({ value }) => this.failures.emit(value));
  }

  run(): Promise<void> {
    return this.#control({ pause: false });
  }

  pause(): Promise<void> {
    return this.#control({ pause: true });
  }

  /** One step, after which the world is paused. */
  step(): Promise<void> {
    return this.#control({ step: true });
  }

  /** Back to where the world was loaded. `paused` says what it is to be afterwards: the service would let it run. */
  reset({ paused }: { readonly paused: boolean }): Promise<void> {
    return this.#control({ reset: { all: true }, pause: paused });
  }

  async systems(): Promise<readonly orrery.SystemInfo[]> {
    const { systems = [] } = await this.node.request<orrery.SystemList>(`/world/${this.name}/systems`, {});
    return systems;
  }

  /** Rejects with the reason when the world refuses. */
  async #control(request: gz.WorldControl): Promise<void> {
    const { data, header } = await this.node.request<gz.Boolean>(`/world/${this.name}/control`, request);
    if (data) return;
    const reason = header?.data?.find(({ key }) => key === "error")?.value?.[0];
    throw new Error(reason ?? "The world refused without a reason");
  }
}

function statusOf(stats: gz.WorldStatistics): WorldStatus {
  return {
    timeNs: nanoseconds(stats.sim_time),
    stepNs: nanoseconds(stats.step_size),
    steps: stats.iterations ?? 0,
    paused: stats.paused ?? false,
    stepping: stats.stepping ?? false,
    realTimeFactor: stats.real_time_factor ?? 0,
    models: stats.model_count ?? 0,
  };
}

function nanoseconds({ sec = 0, nsec = 0 }: gz.Time = {}): Nanoseconds {
  return fromSecNsec({ sec, nsec });
}
