import { joinedPacket, LinkBase } from "./link.ts";

/**
 * The part of a MessagePort that is common to Node and browsers. Exported, because packages that pass one do not have
 * the globals of this package.
 */
export interface Port {
  postMessage(value: unknown, transfer?: readonly ArrayBuffer[]): void;
  close(): void;
}

/**
 * A link over a MessagePort, of Node or of a browser. It does not listen to the port itself: its host passes on what
 * arrives, from an event handler or from a poll, because a simulation thread that never yields gets no events.
 */
export class PortLink extends LinkBase {
  readonly #port: Port;

  constructor(port: Port) {
    super();
    this.#port = port;
  }

  /** Always 0, because a port does not tell. The peers' credit window bounds what is in the port. */
  get buffered(): number {
    return 0;
  }

  send(start: Uint8Array<ArrayBuffer>, rest?: Uint8Array): void {
    if (this.isClosed) return;
    const packet = joinedPacket(start, rest);
    if (packet.length < TRANSFER_BYTES) this.#port.postMessage(packet);
    else this.#port.postMessage(packet, [packet.buffer]);
  }

  /** Handles data from the port. Anything except bytes does not come from a peer, and ends the link. */
  receive(data: unknown): void {
    if (this.isClosed) return;
    if (data instanceof Uint8Array) this.take(data);
    else this.close("something else than bytes came through the port");
  }

  /** Ends the link. Called by the host when the port or the thread behind it has ended. */
  ended(reason: string): void {
    this.end(reason);
  }

  close(reason: string): void {
    if (this.isClosed) return;
    this.#port.close();
    this.end(reason);
  }
}

/** Below this size, copying is cheaper than transferring memory between threads. */
const TRANSFER_BYTES = 32 * 1024;
