import { Fifo } from "./fifo.ts";
import type { Input } from "./inbox.ts";

/** The waiting inputs of one caller, in order of arrival. */
export class CallerQueue {
  readonly caller: string;
  bytes = 0;
  // In two queues: the oldest message may have to be dropped while requests wait before it.
  readonly #messages = new Fifo<Waiting>();
  readonly #others = new Fifo<Waiting>();

  constructor(caller: string) {
    this.caller = caller;
  }

  get messages(): number {
    return this.#messages.length;
  }

  /** Number of waiting requests, and answers to requests. */
  get requests(): number {
    return this.#others.length;
  }

  get length(): number {
    return this.messages + this.requests;
  }

  get first(): Input {
    return this.#next.first!.input;
  }

  get arrival(): number {
    return this.#next.first!.arrival;
  }

  push(input: Input, arrival: number): void {
    (input.kind === "message" ? this.#messages : this.#others).push({ input, arrival });
    this.bytes += bytesOf(input);
  }

  shift(): Input {
    return this.#take(this.#next);
  }

  /** Takes the oldest message, whatever requests wait before it. There must be a message. */
  shiftMessage(): Input {
    return this.#take(this.#messages);
  }

  /** The queue whose first input arrived first. */
  get #next(): Fifo<Waiting> {
    const [message, other] = [this.#messages.first, this.#others.first];
    return other === undefined || (message !== undefined && message.arrival < other.arrival)
      ? this.#messages
      : this.#others;
  }

  #take(queue: Fifo<Waiting>): Input {
    const { input } = queue.shift()!;
    this.bytes -= bytesOf(input);
    return input;
  }
}

interface Waiting {
  readonly input: Input;
  readonly arrival: number;
}

export function bytesOf(input: Input): number {
  return "bytes" in input ? input.bytes.length : 0;
}
