import type { LoadProgress } from "@orrery/sim/host";
import { StillLoading, TokenWanted } from "./connection.ts";

/** What `/health` says of a server to somebody whose WebSocket it has refused. */
export interface Health {
  /** Why there is no world. */
  readonly reason?: string;
  /** How far it has been loaded, while it is. */
  readonly loading?: LoadProgress;
  /** Why there is no place for who asks. */
  readonly refusal?: string;
  /** Set when a token was to be shown, and none that is known was. */
  readonly token?: string;
}

/** Returns the error that says why a WebSocket was refused; `undefined` when the server knows of no reason. */
export function whyRefused({ reason, loading, refusal, token: wanted }: Health, token: string): Error | undefined {
  if (wanted !== undefined) return new TokenWanted(token === "" ? "it wants a token" : "it does not know this token");
  if (loading !== undefined) return new StillLoading(reason ?? "", loading);
  const why = reason ?? refusal;
  return why === undefined ? undefined : new Error(`The server lets nobody in: ${why}`);
}
