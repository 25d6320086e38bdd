import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Counters } from "../counters.ts";

export interface DoorstepOptions {
  /** Largest number of sockets at a time that have not become clients. */
  readonly most: number;
  readonly counters: Counters;
}

/**
 * Limits the sockets of a server that are not clients, or not yet: anybody who reaches the port can open them. When
 * there are too many, the address with the most loses its oldest one, so there is always room for another.
 */
export class Doorstep {
  readonly #options: DoorstepOptions;
  /** In the order in which they connected. */
  readonly #sockets = new Set<Duplex>();
  readonly #asking = new WeakMap<Duplex, number>();

  constructor(http: HttpServer, options: DoorstepOptions) {
    this.#options = options;
    http.on("connection", (socket: Socket) => this.#opened(socket));
    // It does not speak HTTP, or does not finish its headers.
    http.on("clientError", (_error, socket) => this.#drop(socket, "malformed"));
    // It sends a request and does not read the answer.
    http.setTimeout(STALL_MS, (socket) => this.#drop(socket, "idle"));
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Records a request. Returns whether to answer it: a socket that keeps asking without reading gets no answer. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (socket.destroyed) return false;
    const open = (this.#asking.get(socket) ?? 0) + 1;
    this.#asking.set(socket, open);
    if (open > MAX_REQUESTS) {
      this.#drop(socket, "pipelined");
      return false;
    }
    response.on("close", () => this.#asking.set(socket, (this.#asking.get(socket) ?? 1) - 1));
    return true;
  }

  /** Removes a socket from the list, because it belongs to a client now. */
  letIn(socket: Duplex): void {
    this.#sockets.delete(socket);
  }

  /** Ends a socket with a last message, whether or not the other side reads it. */
  turnAway(socket: Duplex, text: string): void {
    socket.end(text);
    // Unread data from the other side would keep its half open.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), LAST_WORD_MS);
    socket.once("close", () => clearTimeout(timer));
  }

  #opened(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.size > this.#options.most) this.#drop(this.#dispensable(), "crowd");
  }

  #drop(socket: Duplex, why: "crowd" | "idle" | "malformed" | "pipelined"): void {
    if (!socket.destroyed) this.#options.counters.refuse(why);
    this.#sockets.delete(socket);
    socket.destroy();
  }

  /** Returns the oldest socket of the address with the most sockets. */
  #dispensable(): Duplex {
    const byAddress = Map.groupBy(this.#sockets, (socket) => (socket as Socket).remoteAddress ?? "");
    let most: readonly Duplex[] = [];
    for (const sockets of byAddress.values()) if (sockets.length > most.length) most = sockets;
    return most[0]!;
  }
}

/** Browsers send one request at a time per socket. */
const MAX_REQUESTS = 8;
const STALL_MS = 20_000;
const LAST_WORD_MS = 2000;
