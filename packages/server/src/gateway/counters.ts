/** What has gone through a gateway since it was started. */
export class Counters {
  bytesIn = 0;
  bytesOut = 0;
  framesIn = 0;
  connections = 0;
  /** Connections refused, by what was wrong: host, origin, token, world, full. */
  readonly refused = new Map<string, number>();
  /** Connections that the server ended because they broke a rule or a limit. */
  closed = 0;

  refuse(why: Refused): void {
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
  }
}

export type Refused = "host" | "origin" | "token" | "session" | "world" | "full";
