import { joinedPacket, LinkBase } from "./link.ts";

/** The part of a MessagePort that Node and browsers agree on. Exported, because the packages that pass one see no globals of this one. */
export interface Port {
  postMessage(value: unknown, transfer?: readonly ArrayBuffer[]): void;
  close(): void;
}

/**
 * A link over a MessagePort, of Node or of a browser. It does not listen to the port itself: its host passes on what arrives, from an
 * event handler or from a poll, because a simulation thread that never yields gets no events.
 */
export class PortLink extends LinkBase {
  readonly #port: Port;

  constructor(port: Port) {
    super();
    this.#port = port;
  }

  /** Always 0: a port does not say. The peers' credit window bounds what lies in it. */
  get buffered(): number {
    return 0;
  }

  send(start: Uint8Array<ArrayBuffer>, rest?: Uint8Array): void {
    if (this.isClosed) return;
    const packet = joinedPacket(start, rest);
    if (packet.length < TRANSFER_BYTES) this.#port.postMessage(packet);
    else this.#port.postMessage(packet, [packet.buffer]);
  }

  /** Takes what arrived at the port. Anything but bytes is not from a peer and ends the link. */
  receive(data: unknown): void {
    if (this.isClosed) return;
    if (data instanceof Uint8Array) this.take(data);
    else this.close("something else than bytes came through the port");
  }

  /** Ends the link. The host calls it when the port or the thread behind it has ended. */
  ended(reason: string): void {
    this.end(reason);
  }

  close(reason: string): void {
    if (this.isClosed) return;
    this.#port.close();
    this.end(reason);
  }
}

/** Below this, copying is cheaper than taking memory away from one thread and giving it to another. */
const TRANSFER_BYTES = 32 * 1024;
