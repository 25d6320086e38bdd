import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { MemoryUser } from "./limits/holdings.ts";
import type { Session } from "./people/sessions.ts";

export interface ConnectionOptions {
  readonly webSocket: WebSocket;
  /** The socket that carries the WebSocket. */
  readonly socket: Socket;
  readonly session: Session;
  /** Called when the server holds more in memory for it than before. */
  readonly onGrown: (connection: Connection) => void;
}

/**
 * One WebSocket of a session. Tracks unfinished incoming messages, unread outgoing ones, and when the client was last
 * heard from. The server does not read from a client that leaves too much unread, so that its next requests wait
 * instead of causing further answers.
 */
export class Connection implements MemoryUser {
  readonly session: Session;
  readonly #options: ConnectionOptions;
  #unfinishedBytes = 0;
  /** Bytes of complete messages that wait for their turn. */
  #waitingBytes = 0;
  #heardMs = performance.now();
  /** Reasons why reading is paused. */
  readonly #held = new Set<"turn" | "unread">();
  /** Progress at the last check, and since when there has been none. */
  #stuck = { unfinished: 0, read: 0, sinceMs: 0 };

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.session = options.session;
    const { webSocket, socket, onGrown } = options;
    // Runs before the WebSocket's own listener, which resets the count when a message is complete.
    socket.prependListener("data", (chunk: Buffer) => {
      this.#unfinishedBytes += chunk.length;
      onGrown(this);
    });
    webSocket.on("message", () => {
      this.#unfinishedBytes = 0;
      this.#noteReceived();
    });
    for (const kind of ["ping", "pong"] as const) {
      webSocket.on(kind, (data) => {
        this.#unfinishedBytes = Math.max(0, this.#unfinishedBytes - data.length - CONTROL_HEADER_BYTES);
        this.#noteReceived();
      });
    }
    socket.on("drain", () => this.#setPauseReason("unread", false));
  }

  get unfinishedBytes(): number {
    return this.#unfinishedBytes + this.#waitingBytes;
  }

  get unsentBytes(): number {
    return this.#options.webSocket.bufferedAmount;
  }

  /** Must be called after each sent packet. */
  sent(): void {
    if (this.unsentBytes > PAUSE_BYTES) this.#setPauseReason("unread", true);
    this.#options.onGrown(this);
  }

  /** Closes the connection if it has been silent for too long, or neither reads nor finishes its message. */
  check(nowMs: number): void {
    const { webSocket } = this.#options;
    const unfinished = this.#unfinishedBytes;
    const read = this.#readBytes;
    const stuck = this.#stuck;
    const isDeaf = this.unsentBytes > 0 && read === stuck.read;
    const isStuck = isDeaf || (unfinished > 0 && unfinished === stuck.unfinished);
    this.#stuck = { unfinished, read, sinceMs: isStuck ? stuck.sinceMs : nowMs };
    if (isStuck && nowMs - stuck.sinceMs > STUCK_MS) this.cutOff("it neither reads nor finishes what it sends");
    else if (this.#held.size === 0 && nowMs - this.#heardMs > SILENT_MS) webSocket.terminate();
    else webSocket.ping();
  }

  /** Sets how many received bytes wait for their turn. */
  setWaitingBytes(bytes: number): void {
    const isMore = bytes > this.#waitingBytes;
    this.#waitingBytes = bytes;
    this.#setPauseReason("turn", bytes > 0);
    if (isMore) this.#options.onGrown(this);
  }

  cutOff(reason: string): void {
    const { webSocket } = this.#options;
    // Nobody would read the reason, and everything held for it would stay in memory until the goodbye is over.
    if (this.unsentBytes > 0) return webSocket.terminate();
    webSocket.close(POLICY_VIOLATION, reason.slice(0, MAX_REASON));
    webSocket.pause();
    setTimeout(() => webSocket.terminate(), GOODBYE_MS).unref();
  }

  /** Changes whenever bytes have left this process; the operating system may still buffer some of them. */
  get #readBytes(): number {
    const socket: Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null } = this.#options.socket;
    // The stream counts a write only when it has finished, and a write of megabytes may take minutes on a slow line.
    return socket.bytesWritten - socket.writableLength - (socket._handle?.writeQueueSize ?? 0);
  }

  /** Adds or removes a reason to pause reading. */
  #setPauseReason(why: "turn" | "unread", isHeld: boolean): void {
    const { webSocket } = this.#options;
    const before = this.#held.size;
    if (isHeld) this.#held.add(why);
    else this.#held.delete(why);
    if (before === 0 && this.#held.size > 0) webSocket.pause();
    else if (before > 0 && this.#held.size === 0) webSocket.resume();
  }

  #noteReceived(): void {
    this.#heardMs = performance.now();
  }
}

/** Twice as much as subscriptions may have in flight. */
const PAUSE_BYTES = 8 * 1024 * 1024;
const CONTROL_HEADER_BYTES = 6;
/** Long, because a page at a breakpoint, or a program that computes, is still alive. */
const SILENT_MS = 180_000;
const STUCK_MS = 30_000;
/** Short, because everything held for the connection stays in memory until then. */
const GOODBYE_MS = 200;
const POLICY_VIOLATION = 1008;
/** The most bytes that the protocol allows for a reason. All reasons here are ASCII. */
const MAX_REASON = 123;
