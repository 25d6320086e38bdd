import type { Duplex } from "node:stream";
import { MAX_FRAME_BYTES, SocketLink, type Link } from "@orrery/sim/front";
import { WebSocket, type RawData } from "ws";

/**
 * A link over an open WebSocket, of a server or of a client in Node. Takes over its message and close handlers. A server gives the
 * stream below it, too, so that what many clients get alike is not copied for each.
 */
export function wsLink(socket: WebSocket, stream?: Duplex): Link {
  return new WsLink(socket, stream);
}

export interface ConnectWsOptions {
  /** For the connection to open. Default 5000. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a WebSocket. Rejects with the reason when there is nobody, or somebody who does not want us. */
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
      // In this very tick: packets that come with the handshake must find their listener.
      resolve(wsLink(socket));
    });
  });
}

/** For the small frames that share the packet of a large one. */
export const PACKET_ALLOWANCE_BYTES = 1024 * 1024;

/** What a server's `maxPayload` should be. */
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
    // Behind that much unread data nobody would get the reason, and all of it would stay in memory until then.
    if (this.buffered > UNREAD_BYTES) this.socket.terminate();
    else this.socket.close(NORMAL_CLOSURE, shortened(reason));
  }
}

/** Writes one frame of a server in two parts, which `ws` could only do after joining them. Nothing is compressed, so `ws` has none waiting. */
function sendFrame(stream: Duplex, packet: Uint8Array, rest: Uint8Array): void {
  stream.cork();
  stream.write(frameHead(packet.length + rest.length));
  stream.write(packet);
  stream.write(rest);
  stream.uncork();
}

/** Returns the head of an unmasked binary frame that is a whole message (RFC 6455, 5.2). */
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

/** The protocol allows 123 bytes for a reason. */
function shortened(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1).toWellFormed();
  return text;
}

/** A plain view: a Buffer's `slice` does not copy, which those who expect a Uint8Array would learn too late. */
function bytesOf(data: RawData): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  const buffer = Array.isArray(data) ? Buffer.concat(data) : data;
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
