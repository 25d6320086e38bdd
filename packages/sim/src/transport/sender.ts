import { callerOf } from "./caller.ts";
import type { Credit } from "./wire/credit.ts";
import type { Frame } from "./wire/frame.ts";
import type { Message } from "./message.ts";
import type { Outlet } from "./outlet.ts";
import { textOf } from "../base/error-text.ts";

export interface SenderOptions {
  readonly credit: Credit;
  readonly write: (frame: Frame) => void;
  /** Called for a message that cannot be sent: it cannot be encoded, or is too large. */
  readonly onUnsendable: (topic: string, text: string) => void;
  /**
   * Bytes of encoded messages that may wait, for all outlets together; beyond that, each outlet still keeps its newest
   * message.
   */
  readonly maxWaitingBytes: number;
}

/** Publications on their way to one peer. Messages wait only while the window is full. */
export class Sender {
  waitingBytes = 0;
  readonly #options: SenderOptions;
  /** Outlets that have messages waiting; they take turns. */
  readonly #waiting = new Set<Outlet>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#options.credit.isOpen;
  }

  get isOverfull(): boolean {
    return this.waitingBytes > this.#options.maxWaitingBytes;
  }

  /** Number of outlets with waiting messages. */
  get waiting(): number {
    return this.#waiting.size;
  }

  send(outlet: Outlet, message: Message): void {
    const { id, gap } = outlet;
    try {
      const { bytes, latched } = message;
      this.#options.write({ kind: "publish", id, latched, gap, ...callerOf(message), bytes });
      this.#options.credit.sent(bytes.length);
      outlet.gap = 0;
    } catch (error) {
      outlet.lost(1);
      this.#options.onUnsendable(message.topic, textOf(error));
    }
  }

  wait(outlet: Outlet): void {
    this.#waiting.add(outlet);
  }

  forget(outlet: Outlet): void {
    this.#waiting.delete(outlet);
  }

  acknowledged(frames: number, bytes: number): void {
    this.#options.credit.acknowledged(frames, bytes);
    while (this.isOpen) {
      const next = this.#waiting.values().next();
      if (next.done === true) return;
      this.#waiting.delete(next.value);
      if (next.value.release()) this.#waiting.add(next.value);
    }
  }
}
