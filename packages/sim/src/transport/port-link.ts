import { LinkInlet } from "./link.ts";
import type { Link } from "./link.ts";

/** The part of a MessagePort that Node and browsers agree on. Exported, because the packages that pass one see no globals of this one. */
export interface Port {
  postMessage(value: unknown, transfer?: readonly ArrayBuffer[]): void;
  close(): void;
}

/**
 * A link over a MessagePort, of Node or of a browser. It does not listen to the port: its host gives it what arrives, from an event
 * handler or from a poll, because a simulation thread that never yields gets no events.
 */
export class PortLink implements Link {
  readonly #port: Port;
  readonly #inlet = new LinkInlet();

  constructor(port: Port) {
    this.#port = port;
  }

  get onFrame(): Link["onFrame"] {
    return this.#inlet.onFrame;
  }

  set onFrame(listener: Link["onFrame"]) {
    this.#inlet.onFrame = listener;
  }

  get onClose(): Link["onClose"] {
    return this.#inlet.onClose;
  }

  set onClose(listener: Link["onClose"]) {
    this.#inlet.onClose = listener;
  }

  /** A port does not say; the credit window of the peers bounds what lies in it. */
  get buffered(): number {
    return 0;
  }

  send(packet: Uint8Array<ArrayBuffer>): void {
    if (this.#inlet.isClosed) return;
    if (packet.length < TRANSFER_BYTES) this.#port.postMessage(packet);
    else this.#port.postMessage(packet, [packet.buffer]);
  }

  /** What arrived at the port. Anything but bytes is not from a peer and ends the link. */
  receive(data: unknown): void {
    if (this.#inlet.isClosed) return;
    if (data instanceof Uint8Array) this.#inlet.receive(data);
    else this.close("something else than bytes came through the port");
  }

  /** For the host to call when the port or the thread behind it has ended. */
  ended(reason: string): void {
    this.#inlet.closed(reason);
  }

  close(reason: string): void {
    if (this.#inlet.isClosed) return;
    this.#port.close();
    this.#inlet.closed(reason);
  }
}

/** Below this, copying is cheaper than taking memory away from one thread and giving it to another. */
const TRANSFER_BYTES = 32 * 1024;
