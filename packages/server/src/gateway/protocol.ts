import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Role } from "@orrery/sim/front";
import type { Session } from "./people/sessions.ts";

/** A way to talk with the server, over the socket of an HTTP request that asks for an upgrade. */
export interface Protocol extends Disposable {
  /** The path that such requests name. */
  readonly path: string;
  /** Takes over the socket of a visitor. */
  serve(visitor: Visitor): void;
  /** Cuts off those that do not answer a goodbye. */
  terminate(): void;
}

/** Somebody who may connect. Nobody else is notified before the protocol's handshake is complete. */
export interface Visitor {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What came right behind the request. */
  readonly head: Buffer;
  readonly role: Role;
  /** Makes it a client, which has its place until the socket is closed. Call it once, after the handshake. */
  readonly enter: () => Client;
}

/** Somebody who has come in. Dispose of it when its link has ended. */
export interface Client extends Disposable {
  readonly session: Session;
}
