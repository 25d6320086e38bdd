import type { orrery } from "@orrery/msgs";
import type { Entity, World } from "@orrery/sim";
import type { Request } from "../random-history/request.ts";

/** A client's access to a world that is paused except for the steps it requests. */
export interface Port extends AsyncDisposable {
  /** The world as the client knows it, exact while it is paused. */
  readonly world: World;
  readonly root: Entity;
  /** Commands that have left the lists, as reported to clients. */
  readonly forgotten: ReadonlySet<string>;
  /** Sends a request, and resolves to why it was refused; empty if it was done. */
  ask(request: Request): Promise<string>;
  /** Sends several requests that take effect one right after the other. */
  askAll(requests: readonly Request[]): Promise<readonly string[]>;
  publish(topic: string, type: string, value: object): Promise<void>;
  hash(): Promise<string>;
  /** Returns the present history as a whole. */
  history(): Promise<orrery.History>;
}
