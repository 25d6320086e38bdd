import { joinedPacket, LinkBase } from "./link.ts";

/** What a link needs of a WebSocket; browsers' and that of Node's package `ws` both have it. */
export interface SocketLike {
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** The `readyState` of a socket that can send. */
const OPEN = 1;

/** A link over an open WebSocket. Its creator passes on what the socket receives, and its end. */
export class SocketLink<S extends SocketLike = SocketLike> extends LinkBase {
  protected readonly socket: S;

  constructor(socket: S) {
    super();
    this.socket = socket;
  }

  get isOpen(): boolean {
    return this.socket.readyState === OPEN;
  }

  get buffered(): number {
    return this.socket.bufferedAmount;
  }

  send(packet: Uint8Array<ArrayBuffer>, rest?: Uint8Array): void {
    if (this.isOpen) this.socket.send(joinedPacket(packet, rest));
  }

  close(reason: string): void {
    if (this.isClosed) return;
    this.end(reason);
    // Without the reason, because a browser's socket throws if it is longer than 123 bytes.
    this.socket.close();
  }

  /** Handles what the socket has received; undefined stands for a text. */
  received(bytes: Uint8Array | undefined): void {
    if (this.isClosed) return;
    if (bytes === undefined) this.close("text came where only bytes are spoken");
    else this.take(bytes);
  }

  ended(reason: string): void {
    this.end(reason);
  }
}
