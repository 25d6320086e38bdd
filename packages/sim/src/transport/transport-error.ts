/** A call that the transport refuses: a bad name, a wrong type, or use after disposal. */
export class TransportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TransportError";
  }
}

export type RequestFailure = "no-such-service" | "timed-out" | "refused" | "link-closed";

/** Says why a request has no answer. */
export class RequestError extends Error {
  readonly code: RequestFailure;
  readonly service: string;

  constructor(code: RequestFailure, service: string, message: string) {
    super(message);
    this.name = "RequestError";
    this.code = code;
    this.service = service;
  }
}

/** Something that went wrong without a caller to throw to; the bus passes it to its `onError`. */
export interface BusReport {
  readonly kind:
    | "subscriber"
    | "cut-off"
    | "service"
    | "answer"
    | "codec"
    | "cascade"
    | "conflict"
    | "peer"
    | "watcher";
  readonly message: string;
  /** The topic or service. */
  readonly name?: string | undefined;
  readonly owner?: string | undefined;
  readonly cause?: unknown;
}
