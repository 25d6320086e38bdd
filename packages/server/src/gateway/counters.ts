/** What has gone through a gateway since it was started. */
export class Counters {
  bytesIn = 0;
  bytesOut = 0;
  framesIn = 0;
  connections = 0;
  /** Connections refused, by what was wrong. */
  readonly refused = new Map<string, number>();
  /** Connections that the server ended because they broke a rule or a limit. */
  closed = 0;

  refuse(why: Refused): void {
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
  }
}

/** The last four are sockets that never became clients: too many at once, silent, no HTTP, too many requests at once. */
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
