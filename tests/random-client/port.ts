import type { orrery } from "@orrery/msgs";
import type { Entity, World } from "@orrery/sim";
import type { Request } from "../random-history/request.ts";

/** How a client reaches a world that is paused but for the steps that it asks for. */
export interface Port extends AsyncDisposable {
  /** The world as the client knows it, exact while it is paused. */
  readonly world: World;
  readonly root: Entity;
  /** Commands that left the lists, as clients are told. */
  readonly forgotten: ReadonlySet<string>;
  /** Asks, and returns why it was refused; empty when it was done. */
  ask(request: Request): Promise<string>;
  /** Asks for several things that take effect one right after the other. */
  askAll(requests: readonly Request[]): Promise<readonly string[]>;
  publish(topic: string, type: string, value: object): Promise<void>;
  hash(): Promise<string>;
  /** Returns the whole history as it is now. */
  history(): Promise<orrery.History>;
}
