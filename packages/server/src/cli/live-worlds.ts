import { Node, fromSecNsec, offerBoolean } from "@orrery/sim/front";
import type { AssetsOptions } from "../gateway/http/assets.ts";
import type { ServedWorld, WorldOptions } from "../served/served-world.ts";
import type { Server } from "../server.ts";
import { KeptWorld } from "../world/kept-world.ts";
import type { WorldThreadOptions } from "../world/start-world.ts";

export interface LiveWorldsOptions {
  readonly server: Server;
  /** The world that plays the log. */
  readonly served: ServedWorld;
  readonly log: string;
  readonly assets: AssetsOptions;
  readonly records: NonNullable<WorldOptions["records"]>;
  /** For the threads of live worlds. */
  readonly thread: Omit<WorldThreadOptions, "resume" | "onLoading">;
}

/** Worlds that continue from a log at once; each has a thread of its own. */
const MAX_LIVE = 4;

/** Lets clients continue live from any moment of a log that is played, in a world of its own beside it. */
export class LiveWorlds implements AsyncDisposable {
  readonly #options: LiveWorldsOptions;
  readonly #node: Node;
  readonly #worlds = new Map<string, KeptWorld | undefined>();

  constructor(options: LiveWorldsOptions) {
    this.#options = options;
    const { server, served } = options;
    this.#node = new Node(server.bus, { owner: "server" });
    const live = { request: "orrery.msgs.GoLive", isInput: false } as const;
    offerBoolean(this.#node, `${served.prefix}/playback/go_live`, live, ({ id = "", time, namespace = "" }) =>
      this.#open(namespace, { id, timeNs: time && fromSecNsec(time) }),
    );
    const close = { request: "gz.msgs.StringMsg", isInput: false } as const;
    offerBoolean(this.#node, "/orrery/worlds/close", close, ({ data = "" }) => this.#close(data));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#node[Symbol.dispose]();
    await Promise.all([...this.#worlds.keys()].map((namespace) => this.#end(namespace)));
  }

  async #open(
    wanted: string,
    moment: { readonly id: string; readonly timeNs: number | undefined },
  ): Promise<{ namespace: string[] }> {
    const { server, log, assets, records, thread } = this.#options;
    if (this.#worlds.size >= MAX_LIVE)
      throw new Error(`${MAX_LIVE} worlds continue from this log already; close one of them first`);
    const namespace = wanted === "" ? this.#freeName() : wanted;
    const served = server.worlds.open({ namespace, assets, records });
    this.#worlds.set(namespace, undefined);
    try {
      const kept = await KeptWorld.start({
        start: { ...thread, resume: { file: log, ...moment }, onLoading: (progress) => served.noteLoading(progress) },
        onThread: (next, keeper) => served.attach(next, keeper),
        onNotice: (notice) => served.publishNotice(notice),
      });
      this.#worlds.set(namespace, kept);
      await served.attach(kept.thread, kept);
    } catch (error) {
      await this.#end(namespace);
      throw error;
    }
    return { namespace: [namespace] };
  }

  async #close(namespace: string): Promise<void> {
    if (this.#worlds.get(namespace) === undefined)
      throw new Error(`no world in the namespace "${namespace}" continues from this log`);
    await this.#end(namespace);
  }

  async #end(namespace: string): Promise<void> {
    const kept = this.#worlds.get(namespace);
    this.#worlds.delete(namespace);
    await this.#options.server.worlds.close(namespace).catch(() => undefined);
    await kept?.[Symbol.asyncDispose]();
  }

  #freeName(): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? "/live" : `/live-${number}`;
      if (this.#options.server.worlds.get(name) === undefined) return name;
    }
  }
}
