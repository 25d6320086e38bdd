import type { Duplex } from "node:stream";
import { MAX_FRAME_BYTES, SocketLink, type Link } from "@orrery/sim/front";
import { WebSocket, type RawData } from "ws";

/**
 * A link over an open WebSocket, on a server or on a client in Node. Takes over its message and close handlers. A
 * server passes the underlying stream too, so that data for many clients is not copied for each.
 */
export function wsLink(socket: WebSocket, stream?: Duplex): Link {
  return new WsLink(socket, stream);
}

export interface ConnectWsOptions {
  /** How long to wait for the connection to open. Default 5000. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a WebSocket. Rejects with the reason if nobody answers, or the server refuses. */
export function connectWs(url: string, { timeoutMs = 5000, headers = {} }: ConnectWsOptions = {}): Promise<Link> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { handshakeTimeout: timeoutMs, maxPayload: MAX_PACKET_BYTES, headers });
    const fail = (error: Error) => reject(new Error(`cannot connect to ${url}: ${error.message}`, { cause: error }));
    socket.once("error", fail);
    socket.once("unexpected-response", (_request, { statusCode, statusMessage }) => {
      fail(new Error(`${statusCode} ${statusMessage}`));
      socket.terminate();
    });
    socket.once("open", () => {
      socket.off("error", fail);
      // In the same tick: packets that arrive with the handshake need a listener.
      resolve(wsLink(socket));
    });
  });
}

/** For small frames that share the packet of a large one. */
export const PACKET_ALLOWANCE_BYTES = 1024 * 1024;

/** The value for a server's `maxPayload`. */
export const MAX_PACKET_BYTES = MAX_FRAME_BYTES + PACKET_ALLOWANCE_BYTES;

class WsLink extends SocketLink<WebSocket> {
  readonly #stream: Duplex | undefined;

  constructor(socket: WebSocket, stream: Duplex | undefined) {
    super(socket);
    this.#stream = stream;
    let failure = "";
    socket.on("message", (data, isBinary) => this.received(isBinary ? bytesOf(data) : undefined));
    socket.on("error", (error) => {
      failure = error.message;
    });
    socket.on("close", (code, reason) => {
      this.ended(reason.toString() || failure || `the connection ended (${code})`);
    });
  }

  override send(packet: Uint8Array<ArrayBuffer>, rest?: Uint8Array): void {
    if (rest === undefined || this.#stream === undefined) super.send(packet, rest);
    else if (this.isOpen) sendFrame(this.#stream, packet, rest);
  }

  override close(reason: string): void {
    if (this.isClosed) return;
    this.ended(reason);
    // With this much unread data ahead of it, the reason would not arrive, and all of the data would stay in memory.
    if (this.buffered > UNREAD_BYTES) this.socket.terminate();
    else this.socket.close(NORMAL_CLOSURE, shortened(reason));
  }
}

/**
 * Writes a server's frame in two parts; `ws` would have to join them first. Nothing is compressed, so `ws` has no
 * frames queued.
 */
function sendFrame(stream: Duplex, packet: Uint8Array, rest: Uint8Array): void {
  stream.cork();
  stream.write(frameHead(packet.length + rest.length));
  stream.write(packet);
  stream.write(rest);
  stream.uncork();
}

/** Returns the header of an unmasked binary frame that is a complete message (RFC 6455, 5.2). */
function frameHead(length: number): Uint8Array {
  const isShort = length < 0x10000;
  const head = Buffer.alloc(isShort ? 4 : 10);
  head[0] = 0x82;
  head[1] = isShort ? 126 : 127;
  if (isShort) head.writeUInt16BE(length, 2);
  else head.writeUIntBE(length, 4, 6);
  return head;
}

const UNREAD_BYTES = 16 * 1024 * 1024;

const NORMAL_CLOSURE = 1000;

/** Shortens a reason to the 123 bytes that the protocol allows. */
function shortened(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1).toWellFormed();
  return text;
}

/** Returns a plain view. A Buffer's `slice` does not copy, which would surprise code that expects a Uint8Array. */
function bytesOf(data: RawData): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  const buffer = Array.isArray(data) ? Buffer.concat(data) : data;
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
