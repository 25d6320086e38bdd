import type { Caller } from "./caller.ts";
import type { Answer, Neighbour } from "./neighbour.ts";
import type { RequestFailure } from "./transport-error.ts";

/** Something from outside that may change the world: plain data, whole in itself, so that it can be kept and replayed. */
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
  /** To a request that a system made; `id` is the number of the call. */
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

/** Where an input came from: not part of it, and gone when it is replayed. */
export interface InputSource {
  readonly origin: Neighbour | undefined;
  readonly reply: ((answer: Answer) => void) | undefined;
}

/** What came in from links since it was last asked, in the order of arrival. */
export class Inbox {
  #waiting: Input[] = [];
  /** By identity: a copy of an input, as replays use it, has no source and answers nobody. */
  readonly #sources = new WeakMap<Input, InputSource>();
  readonly #onConsumed: (origin: Neighbour, bytes: number) => void;

  constructor(onConsumed: (origin: Neighbour, bytes: number) => void) {
    this.#onConsumed = onConsumed;
  }

  get size(): number {
    return this.#waiting.length;
  }

  push(input: Input, source?: InputSource): void {
    this.#waiting.push(input);
    if (source !== undefined) this.#sources.set(input, source);
  }

  /** All that waits. Taking a message allows its sender to send more, so that what waits here stays bounded. */
  takeInputs(): Input[] {
    if (this.#waiting.length === 0) return [];
    const inputs = this.#waiting;
    this.#waiting = [];
    for (const input of inputs) {
      const origin = this.#sources.get(input)?.origin;
      if (input.kind === "message" && origin !== undefined) this.#onConsumed(origin, input.bytes.length);
    }
    return inputs;
  }

  /** Gives an input's source once: what is delivered twice is answered once. */
  claimSource(input: Input): InputSource | undefined {
    const source = this.#sources.get(input);
    this.#sources.delete(input);
    return source;
  }
}

/** An input must neither keep a packet's memory alive nor share it. */
export function ownCopy(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
