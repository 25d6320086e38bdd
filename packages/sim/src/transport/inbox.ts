import type { Caller } from "./caller.ts";
import { bytesOf, CallerQueue } from "./caller-queue.ts";
import type { Answer, Neighbour } from "./wire/neighbour.ts";
import type { RequestFailure } from "./transport-error.ts";

/**
 * Something from outside that may change the world: plain, self-contained data, so that it can be stored and replayed.
 */
export type Input =
  | ({
      readonly kind: "message";
      readonly topic: string;
      readonly type: string;
      readonly latched: boolean;
      readonly bytes: Uint8Array;
    } & Caller)
  | ({
      readonly kind: "request";
      readonly id: number;
      readonly service: string;
      readonly type: string;
      readonly bytes: Uint8Array;
    } & Caller)
  /** The answer to a system's request; `id` is the number of the call. */
  | {
      readonly kind: "answer";
      readonly id: number;
      readonly service: string;
      readonly type: string;
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: "failure";
      readonly id: number;
      readonly service: string;
      readonly code: RequestFailure;
      readonly text: string;
    };

/** The origin of an input. It is not part of the input, and absent when that is replayed. */
export interface InputSource {
  readonly origin: Neighbour | undefined;
  readonly reply: ((answer: Answer) => void) | undefined;
}

export interface InboxOptions {
  /** Called when a neighbour's message no longer counts as in flight, so that its sender may send more. */
  readonly onConsumed: (origin: Neighbour, bytes: number) => void;
  /** Called when a caller has more waiting than it may: a request was refused, or its oldest message dropped. */
  readonly onOverflow: (input: Input, source: InputSource | undefined, reason: string) => void;
}

/** The head of a caller's queue. */
export interface WaitingCaller {
  readonly caller: string;
  readonly first: Input;
  /** Number of `first` among all inputs, in order of arrival. */
  readonly arrival: number;
}

/**
 * Inputs that arrived from links and have not been taken yet: one queue per caller, each in order of arrival. What
 * callers may have waiting is bounded. Inputs without a caller belong to the program itself; their sender may send more
 * once they are taken.
 */
export class Inbox {
  readonly #queues = new Map<string, CallerQueue>();
  /** Keyed by identity: a copy of an input, as used by replays, has no source and answers nobody. */
  readonly #sources = new WeakMap<Input, InputSource>();
  readonly #options: InboxOptions;
  #arrivals = 0;
  #size = 0;
  /** Bytes of all callers' inputs. */
  #bytes = 0;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  push(input: Input, source?: InputSource): void {
    const caller = sessionOf(input);
    const queue = this.#queues.get(caller) ?? new CallerQueue(caller);
    if (source !== undefined) this.#sources.set(input, source);
    // Callers have limits of their own here: one whose messages wait must not use up the window that all share.
    if (caller !== "") this.#consumed(input);
    if (caller !== "" && !this.#hasRoom(queue, input)) return;
    queue.push(input, ++this.#arrivals);
    this.#queues.set(caller, queue);
    this.#size++;
    if (caller !== "") this.#bytes += bytesOf(input);
  }

  /** Returns the callers with waiting inputs. */
  callers(): Iterable<WaitingCaller> {
    return this.#queues.values();
  }

  /** Takes the input that has waited longest, of all callers or of one. */
  take(caller = this.#longestWaiting()): Input | undefined {
    const queue = caller === undefined ? undefined : this.#queues.get(caller);
    if (queue === undefined) return undefined;
    const input = queue.shift();
    this.#left(queue, input);
    return input;
  }

  /** Takes all waiting inputs, in order of arrival. */
  takeInputs(): Input[] {
    const inputs: Input[] = [];
    for (let next = this.take(); next !== undefined; next = this.take()) inputs.push(next);
    return inputs;
  }

  /** Returns an input's source, but only the first time, so that an input delivered twice is answered once. */
  claimSource(input: Input): InputSource | undefined {
    const source = this.#sources.get(input);
    this.#sources.delete(input);
    return source;
  }

  #longestWaiting(): string | undefined {
    let first: CallerQueue | undefined;
    for (const queue of this.#queues.values()) if (first === undefined || queue.arrival < first.arrival) first = queue;
    return first?.caller;
  }

  #hasRoom(queue: CallerQueue, input: Input): boolean {
    const bytes = bytesOf(input);
    if (input.kind !== "message") {
      const isFull = queue.bytes + bytes > MAX_BYTES || this.#bytes + bytes > MAX_BYTES_IN_ALL;
      if (queue.requests < MAX_REQUESTS && (!isFull || queue.requests === 0)) return true;
      const reason =
        queue.requests < MAX_REQUESTS ? "too many bytes of yours wait" : `${MAX_REQUESTS} requests of yours wait`;
      this.#overflow(input, `${reason}; the world has no time for more`);
      return false;
    }
    while (queue.messages > 0 && (queue.messages >= MAX_MESSAGES || queue.bytes + bytes > MAX_BYTES)) {
      const oldest = queue.shiftMessage();
      this.#left(queue, oldest);
      this.#overflow(oldest, "");
    }
    if (this.#bytes + bytes <= MAX_BYTES_IN_ALL) return true;
    this.#overflow(input, "");
    return false;
  }

  #overflow(input: Input, reason: string): void {
    this.#options.onOverflow(input, this.claimSource(input), reason);
  }

  #left(queue: CallerQueue, input: Input): void {
    this.#size--;
    if (queue.caller !== "") this.#bytes -= bytesOf(input);
    else this.#consumed(input);
    if (queue.length === 0) this.#queues.delete(queue.caller);
  }

  #consumed(input: Input): void {
    const origin = this.#sources.get(input)?.origin;
    if (input.kind === "message" && origin !== undefined) this.#options.onConsumed(origin, input.bytes.length);
  }
}

/** Limits for one caller. A program that commands a fleet sends thousands of messages between two slow steps. */
const MAX_MESSAGES = 4096;
const MAX_REQUESTS = 1000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_BYTES_IN_ALL = 256 * 1024 * 1024;

/** Returns the session that made an input; empty if none did. */
export function sessionOf(input: Input): string {
  return input.kind === "message" || input.kind === "request" ? (input.caller ?? "") : "";
}

/** Copies the bytes of an input, which must neither keep a packet's memory alive nor share it. */
export function ownCopy(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
