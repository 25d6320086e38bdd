import type { LoadProgress } from "@orrery/sim/host";
import { StillLoading, TokenWanted } from "./connection.ts";

/** The answer of a server's `/health` after it has refused a WebSocket. */
export interface Health {
  /** Why there is no world. */
  readonly reason?: string;
  /** The progress of loading, while it is loading. */
  readonly loading?: LoadProgress;
  /** Why the server does not admit this client. */
  readonly refusal?: string;
  /** Set if a token is required and no valid one was given. */
  readonly token?: string;
}

/** Returns the error that says why a WebSocket was refused; `undefined` if the server gives no reason. */
export function whyRefused({ reason, loading, refusal, token: wanted }: Health, token: string): Error | undefined {
  if (wanted !== undefined)
    return new TokenWanted(token === "" ? "it requires a token" : "it does not know this token");
  if (loading !== undefined) return new StillLoading(reason ?? "", loading);
  const why = reason ?? refusal;
  return why === undefined ? undefined : new Error(`The server accepts no clients: ${why}`);
}
