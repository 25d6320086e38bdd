import type { LoadProgress } from "@orrery/sim";
import type { Mirror } from "./mirror.ts";
import type { Value } from "./value.ts";
import type { WorldClient, WorldStatus } from "./world-client.ts";

/** Where a page's world comes from: a server, a worker of this page, later a log. Panels need not know which. */
export interface Source {
  readonly kind: "server" | "local";
  /** Host or file, for people. */
  readonly place: string;
  readonly state: Value<SourceState>;
  /** While connected: topics, services and what they are used for. */
  readonly world: Value<WorldClient | undefined>;
  /** Kept while the connection is lost. */
  readonly status: Value<WorldStatus | undefined>;
  /** Entities and components, kept while the connection is lost. */
  readonly mirror: Mirror;
  readonly capabilities: Value<ReadonlySet<Capability>>;
  /** Now, instead of at the next try. */
  connect(): Promise<void>;
  /** Where the bytes of a mesh or a picture are: `uri` as it stands in a component, `from` the file that names it. */
  assetUrl(uri: string, from: string): string;
}

export type SourceState =
  | { readonly kind: "connecting"; readonly loading?: LoadProgress }
  | { readonly kind: "connected" }
  /** `retryAtMs` is by `performance.now()`; undefined when the next try is up to the user. */
  | {
      readonly kind: "lost";
      readonly reason: string;
      readonly retryAtMs: number | undefined;
      /** Only a token helps. */
      readonly wantsToken: boolean;
    };

/**
 * What the other side can do: run and pause; send its state (without it there is nothing to see); create, remove and move
 * things; hold what is done to it while it is paused; add and remove systems; tell who else is there.
 */
export type Capability = "control" | "state" | "edit" | "queue" | "systems" | "people";

/** By the service that does it, W being the world. */
export const CAPABILITY_SERVICES: Readonly<Record<Capability, string>> = {
  control: "/world/W/control",
  state: "/world/W/stream",
  edit: "/world/W/create",
  queue: "/world/W/pending/announce",
  systems: "/world/W/entity/system/add",
  people: "/orrery/presence",
};
