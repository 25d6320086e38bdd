import type { CurveInfo } from "@orrery/plots";
import type { Runner } from "@orrery/sim";
import { Failure } from "../failure.ts";
import { KnownItems } from "../items/find-items.ts";
import { ItemStream } from "../items/item-stream.ts";
import { queryItems, type Manager } from "../items/managers.ts";
import type { CurveSink } from "./curve-source.ts";
import { infoOf, ItemSamples } from "./item-samples.ts";

/** Items of a world that runs in this thread, for a plot of what it does. */
export class RunnerCurves {
  readonly #runner: Runner;
  readonly #manager: Manager;
  readonly #items: KnownItems;
  readonly #infos = new Map<string, CurveInfo>();

  constructor(runner: Runner) {
    const { id } = runner.introspection.manager;
    this.#runner = runner;
    this.#manager = { label: id, namespace: "", prefix: `/introspection/${id}` };
    const node = runner.node("plot");
    this.#items = new KnownItems(id, (query) => this.#answered(queryItems({ node }, this.#manager, query)));
  }

  async info(name: string): Promise<CurveInfo | undefined> {
    const item = await this.#items.find(name);
    if (item?.live === true) throw new Failure(`${name} depends on the host's clock, so only a running server has it`);
    const info = item && infoOf(item);
    if (info !== undefined) this.#infos.set(name, info);
    return info;
  }

  fitting(pattern: string): Promise<readonly string[]> {
    return this.#items.fitting(pattern);
  }

  near(name: string): Promise<readonly string[]> {
    return this.#items.near(name);
  }

  /** Watches items in every n-th step that the world makes from now on. */
  async watch(names: readonly string[], sink: CurveSink, every: number): Promise<void> {
    const samples = new ItemSamples(this.#infos, sink);
    const onError = (error: unknown): never => {
      throw error;
    };
    const options = { every, onBatch: samples.add.bind(samples), onError };
    const node = this.#runner.node("plot");
    await this.#answered(ItemStream.open({ node }, { manager: this.#manager, names }, options));
  }

  /** Makes a pass in which no time goes by: requests are answered and samples that wait are sent. */
  pass(): void {
    const { state } = this.#runner;
    const wasPaused = state.paused;
    state.pause();
    this.#runner.pass();
    if (!wasPaused) state.run();
  }

  #answered<T>(request: Promise<T>): Promise<T> {
    this.pass();
    return request;
  }
}
