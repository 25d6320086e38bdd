import { FrameError } from "./frame-error.ts";

/** How much may be in flight: sent, but not consumed. */
export interface CreditWindow {
  readonly frames: number;
  readonly bytes: number;
}

export const DEFAULT_WINDOW: CreditWindow = { frames: 256, bytes: 4 * 1024 * 1024 };

/** The sender's side: what it has sent and the receiver has not consumed yet. */
export class Credit {
  readonly #window: CreditWindow;
  #frames = 0;
  #bytes = 0;

  constructor(window: CreditWindow) {
    this.#window = window;
  }

  /** The last message may exceed the number of bytes; otherwise one larger than the window would never be sent. */
  get isOpen(): boolean {
    return this.#frames < this.#window.frames && this.#bytes < this.#window.bytes;
  }

  sent(bytes: number): void {
    this.#frames++;
    this.#bytes += bytes;
  }

  acknowledged(frames: number, bytes: number): void {
    this.#frames = Math.max(0, this.#frames - frames);
    this.#bytes = Math.max(0, this.#bytes - bytes);
  }
}

/** The receiver's side: what has arrived, and how much of it has been consumed but not acknowledged. */
export class Receipts {
  readonly #window: CreditWindow;
  readonly #maxFrameBytes: number;
  #frames = 0;
  #bytes = 0;
  #consumedFrames = 0;
  #consumedBytes = 0;

  constructor(window: CreditWindow, maxFrameBytes: number) {
    this.#window = window;
    this.#maxFrameBytes = maxFrameBytes;
  }

  received(bytes: number): void {
    this.#frames++;
    this.#bytes += bytes;
    if (this.#frames > this.#window.frames || this.#bytes > this.#window.bytes + this.#maxFrameBytes) {
      throw new FrameError("more publications than the window allows");
    }
  }

  /**
   * Returns an acknowledgement each time a quarter of the window is consumed, so that acks are few and the window never
   * runs dry.
   */
  consumed(bytes: number): { readonly frames: number; readonly bytes: number } | undefined {
    this.#consumedFrames++;
    this.#consumedBytes += bytes;
    if (this.#consumedFrames * 4 < this.#window.frames && this.#consumedBytes * 4 < this.#window.bytes)
      return undefined;
    const ack = { frames: this.#consumedFrames, bytes: this.#consumedBytes };
    this.#frames -= ack.frames;
    this.#bytes -= ack.bytes;
    this.#consumedFrames = 0;
    this.#consumedBytes = 0;
    return ack;
  }
}
