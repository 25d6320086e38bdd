/** What a session may use, over all of its connections. Beyond it, the connection is closed with the reason. */
export interface Limits {
  /** Of one frame: a message, or a request with a whole model in it. Bytes. */
  readonly frameBytes: number;
  /** Averages over two seconds. */
  readonly framesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly subscriptions: number;
  /** Topics, and services, that it may announce. */
  readonly names: number;
  /** Requests that may wait for their answers; those beyond are refused. */
  readonly requests: number;
  /** Bytes that wait to be sent because it does not read. */
  readonly unsentBytes: number;
}

export const defaultLimits: Limits = {
  frameBytes: 64 * 1024 * 1024,
  framesPerSecond: 20_000,
  bytesPerSecond: 64 * 1024 * 1024,
  subscriptions: 1000,
  names: 1000,
  requests: 1000,
  unsentBytes: 128 * 1024 * 1024,
};
