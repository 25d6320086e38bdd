import { component } from "../ecs/component.ts";
import { computed } from "./why-locked.ts";

/** A request for work whose result has not arrived yet. */
export interface OpenRequest {
  readonly id: number;
  /** The key of the system that asked. */
  readonly system: string;
  /** The name of the work. */
  readonly work: string;
  /** Must be plain data. */
  readonly request: unknown;
}

/**
 * On the world: requests of systems that have no result yet. They are part of the state; otherwise the systems of a
 * restored world would wait forever.
 */
export const OpenRequests = component(
  "orrery.OpenRequests",
  (): { readonly lastId: number; readonly open: readonly OpenRequest[] } => ({ lastId: 0, open: [] }),
  { group: "World", stream: "when-watched", locked: computed },
);
