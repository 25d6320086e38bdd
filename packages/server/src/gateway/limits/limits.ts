/** What clients may use: each session, over all of its connections, unless it says otherwise. Beyond it, a connection is closed with the reason. */
export interface Limits {
  /** Bytes of one frame: a message, or a request with a whole model in it. */
  readonly frameBytes: number;
  /** The same for viewers, who send little. */
  readonly viewerFrameBytes: number;
  /** Averages over two seconds. */
  readonly framesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly subscriptions: number;
  /** Topics, and services, that it may announce. */
  readonly names: number;
  /** Requests that may wait for their answers; those beyond are refused. */
  readonly requests: number;
  /** Bytes that wait to be sent because it does not read, with those of messages that it has not finished. */
  readonly unsentBytes: number;
  /** The same of all sessions together. Beyond it, the session that holds most is cut off. */
  readonly heldBytes: number;
  /** Bytes of publications that wait for one connection; beyond it the oldest are dropped, and counted. */
  readonly queuedBytes: number;
  /** WebSockets open at a time. */
  readonly connections: number;
  /** How many of these are kept for admins. */
  readonly connectionsForAdmins: number;
  /** The most for others with one token, and from one address. */
  readonly connectionsPerToken: number;
  readonly connectionsPerAddress: number;
  /** Sockets of those who are not clients, or not yet. */
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
