import { textOf, type Node } from "@orrery/sim";
import { Connection, type ConnectionOptions, type ConnectionState } from "./connection.ts";
import { Mirror } from "./mirror.ts";
import { CAPABILITY_SERVICES, type Capability, type Source, type SourceState } from "./source.ts";
import { Value } from "./value.ts";
import { WorldClient, type WorldStatus } from "./world-client.ts";

export interface LiveSourceOptions extends ConnectionOptions {
  readonly kind: Source["kind"];
  readonly place: string;
  readonly assetUrl: Source["assetUrl"];
}

/** A world that runs, here or elsewhere. */
export class LiveSource implements Source {
  readonly kind: Source["kind"];
  readonly place: string;
  readonly state = new Value<SourceState>({ kind: "connecting" });
  readonly world = new Value<WorldClient | undefined>(undefined);
  readonly status = new Value<WorldStatus | undefined>(undefined);
  readonly capabilities = new Value<ReadonlySet<Capability>>(new Set());
  readonly mirror = new Mirror();
  readonly assetUrl: Source["assetUrl"];
  readonly #connection: Connection;

  constructor({ kind, place, assetUrl, ...connection }: LiveSourceOptions) {
    this.kind = kind;
    this.place = place;
    this.assetUrl = assetUrl;
    this.#connection = new Connection(connection);
    this.#connection.changes.on((state) => this.#follow(state));
  }

  connect(): Promise<void> {
    return this.#connection.connect();
  }

  #follow(state: ConnectionState): void {
    if (state.kind === "connected") return void this.#open(state.node);
    this.world.set(undefined);
    this.capabilities.set(new Set());
    this.state.set(state);
  }

  async #open(node: Node): Promise<void> {
    try {
      const world = await WorldClient.open(node);
      world.statuses.on((status) => this.status.set(status));
      node.bus.changes.on(() => this.#look(world));
      this.world.set(world);
      this.#look(world);
      this.mirror.follow(node, world.name);
      this.state.set({ kind: "connected" });
    } catch (error) {
      // Closes the link too, and the connection tries again; it does not know the reason.
      node[Symbol.dispose]();
      const lost = this.#connection.state;
      if (lost.kind === "lost") this.state.set({ ...lost, reason: textOf(error) });
    }
  }

  #look({ node, prefix }: WorldClient): void {
    // Its end is told by the connection; until then what was there stays.
    if (node.bus.neighbours.size === 0) return;
    const there = new Set(node.services().map((service) => service.name));
    const known = Object.entries(CAPABILITY_SERVICES) as [Capability, string][];
    const now = known.filter(([, service]) => there.has(service.replace("/world/W", prefix))).map(([what]) => what);
    const before = this.capabilities.current;
    if (now.length !== before.size || now.some((what) => !before.has(what))) this.capabilities.set(new Set(now));
  }
}
