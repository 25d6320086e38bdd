import type { Role } from "./caller.ts";

/** What the other side of a link wants to do with a name of this bus. Subscribing is always allowed. */
export type PeerAction =
  /** `needs` is the role that the provider of the service requires. */
  | { readonly kind: "ask"; readonly service: string; readonly needs: Role }
  | { readonly kind: "publish"; readonly topic: string }
  | { readonly kind: "offer"; readonly service: string };

/** Returns why something is refused, as text for the other side; `undefined` if it is allowed. */
export type Guard = (action: PeerAction) => string | undefined;

export const allowAll: Guard = () => undefined;
