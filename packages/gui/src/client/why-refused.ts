import type { LoadProgress } from "@orrery/sim/host";
import { StillLoading, TokenWanted } from "./connection.ts";

/** What `/health` of a server says after it has refused a WebSocket. */
export interface Health {
  /** Why there is no world. */
  readonly reason?: string;
  /** The progress of loading, while it is loading. */
  readonly loading?: LoadProgress;
  /** Why there is no room for the client. */
  readonly refusal?: string;
  /** Set when a token is required, and no known one was given. */
  readonly token?: string;
}

/** Returns the error that says why a WebSocket was refused; `undefined` when the server gives no reason. */
export function whyRefused({ reason, loading, refusal, token: wanted }: Health, token: string): Error | undefined {
  if (wanted !== undefined)
    return new TokenWanted(token === "" ? "it requires a token" : "it does not know this token");
  if (loading !== undefined) return new StillLoading(reason ?? "", loading);
  const why = reason ?? refusal;
  return why === undefined ? undefined : new Error(`The server accepts no clients: ${why}`);
}
