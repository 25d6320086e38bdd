import type { CurveInfo } from "@orrery/plots";
import type { Client } from "../client.ts";
import { Failure } from "../failure.ts";
import { KnownItems } from "../items/find-items.ts";
import { ItemStream } from "../items/item-stream.ts";
import { managerGone, queryItems, type Manager } from "../items/managers.ts";
import type { CurveSink, CurveSource } from "./curve-source.ts";
import { infoOf, ItemSamples } from "./item-samples.ts";

/** Items of worlds and programs of a running server. Where several managers have an item, that of the first is meant. */
export class LiveCurves implements CurveSource {
  readonly title: string;
  readonly timeTitle = "Simulated time";
  readonly isLive = true;
  readonly #client: Client;
  readonly #every: number;
  readonly #managers: readonly { readonly manager: Manager; readonly items: KnownItems }[];
  /** The managers of the curves that were found. */
  readonly #found = new Map<string, { readonly manager: Manager; readonly info: CurveInfo }>();

  constructor(client: Client, managers: readonly Manager[], every: number) {
    this.#client = client;
    this.#every = every;
    this.#managers = managers.map((manager) => ({
      manager,
      items: new KnownItems(manager.label, (query) => queryItems(client, manager, query)),
    }));
    this.title = managers.map(({ label }) => label).join(", ");
  }

  async info(name: string): Promise<CurveInfo | undefined> {
    const known = this.#found.get(name);
    if (known !== undefined) return known.info;
    for (const { manager, items } of this.#managers) {
      const item = await items.find(name);
      const info = item && infoOf(item);
      if (info === undefined) continue;
      if (item!.unavailable !== undefined && item!.unavailable !== "") {
        throw new Failure(`${name} has no values: ${item!.unavailable}`);
      }
      this.#found.set(name, { manager, info });
      return info;
    }
    return undefined;
  }

  async fitting(pattern: string): Promise<readonly string[]> {
    const lists = await Promise.all(this.#managers.map(({ items }) => items.fitting(pattern)));
    return [...new Set(lists.flat())];
  }

  async near(name: string): Promise<readonly string[]> {
    return (await Promise.all(this.#managers.map(({ items }) => items.near(name)))).flat();
  }

  async read(names: readonly string[], sink: CurveSink, stopping: Promise<void>): Promise<void> {
    const failed = Promise.withResolvers<never>();
    using streams = new DisposableStack();
    const managers = new Set(names.map((name) => this.#found.get(name)!.manager));
    for (const manager of managers) {
      const own = names.filter((name) => this.#found.get(name)!.manager === manager);
      const samples = new ItemSamples(new Map(own.map((name) => [name, this.#found.get(name)!.info])), sink);
      const options = {
        every: this.#every,
        onBatch: samples.add.bind(samples),
        onError: failed.reject,
      };
      streams.use(await ItemStream.open(this.#client, { manager, names: own }, options));
      void managerGone(this.#client, manager).then(() => failed.reject(new Failure(`${manager.label} ended`)));
    }
    await Promise.race([stopping, this.#client.lost, failed.promise]);
  }
}
