/** The traffic of a gateway since its start. */
export class Counters {
  bytesIn = 0;
  bytesOut = 0;
  framesIn = 0;
  connections = 0;
  /** Number of refused connections, by reason. */
  readonly refused = new Map<string, number>();
  /** Number of connections that the server closed because they broke a rule or a limit. */
  closed = 0;

  refuse(why: Refused): void {
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
  }
}

/**
 * The last four are sockets that never became clients: too many at once, silent, not HTTP, too many requests at once.
 */
export type Refused =
  | "path"
  | "host"
  | "origin"
  | "token"
  | "session"
  | "world"
  | "full"
  | "crowd"
  | "idle"
  | "malformed"
  | "pipelined";
