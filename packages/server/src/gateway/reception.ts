import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { connectPeer, type Bus } from "@orrery/sim";
import { WebSocketServer, type WebSocket } from "ws";
import type { Access } from "./access.ts";
import { countedLink } from "./counted-link.ts";
import type { Counters, Refused } from "./counters.ts";
import { pathOf, queryOf } from "./http-answer.ts";
import type { Limits } from "./limits.ts";
import type { LogLimit } from "./log-limit.ts";
import { refusal } from "./roles.ts";
import { COLOURS, type Greeting, type Sessions } from "./sessions.ts";
import { PACKET_ALLOWANCE_BYTES, wsLink } from "./ws-link.ts";

export interface ReceptionOptions {
  readonly bus: Bus;
  readonly access: Access;
  readonly limits: Limits;
  readonly sessions: Sessions;
  readonly counters: Counters;
  readonly log: LogLimit;
  /** Why no world is there; `undefined` when one is. */
  readonly absence: () => string | undefined;
  readonly maxClients?: number;
  readonly helloMs?: number;
}

/** Where WebSockets come in: lets each in as a session with a role, or says why not. */
export class Reception implements Disposable {
  readonly #options: ReceptionOptions;
  readonly #sockets: WebSocketServer;
  /** When something was last heard of each. */
  readonly #heardMs = new WeakMap<WebSocket, number>();
  readonly #beat: NodeJS.Timeout;

  constructor(options: ReceptionOptions) {
    this.#options = options;
    // Compression costs 580 µs a message and client, more than the step that made it.
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: options.limits.frameBytes + PACKET_ALLOWANCE_BYTES,
      perMessageDeflate: false,
    });
    this.#beat = setInterval(() => this.#endSilent(), BEAT_MS).unref();
  }

  /** WebSockets that are open. */
  get size(): number {
    return this.#sockets.clients.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { access, counters, log, absence, maxClients = MAX_CLIENTS } = this.#options;
    // A connection reset during the handshake would otherwise end the process.
    socket.on("error", () => socket.destroy());
    const no = (why: Refused, status: string): void => {
      counters.refuse(why);
      refuse(socket, status);
    };
    if (pathOf(request) !== "/ws") return refuse(socket, "404 Not Found");
    if (!access.isOwnHost(request)) return no("host", "403 this server answers to its own names only");
    if (!access.isOwnOrigin(request)) return no("origin", "403 pages of other origins may not connect");
    const role = access.roleOf(request);
    if (role === undefined) return no("token", "401 a token is needed, and the one given is not known");
    const greeting = greetingOf(queryOf(request));
    if (typeof greeting === "string") return no("session", `400 ${greeting}`);
    const reason = absence();
    if (reason !== undefined) return no("world", `503 ${reason}`);
    if (this.size >= maxClients) {
      log.warn(`a client was refused: there are ${maxClients} already`);
      return no("full", `503 there are ${maxClients} clients already, as many as this server takes`);
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#welcome(webSocket, { ...greeting, role }));
  }

  /** For those that do not answer a goodbye. */
  terminate(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#beat);
    this.#sockets.close();
  }

  #welcome(webSocket: WebSocket, greeting: Greeting): void {
    const { bus, limits, sessions, counters, helloMs = HELLO_MS } = this.#options;
    const session = sessions.join(greeting);
    counters.connections++;
    let isLeaving = false;
    const heard = (): void => void this.#heardMs.set(webSocket, performance.now());
    heard();
    webSocket.on("pong", heard);
    webSocket.on("message", heard);
    const timer = setTimeout(() => peer.close(`no hello came within ${helloMs / 1000} s`), helloMs);
    const link = countedLink(wsLink(webSocket), {
      onIn: (bytes) => {
        counters.bytesIn += bytes;
        session.meter.packet(bytes);
      },
      onOut: (bytes) => (counters.bytesOut += bytes),
    });
    const peer = connectPeer(bus, link, {
      caller: session.id,
      bearer: session,
      guard: (deed) => refusal(session.role, deed),
      maxFrameBytes: limits.frameBytes,
      allowances: session.allowances,
      maxBufferedBytes: limits.unsentBytes,
      onFrame: ({ kind }) => {
        counters.framesIn++;
        isLeaving ||= kind === "bye";
        session.meter.frame();
      },
      onReady: () => clearTimeout(timer),
      onClose: () => {
        clearTimeout(timer);
        // Still open, and nobody has said goodbye: closed from here.
        if (webSocket.readyState === webSocket.OPEN && !isLeaving) counters.closed++;
        sessions.leave(session);
      },
    });
  }

  /** A machine that is switched off closes nothing: its session would stay for ever. */
  #endSilent(): void {
    for (const socket of this.#sockets.clients) {
      const silentMs = performance.now() - (this.#heardMs.get(socket) ?? 0);
      if (silentMs > SILENT_MS) socket.terminate();
      else socket.ping();
    }
  }
}

const MAX_CLIENTS = 256;
const HELLO_MS = 10_000;
const BEAT_MS = 30_000;
/** Long: a page that stands at a breakpoint, or a program that computes, is still there. */
const SILENT_MS = 180_000;

/** What the address says of who comes, or what is wrong with it. */
function greetingOf(query: URLSearchParams): Omit<Greeting, "role"> | string {
  const secret = query.get("session") ?? undefined;
  if (secret !== undefined && !/^[\da-f]{16,128}$/i.test(secret)) return "session must be 16 to 128 hex digits";
  const colourText = query.get("colour") ?? undefined;
  const colour = colourText === undefined ? undefined : Number(colourText);
  if (colour !== undefined && !(Number.isInteger(colour) && colour >= 0 && colour < COLOURS))
    return `colour must be 0 to ${COLOURS - 1}`;
  return { name: query.get("name") ?? undefined, colour, secret };
}

/** The reason is the status line: of a refused WebSocket, clients get to see nothing else. */
function refuse(socket: Duplex, status: string): void {
  const line = status.replaceAll(/[^ -~]/g, " ");
  socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
