import { component } from "../ecs/component.ts";
import { computed } from "./why-locked.ts";

/** A request for work whose result has not come yet. */
export interface OpenRequest {
  readonly id: number;
  /** The key of the system that asked. */
  readonly system: string;
  /** The name of the work. */
  readonly work: string;
  /** Plain data. */
  readonly request: unknown;
}

/** On the world: what systems have asked for and not got yet. State, or else a restored world would wait for nothing. */
export const OpenRequests = component(
  "orrery.OpenRequests",
  (): { readonly lastId: number; readonly open: readonly OpenRequest[] } => ({ lastId: 0, open: [] }),
  { group: "World", stream: "when-watched", locked: computed },
);
