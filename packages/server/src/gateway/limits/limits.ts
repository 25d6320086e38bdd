/**
 * What clients may use: each session over all of its connections, unless a field says otherwise. A connection that
 * exceeds a limit is closed with the reason.
 */
export interface Limits {
  /** Bytes of one frame: a message, or a request with an entire model in it. */
  readonly frameBytes: number;
  /** Bytes of one frame of a viewer, who has little to send. */
  readonly viewerFrameBytes: number;
  /** Averages over two seconds. */
  readonly framesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly subscriptions: number;
  /** Number of topics and services that it may announce. */
  readonly names: number;
  /** Number of requests that may wait for answers; further ones are refused. */
  readonly requests: number;
  /** Bytes held for it: those that wait to be sent because it does not read, and those of its incomplete messages. */
  readonly unsentBytes: number;
  /** Bytes held for all sessions together. If exceeded, the session that holds most is cut off. */
  readonly heldBytes: number;
  /** Bytes of publications that wait for one connection; if exceeded, the oldest are dropped, and counted. */
  readonly queuedBytes: number;
  /** Number of WebSockets open at a time. */
  readonly connections: number;
  /** How many of the connections are reserved for admins. */
  readonly connectionsForAdmins: number;
  /** Largest number of connections with one token, and from one address, for everybody except admins. */
  readonly connectionsPerToken: number;
  readonly connectionsPerAddress: number;
  /** Number of sockets that are not clients, or not yet. */
  readonly strangers: number;
}

export const defaultLimits: Limits = {
  frameBytes: 64 * 1024 * 1024,
  viewerFrameBytes: 1024 * 1024,
  framesPerSecond: 20_000,
  bytesPerSecond: 64 * 1024 * 1024,
  subscriptions: 1000,
  names: 1000,
  requests: 1000,
  unsentBytes: 128 * 1024 * 1024,
  heldBytes: 256 * 1024 * 1024,
  queuedBytes: 4 * 1024 * 1024,
  connections: 256,
  connectionsForAdmins: 16,
  connectionsPerToken: 128,
  connectionsPerAddress: 128,
  strangers: 128,
};
