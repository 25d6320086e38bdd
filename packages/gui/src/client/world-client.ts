import type { gz, orrery } from "@orrery/msgs";
import { fromSecNsec, toSecNsec, type Entity, type Nanoseconds, type Node, type Plugin } from "@orrery/sim";
import { asNamePart, Emitter, worldPrefix } from "@orrery/sim/host";
import { logError } from "../base/log-error.ts";
import type { WorldEntry } from "./world-list.ts";

/** The time of a world, and how fast it runs. */
export interface WorldStatus {
  readonly timeNs: Nanoseconds;
  readonly stepNs: Nanoseconds;
  readonly steps: number;
  readonly paused: boolean;
  /** Whether it is making a counted number of steps, after which it will be paused. */
  readonly stepping: boolean;
  readonly realTimeFactor: number;
  /** The target speed; 0 means as fast as possible. `undefined` if the server does not send it. */
  readonly targetFactor: number | undefined;
  /** Wall-clock time for which the world has run, and for which it has been paused. */
  readonly runningNs: Nanoseconds;
  readonly pausedNs: Nanoseconds;
  readonly models: number;
  /** The session that paused the world; undefined while it runs, or if no session did. */
  readonly pausedBy: Pauser | undefined;
}

/** Who paused a world: the session's id, and its name then. */
export interface Pauser {
  readonly author: string;
  readonly name: string;
}

/** What a reset restores: everything, only the clock, or everything except the clock. */
export type ResetKind = "all" | "time" | "models";

/** The details of a positive answer, by key. */
export type AnswerDetails = (key: string) => readonly string[];

/** Returns the run's count of inputs at which something was applied; `undefined` if nothing was. */
export function countIn(told: AnswerDetails): number | undefined {
  const [count] = told("inputs");
  return count === undefined ? undefined : Number(count);
}

/** A refusal by the world, with its reason. */
export class Refused extends Error {}

/** One world behind a node, as a page uses it. */
export class WorldClient implements Disposable {
  readonly name: string;
  /** The prefix of all its topics and services, including those of its models; empty for the first world. */
  readonly namespace: string;
  /** The prefix of its own topics and services: `/world/NAME` below the namespace. */
  readonly prefix: string;
  /** The prefix of the services of its introspection manager. */
  readonly manager: string;
  readonly node: Node;
  readonly statuses = new Emitter<WorldStatus>(logError);
  readonly failures = new Emitter<orrery.SystemReport>(logError);
  readonly #parts = new DisposableStack();

