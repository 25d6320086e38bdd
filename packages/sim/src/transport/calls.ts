import type { MessageOf } from "@orrery/msgs";
import type { Answer } from "./wire/neighbour.ts";
import { RequestError } from "./transport-error.ts";

/** What a caller expects of a service. The types are names of message types. */
export interface CallOptions<Request extends string = string, Response extends string = string> {
  /**
   * Type of the request. A service with a different type is not called. If left out, the service says how the value is
   * encoded.
   */
  readonly request?: Request;
  /** Type of the answer. A service with a different type is not called. If left out, any answer is accepted. */
  readonly response?: Response;
  /** Default 5000. */
  readonly timeoutMs?: number;
}

/** A request: the message of the named type, or any message if no type is named. */
export type RequestOf<Request extends string> = string extends Request ? object : MessageOf<Request>;

export interface CallDesc {
  readonly service: string;
  readonly owner: object;
  readonly timeoutMs: number;
  /** The type that the service must have; empty for any. */
  readonly request: string;
  readonly response: string;
  readonly onAnswer: (answer: Answer) => void;
  /** Whether the answer is not an input, because the caller makes an input from it. */
  readonly isOutside?: boolean;
}

export const DEFAULT_TIMEOUT_MS = 5000;

/** The requests of one bus that wait for answers. */
export class Calls {
  readonly #open = new Map<number, OpenCall>();
  readonly #onTimeout: (id: number, error: RequestError) => void;
  #lastId = 0;

  constructor(onTimeout: (id: number, error: RequestError) => void) {
    this.#onTimeout = onTimeout;
  }

  get size(): number {
    return this.#open.size;
  }

  start(desc: CallDesc): number {
    const id = ++this.#lastId;
    const timer = setTimeout(() => this.#expired(id), desc.timeoutMs);
    this.#open.set(id, { ...desc, timer, giveUp: undefined });
    return id;
  }

  /** Sets how to tell the provider that nobody waits for its answer any more. */
  onGiveUp(id: number, giveUp: () => void): void {
    const call = this.#open.get(id);
    if (call !== undefined) call.giveUp = giveUp;
  }

  isOutside(id: number): boolean {
    return this.#open.get(id)?.isOutside === true;
  }

  serviceOf(id: number): string | undefined {
    return this.#open.get(id)?.service;
  }

  /** Passes the answer to the caller; ignores a second answer, or one that is too late. */
  complete(id: number, answer: Answer): void {
    const call = this.#open.get(id);
    if (call === undefined) return;
    this.#open.delete(id);
    clearTimeout(call.timer);
    call.onAnswer(answer);
  }

  /** Gives up the calls of an owner that is going away. */
  abandon(owner: object): void {
    for (const [id, call] of [...this.#open]) {
      if (call.owner !== owner) continue;
      call.giveUp?.();
      const text = `the node that asked "${call.service}" was disposed of`;
      this.complete(id, { ok: false, error: new RequestError("link-closed", call.service, text) });
    }
  }

  #expired(id: number): void {
    const call = this.#open.get(id);
    if (call === undefined) return;
    call.giveUp?.();
    const text = `the service "${call.service}" did not answer within ${call.timeoutMs} ms`;
    this.#onTimeout(id, new RequestError("timed-out", call.service, text));
  }
}

interface OpenCall extends CallDesc {
  readonly timer: unknown;
  giveUp: (() => void) | undefined;
}
