import type { Input } from "./inbox.ts";

/** What one caller has waiting, in the order of arrival. */
export class CallerQueue {
  readonly caller: string;
  messages = 0;
  requests = 0;
  bytes = 0;
  readonly #waiting: (Waiting | undefined)[] = [];
  /** Places before it are empty: moving all up for each that goes would take the square of their number. */
  #head = 0;

  constructor(caller: string) {
    this.caller = caller;
  }

  get length(): number {
    return this.messages + this.requests;
  }

  get first(): Input {
    return this.#waiting[this.#head]!.input;
  }

  get arrival(): number {
    return this.#waiting[this.#head]!.arrival;
  }

  push(input: Input, arrival: number): void {
    this.#waiting.push({ input, arrival });
    this.#count(input, 1);
  }

  shift(): Input {
    return this.#remove(this.#head);
  }

  /** The oldest message, whatever requests wait before it. There must be one. */
  shiftMessage(): Input {
    let at = this.#head;
    while (this.#waiting[at]?.input.kind !== "message") at++;
    return this.#remove(at);
  }

  #remove(at: number): Input {
    const { input } = this.#waiting[at]!;
    this.#waiting[at] = undefined;
    this.#count(input, -1);
    while (this.#head < this.#waiting.length && this.#waiting[this.#head] === undefined) this.#head++;
    if (this.#head > ROOM && this.#head * 2 > this.#waiting.length) {
      this.#waiting.splice(0, this.#head);
      this.#head = 0;
    }
    return input;
  }

  #count(input: Input, by: 1 | -1): void {
    if (input.kind === "message") this.messages += by;
    else this.requests += by;
    if ("bytes" in input) this.bytes += by * input.bytes.length;
  }
}

const ROOM = 64;

interface Waiting {
  readonly input: Input;
  readonly arrival: number;
}
