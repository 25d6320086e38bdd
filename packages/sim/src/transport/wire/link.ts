/**
 * A connection to another bus: what a socket, a port or a broker must provide. Keeps the order, and loses nothing until
 * it closes.
 */
export interface Link {
  /**
   * Sends a packet and takes over its memory, which the caller must not use again. `rest` is the end of the packet, in
   * memory that others read too, so nobody may write to it any more. Does nothing after the end.
   */
  send(packet: Uint8Array<ArrayBuffer>, rest?: Uint8Array): void;
  /** Packets that arrive before it is set wait for it. */
  onFrame: ((packet: Uint8Array) => void) | undefined;
  /** Called once, whichever side ended the link; called at once if it is set after the end. */
  onClose: ((reason: string) => void) | undefined;
  /** Bytes accepted but not yet passed to the system; 0 if unknown. */
  readonly buffered: number;
  close(reason: string): void;
}

/** The receiving half that all links share: keeps packets until there is a listener, and reports the end once. */
export abstract class LinkBase implements Link {
  #onFrame: ((packet: Uint8Array) => void) | undefined;
  #onClose: ((reason: string) => void) | undefined;
  #waiting: Uint8Array[] = [];
  #closed: string | undefined;

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  get onFrame(): ((packet: Uint8Array) => void) | undefined {
    return this.#onFrame;
  }

  set onFrame(listener: ((packet: Uint8Array) => void) | undefined) {
    this.#onFrame = listener;
    if (listener === undefined) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const packet of waiting) listener(packet);
  }

  get onClose(): ((reason: string) => void) | undefined {
    return this.#onClose;
  }

  set onClose(listener: ((reason: string) => void) | undefined) {
    this.#onClose = listener;
    if (this.#closed !== undefined) listener?.(this.#closed);
  }

  abstract readonly buffered: number;
  abstract send(packet: Uint8Array<ArrayBuffer>, rest?: Uint8Array): void;
  abstract close(reason: string): void;

  protected take(packet: Uint8Array): void {
    if (this.#onFrame === undefined) this.#waiting.push(packet);
    else this.#onFrame(packet);
  }

  protected end(reason: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    this.#onClose?.(reason);
  }
}

/** Joins the two parts of a packet, for links that send one piece of memory. */
export function joinedPacket(packet: Uint8Array<ArrayBuffer>, rest: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  if (rest === undefined) return packet;
  const whole = new Uint8Array(packet.length + rest.length);
  whole.set(packet);
  whole.set(rest, packet.length);
  return whole;
}