  constructor(node: Node, { namespace, name }: WorldEntry) {
    this.node = node;
    this.name = name;
    this.namespace = namespace;
    this.prefix = namespace + worldPrefix(name);
    this.manager = `${namespace}/introspection/${asNamePart(name)}`;
    const latest = { queue: "latest", hostOnly: true } as const;
    this.#parts.use(
      node.subscribe(
        `${this.prefix}/stats`,
        "gz.msgs.WorldStatistics",
        ({ value }) => this.statuses.emit(statusOf(value)),
        latest,
      ),
    );
    this.#parts.use(
      node.subscribe(
        `${this.prefix}/system/failures`,
        "orrery.msgs.SystemReport",
        ({ value }) => this.failures.emit(value),
        {
          hostOnly: true,
        },
      ),
    );
  }

  /** Stops following the world. The node stays open. */
  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  /**
   * Calls a service that answers yes or no. Resolves to the details of a yes; rejects with a `Refused` that has the
   * reason.
   */
  async ask(service: string, request: object): Promise<AnswerDetails> {
    const { data, header } = await this.node.request(`${this.prefix}/${service}`, request, {
      response: "gz.msgs.Boolean",
    });
    const told = (key: string): readonly string[] => header?.data?.find((entry) => entry.key === key)?.value ?? [];
    if (!data) throw new Refused(told("error")[0] ?? "The world refused without a reason");
    return told;
  }

  run(): Promise<void> {
    return this.#control({ pause: false });
  }

  pause(): Promise<void> {
    return this.#control({ pause: true });
  }

  /** Makes steps and leaves the world paused. */
  step(count = 1): Promise<void> {
    return this.#control({ pause: true, multi_step: count });
  }

  /** Goes back to the previous sample of a log, and pauses there. */
  stepBack(): Promise<void> {
    return this.#do("playback/control", { pause: true, multi_step: -1 } satisfies gz.LogPlaybackControl);
  }

  /** Runs until a simulated time and leaves the world paused. Rejects for a time in the past. */
  runTo(timeNs: Nanoseconds): Promise<void> {
    return this.#control({ run_to_sim_time: toSecNsec(timeNs) });
  }

  /**
   * Resets the world to its loaded state. `paused` says whether to leave it paused: the service alone would let it run.
   */
  reset({ paused, what = "all" }: { readonly paused: boolean; readonly what?: ResetKind }): Promise<void> {
    const reset = { all: what === "all", time_only: what === "time", model_only: what === "models" };
    return this.#control({ reset, pause: paused });
  }

  /** Sets the target speed in simulated seconds per second; 0 means as fast as possible. */
  setSpeed(factor: number): Promise<void> {
    return this.#do("set_physics", { real_time_factor: factor } satisfies gz.Physics);
  }

  async systems(): Promise<readonly orrery.SystemInfo[]> {
    const { systems = [] } = await this.node.request(
      `${this.prefix}/systems`,
      {},
      { response: "orrery.msgs.SystemList" },
    );
    return systems;
  }

  /** Lists the systems that could be added. */
  async availableSystems(): Promise<readonly orrery.AvailableSystem[]> {
    const service = `${this.prefix}/systems/available`;
    const { systems = [] } = await this.node.request(service, {}, { response: "orrery.msgs.AvailableSystemList" });
    return systems;
  }

  /** Adds a system, to the world itself if no entity is given. */
  addSystem(entity: Entity | undefined, { name, filename, innerXml }: Plugin): Promise<void> {
    const plugins = [{ name, filename, innerxml: innerXml }];
    return this.#do("entity/system/add", entity === undefined ? { plugins } : { entity: { id: entity }, plugins });
  }

  /** Adds a system to the world itself, with its defaults. */
  addWorldSystem(name: string): Promise<void> {
    return this.addSystem(undefined, { name, filename: "", innerXml: "" });
  }

  removeSystem(entity: Entity, { name, filename, innerXml }: Plugin): Promise<void> {
    const request: gz.EntityPlugin_V = { entity: { id: entity }, plugins: [{ name, filename, innerxml: innerXml }] };
    return this.#do("entity/system/remove", request);
  }

  /** Returns the present world as an SDF file. */
  async sdf(): Promise<string> {
    const { data = "" } = await this.node.request(
      `${this.prefix}/generate_world_sdf`,
      {},
      { response: "gz.msgs.StringMsg" },
    );
    return data;
  }

  /** Lists the models in the server's resource folders; empty if the server does not offer that service. */
  async models(): Promise<readonly orrery.ModelInfo[]> {
    const service = `${this.namespace}/orrery/models`;
    if (!this.node.services().some(({ name }) => name === service)) return [];
    const { models = [] } = await this.node.request(service, {}, { response: "orrery.msgs.ModelList" });
    return models;
  }

  /** Returns a model with everything that it includes. */
  async modelSdf(uri: string): Promise<string> {
    const { data = "" } = await this.node.request(
      `${this.namespace}/orrery/models/sdf`,
      { data: uri },
      { response: "gz.msgs.StringMsg" },
    );
    return data;
  }

  #control(request: gz.WorldControl): Promise<void> {
    return this.#do("control", request);
  }

  async #do(service: string, request: object): Promise<void> {
    await this.ask(service, request);
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
    targetFactor: targetOf(stats),
    runningNs: nanoseconds(stats.real_time),
    pausedNs: nanoseconds(stats.pause_time),
    models: stats.model_count ?? 0,
    pausedBy: pauserOf(stats),
  };
}

function targetOf(stats: gz.WorldStatistics): number | undefined {
  const text = toldIn(stats, "target_real_time_factor")?.[0];
  return text === undefined ? undefined : Number(text);
}

function pauserOf(stats: gz.WorldStatistics): Pauser | undefined {
  const told = toldIn(stats, "paused_by");
  return told && { author: told[0] ?? "", name: told[1] ?? "" };
}

function toldIn({ header }: gz.WorldStatistics, wanted: string): readonly string[] | undefined {
  return header?.data?.find(({ key }) => key === wanted)?.value;
}

function nanoseconds(time: gz.Time = {}): Nanoseconds {
  return fromSecNsec(time);
}
